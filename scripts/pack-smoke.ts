import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingLines, promisesOf } from '../architecture/example'
import { readText, REPOSITORY } from '../architecture/repository'
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
    writeProject(folder, readText(REPOSITORY, 'README.md'), readText(REPOSITORY, 'examples/hello-world/main.ts'))
    cpSync(join(REPOSITORY, 'examples/orders'), join(folder, 'orders'), { recursive: true })
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
    (path) => !/^(dist\/.*\.(js|d\.ts)(\.map)?|README\.md|LICENSE|package\.json|application\.schema\.json)$/.test(path),
  )
  check(`${name} holds nothing but its build and its papers`, strangers.length === 0, strangers.join(', '))
  const absent = ['README.md', 'LICENSE', 'package.json'].filter((path) => !files.includes(path))
  check(`${name} has a README and a licence`, absent.length === 0, absent.join(', '))
  const publint = join(REPOSITORY, 'node_modules/.bin/publint')
  const { status, output } = runIn(folder, publint, ['run', folder, '--strict', '--pack', 'false'])
  check(`${name} satisfies publint`, status === 0, status === 0 ? '' : output)
}

function checkInstall(folder: string, packed: readonly PackedPackage[]): void {
  // The command line is a tool of developers, with the compiler as its peer: it comes after the starter was counted.
  const [tools, starter] = [packed.filter(isForDevelopers), packed.filter((one) => !isForDevelopers(one))]
  install(folder, ['--omit=dev', ...starter.map(({ tarball }) => tarball)])
  const count = countPackages(join(folder, 'node_modules'))
  check(`the install has fewer than ${LIMITS.packages} packages`, count < LIMITS.packages, `${count}`)
  const bytes = sizeOf(join(folder, 'node_modules'))
  check('the install takes less than 60 MB', bytes < LIMITS.installBytes, `${(bytes / 1e6).toFixed(1)} MB`)
  install(folder, ['--save-dev', ...tools.map(({ tarball }) => tarball), ...developerPackages()])
}

function checkPrograms(folder: string, packed: readonly PackedPackage[]): void {
  const { status, output } = runIn(folder, 'npx', ['tsc'])
  check('the examples compile', status === 0, output)
  checkDeclarations(folder)
  checkExample(folder, 'hello-world', 'compiled to CommonJS', ['dist/hello.js'], LIMITS.startMs)
  checkExample(folder, 'hello-world', 'as an ES module', ['dist/hello-module.mjs'], LIMITS.startMs)
  checkExample(folder, 'hello-world', 'under ts-node', ['-r', 'ts-node/register', 'hello.ts'])
  checkExample(folder, 'orders', 'compiled to CommonJS', ['dist/orders/main.js'])
  checkExample(folder, 'orders', 'under ts-node', ['-r', 'ts-node/register', 'orders/main.ts'])
  const jest = runIn(folder, 'npx', ['jest', '--testMatch', '**/hello.test.ts'])
  check('hello-world runs under jest', jest.status === 0, jest.status === 0 ? '' : jest.output)
  checkDoors(folder, packed)
}

/** The declarations of the packages hold by themselves, for users who check the types of what they install. */
function checkDeclarations(folder: string): void {
  const { output } = runIn(folder, 'npx', [
    'tsc',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--exactOptionalPropertyTypes',
  ])
  const ours = output.split('\n').filter((line) => /^node_modules\/(@vernal|vernal)\//.test(line))
  check('the declarations of the packages are whole', ours.length === 0, ours.join('\n'))
}

function checkDoors(folder: string, packed: readonly PackedPackage[]): void {
  const doors = packed.flatMap((each) => each.doors)
  writeDoorCheck(folder, doors)
  const { status, output } = runIn(folder, process.execPath, ['doors.mjs'])
  check('every door opens from CommonJS and from an ES module, with the same names', status === 0, output)
}

function checkExample(folder: string, example: string, how: string, args: readonly string[], limitMs?: number): void {
  const { status, output, elapsedMs } = runIn(folder, process.execPath, args)
  const isRight = status === 0 && missingLines(promisesOf(REPOSITORY, example), output).length === 0
  check(`${example} runs ${how}`, isRight, isRight ? `${elapsedMs} ms` : output)
  if (limitMs === undefined || !isRight) return
  const best = Math.min(elapsedMs, ...[1, 2].map(() => runIn(folder, process.execPath, args).elapsedMs))
  check(`${example} ${how} takes less than ${limitMs} ms`, best < limitMs, `${best} ms`)
}

/** What 200 tools add to the processor time of the compiler. */
function checkTypeCost(folder: string): void {
  const { empty, tools } = writeTypeProjects(folder)
  // The neighbours of a busy machine cost time as well, so the better of three runs counts.
  const best = (project: string): number => Math.min(...[1, 2, 3].map(() => secondsOfCompiler(folder, project)))
  const spent = best(tools) - best(empty)
  const isRight = spent < LIMITS.typesSeconds
  check(`checking the types of 200 tools adds less than ${LIMITS.typesSeconds} s`, isRight, `${spent.toFixed(2)} s`)
}

function secondsOfCompiler(folder: string, project: string): number {
  const args = ['-r', './processor-time.cjs', 'node_modules/typescript/bin/tsc', '-p', project, '--noEmit']
  const runs = [1, 2].map(() => runIn(folder, process.execPath, args))
  if (runs.some(({ status }) => status !== 0)) return Number.NaN
  return Math.min(...runs.map(({ output }) => Number(/processor seconds: ([\d.]+)/.exec(output)?.[1])))
}

/** What the README says to install for development, at the versions it says, else at those of this repository where it has them. */
function developerPackages(): readonly string[] {
  const lines = [...readText(REPOSITORY, 'README.md').matchAll(/`npm install --save-dev ([^`]+)`/g)]
  return lines.flatMap(([, names = '']) => names.split(' ')).map(pinned)
}

function pinned(name: string): string {
  const path = join(REPOSITORY, 'node_modules', name, 'package.json')
  if (name.lastIndexOf('@') > 0 || !existsSync(path)) return name
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  return `${name}@${version}`
}

const isForDevelopers = ({ name }: PackedPackage): boolean => name === '@vernal/cli'

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
