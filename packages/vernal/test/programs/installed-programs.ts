import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  copyFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformSync } from '@swc/core'
import ts from 'typescript'

const REPOSITORY = join(__dirname, '../../../..')
const OURS = ['container', 'tools', 'chat', 'models', 'vernal'] as const

/** What a finished process left. */
export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Compiles a program as `tsc` does, for either kind of module. */
export type ModuleKind = 'CommonJS' | 'ES module'

/**
 * A folder of a user: the packages installed in its `node_modules` as JavaScript, and programs compiled beside them.
 * The packages are those `tsc` has built when the suite runs on the build, else they are compiled here.
 */
export class InstalledPrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'vernal-programs-'))

  constructor() {
    this.#write('package.json', JSON.stringify({ name: 'programs', version: '1.0.0', dependencies: { vernal: '*' } }))
    const modules = join(REPOSITORY, 'node_modules')
    if (process.env.VERNAL_TEST_DIST === '1') symlinkSync(modules, join(this.folder, 'node_modules'))
    else this.#install(modules)
  }

  /** Compiles a text to a file in this folder; returns its path. */
  compile(file: string, text: string, kind: ModuleKind): string {
    return this.#write(file, compiled(kind === 'CommonJS' ? text : withExtensions(text), kind))
  }

  /** Compiles the files below a folder of this one's. */
  compileFolder(folder: string, kind: ModuleKind): void {
    for (const file of readdirSync(join(__dirname, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(join(__dirname, folder, file), 'utf8')
      this.compile(join(kind, folder, file.replace(/\.ts$/, '.js')), text, kind)
    }
    if (kind === 'ES module') this.#write(join(kind, 'package.json'), JSON.stringify({ ...MANIFEST, type: 'module' }))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #install(modules: string): void {
    const scoped = (name: string) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((of) => `${name}/${of}`) : [name]
    const names = readdirSync(modules)
      .filter((name) => !name.startsWith('.'))
      .flatMap(scoped)
    for (const name of names.filter((each) => each !== 'vernal' && !each.startsWith('@vernal/'))) {
      const link = join(this.folder, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(modules, name), link)
    }
    for (const room of OURS) this.#installPackage(room)
  }

  #installPackage(room: (typeof OURS)[number]): void {
    const from = join(REPOSITORY, 'packages', room)
    const to = join('node_modules', room === 'vernal' ? room : `@vernal/${room}`)
    for (const file of readdirSync(join(from, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(join(from, 'src', file), 'utf8')
      // Doors as tsc writes them, so that ES modules see their names; what is behind them faster.
      const code = file === 'index.ts' ? compiled(text, 'CommonJS') : transformSync(text, SWC_OPTIONS).code
      this.#write(join(to, 'dist', file.replace(/\.ts$/, '.js')), code)
    }
    copyFileSync(join(from, 'package.json'), join(this.folder, to, 'package.json'))
  }

  #write(file: string, text: string): string {
    const path = join(this.folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
}

const MANIFEST = { name: 'es-programs', version: '1.0.0', dependencies: { vernal: '*' } }

const SWC_OPTIONS = {
  swcrc: false,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
} as const

function compiled(text: string, kind: ModuleKind): string {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: kind === 'CommonJS' ? ts.ModuleKind.CommonJS : ts.ModuleKind.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
    },
  })
  return outputText
}

/** ES modules name the files they import in full, and know their folder by another name. */
const withExtensions = (text: string): string =>
  text.replace(/from '(\.{1,2}\/[^']+)'/g, "from '$1.js'").replaceAll('__dirname', 'import.meta.dirname')

/** Runs a program in a process of its own, with nothing configured; `onOutput` may talk to it. */
export function runProgram(
  args: readonly string[],
  folder: string,
  onOutput: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Promise<Finished> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TS_NODE_PROJECT: join(REPOSITORY, 'tsconfig.json') }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
      onOutput(stdout, (signal) => child.kill(signal))
    })
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
  })
}
