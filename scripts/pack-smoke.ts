import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingLines, promisesOf } from '../architecture/example'
import { REPOSITORY } from '../architecture/repository'
import { packAll, type PackedPackage } from './pack'
import { writeDoorCheck, writeProject, writeTypeProjects } from './smoke-program'

/**
 * Packs the packages, installs them in an empty folder, and runs the hello world there as a newcomer would: compiled to
 * CommonJS, as an ES module, under ts-node, and under jest. `npm run smoke` builds first.
 */
const LIMITS = { packages: 30, installBytes: 60_000_000, startMs: 1000, typesSeconds: 3 }

const problems: string[] = []

function check(what: string, isRight: boolean, detail = ''): void {
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${what}${detail === '' ? '' : `: ${detail}`}`)
  if (!isRight) problems.push(what)
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'vernal-smoke-'))
  try {
    const packed = packAll(join(folder, 'tarballs'))
    for (const each of packed) checkPackage(each)
    writeProject(folder, readFileSync(join(REPOSITORY, 'examples/hello-world/main.ts'), 'utf8'))
    checkInstall(folder, packed)
    checkPrograms(folder, packed)
    checkTypeCost(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(problems.length === 0 ? 'The packages work when installed.' : `${problems.length} checks failed.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

function checkPackage({ name, files, folder }: PackedPackage): void {
  const strangers = files.filter(
    (path) => !/^(dist\/.*\.(js|d\.ts)(\.map)?|README\.md|LICENSE|package\.json)$/.test(path),
  )
  check(`${name} holds nothing but its build and its papers`, strangers.length === 0, strangers.join(', '))
  const absent = ['README.md', 'LICENSE', 'package.json'].filter((path) => !files.includes(path))
  check(`${name} has a README and a licence`, absent.length === 0, absent.join(', '))
  const publint = join(REPOSITORY, 'node_modules/.bin/publint')
  const { status, output } = runIn(folder, publint, ['run', folder, '--strict', '--pack', 'false'])
  check(`${name} satisfies publint`, status === 0, status === 0 ? '' : output)
}

function checkInstall(folder: string, packed: readonly PackedPackage[]): void {
  install(folder, ['--omit=dev', ...packed.map(({ tarball }) => tarball)])
  const count = countPackages(join(folder, 'node_modules'))
  check(`the install has fewer than ${LIMITS.packages} packages`, count < LIMITS.packages, `${count}`)
  const bytes = sizeOf(join(folder, 'node_modules'))
  check('the install takes less than 60 MB', bytes < LIMITS.installBytes, `${(bytes / 1e6).toFixed(1)} MB`)
  install(folder, ['--save-dev', ...developerPackages()])
}

function checkPrograms(folder: string, packed: readonly PackedPackage[]): void {
  const { status, output } = runIn(folder, 'npx', ['tsc'])
  check('the hello world compiles', status === 0, output)
  checkHello(folder, 'compiled to CommonJS', ['built/hello.js'], LIMITS.startMs)
  checkHello(folder, 'as an ES module', ['built/hello-module.mjs'], LIMITS.startMs)
  checkHello(folder, 'under ts-node', ['-r', 'ts-node/register', 'hello.ts'])
  const jest = runIn(folder, 'npx', ['jest', '--testMatch', '**/hello.test.ts'])
  check('the hello world runs under jest', jest.status === 0, jest.status === 0 ? '' : jest.output)
  writeDoorCheck(
    folder,
    packed.flatMap(({ doors }) => doors),
  )
  const doors = runIn(folder, process.execPath, ['doors.mjs'])
  check('every door opens from CommonJS and from an ES module, with the same names', doors.status === 0, doors.output)
}

function checkHello(folder: string, how: string, args: readonly string[], limitMs?: number): void {
  const { status, output, elapsedMs } = runIn(folder, process.execPath, args)
  const missing = missingLines(promisesOf(REPOSITORY, 'hello-world'), output)
  const isRight = status === 0 && missing.length === 0
  check(`the hello world runs ${how}`, isRight, isRight ? `${elapsedMs} ms` : output)
  if (limitMs === undefined || !isRight) return
  const best = Math.min(elapsedMs, ...[1, 2].map(() => runIn(folder, process.execPath, args).elapsedMs))
  check(`the hello world ${how} takes less than ${limitMs} ms`, best < limitMs, `${best} ms`)
}

/** What 200 tools add to the time of the compiler. */
function checkTypeCost(folder: string): void {
  const { empty, tools } = writeTypeProjects(folder)
  const spent = secondsOfCompiler(folder, tools) - secondsOfCompiler(folder, empty)
  const isRight = spent < LIMITS.typesSeconds
  check(`checking the types of 200 tools adds less than ${LIMITS.typesSeconds} s`, isRight, `${spent.toFixed(2)} s`)
}

function secondsOfCompiler(folder: string, project: string): number {
  const runs = [1, 2].map(() => runIn(folder, 'npx', ['tsc', '-p', project, '--noEmit', '--diagnostics']))
  if (runs.some(({ status }) => status !== 0)) return Number.NaN
  return Math.min(...runs.map(({ output }) => Number(/Total time: +([\d.]+)s/.exec(output)?.[1])))
}

/** What the project's own tools were tested with, at the same versions. */
function developerPackages(): readonly string[] {
  const names = ['typescript', 'ts-node', 'jest', '@swc/core', '@swc/jest', '@types/node', '@types/jest']
  return names.map((name) => {
    const path = join(REPOSITORY, 'node_modules', name, 'package.json')
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    return `${name}@${version}`
  })
}

function install(folder: string, args: readonly string[]): void {
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function runIn(folder: string, command: string, args: readonly string[]) {
  const { PATH, HOME } = process.env
  const begin = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: { PATH, HOME }, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}`.trim(), elapsedMs: Math.round(performance.now() - begin) }
}

function countPackages(modules: string): number {
  const entries = readdirSync(modules, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(({ name }) => {
      const path = join(modules, name)
      if (name.startsWith('@')) return countPackages(path)
      const nested = readdirSync(path).includes('node_modules') ? countPackages(join(path, 'node_modules')) : 0
      return 1 + nested
    })
    .reduce((sum, count) => sum + count, 0)
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0)
}

main()
