import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { entryMissing, loaderMissing } from '../cli-error'

const USUAL_ENTRIES = ['src/main.ts', 'main.ts', 'src/index.ts', 'src/main.js', 'main.js', 'index.js']

/**
 * The file that starts the application of a folder: the one that is named, else the first that exists of the usual ones, else
 * the `main` of its package.json.
 *
 * @throws {CliError} `CLI_ENTRY_MISSING`
 */
export function entryFile(folder: string, named: string | undefined): string {
  const candidates = named === undefined ? [...USUAL_ENTRIES, ...mainOfPackage(folder)] : [named]
  const found = candidates.map((path) => resolve(folder, path)).find((path) => existsSync(path))
  if (found === undefined) throw entryMissing(folder, named)
  return found
}

function mainOfPackage(folder: string): readonly string[] {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return []
  const { main } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly main?: string }
  return main === undefined ? [] : [main]
}

const LOADERS = ['ts-node/register/transpile-only', '@swc-node/register', 'tsx/cjs']

/**
 * What Node must load first to run a file: for TypeScript the first of ts-node, swc-node and tsx that the application has.
 * Nothing when Node was started with a loader already.
 *
 * @throws {CliError} `CLI_LOADER_MISSING`
 */
export function loaderFor(entry: string): readonly string[] {
  if (!/\.[cm]?tsx?$/.test(entry) || hasLoader()) return []
  const { resolve: find } = createRequire(join(dirname(entry), 'entry.js'))
  for (const loader of LOADERS) {
    try {
      return ['--require', find(loader)]
    } catch {
      // The application does not have this one.
    }
  }
  throw loaderMissing(entry)
}

function hasLoader(): boolean {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return /ts-node|swc|tsx|esbuild/.test(flags)
}
