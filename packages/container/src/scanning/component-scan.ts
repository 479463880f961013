import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { findBeanMetadata } from '../beans/bean-metadata'
import { type Class, isClass } from '../beans/token'
import { isFolder, shortPath } from '../config/config-location'
import { isConfigurationProperties } from '../config/configuration-properties'
import { explains } from '../failures/bean-errors'
import { moduleFailed, scanFolderMissing } from '../failures/start-errors'
import { folderPath } from './application-folder'
import { circularImport } from './circular-import'
import type { ModuleExports } from './load-module'
import { loadForScan, type LoadedModule } from './scanned-module'

/** A class found in a scanned file. */
export interface ScannedClass {
  readonly type: Class
  /** As messages show it. */
  readonly file: string
}

/** What a scan gives: classes, and remarks for the log. */
export interface ScanResult {
  readonly classes: readonly ScannedClass[]
  readonly warnings: readonly string[]
}

/**
 * Loads every module below the folders and collects the exported classes that decorators made beans.
 *
 * @throws {ContainerError} `SCAN_FOLDER_MISSING`, `MODULE_FAILED`
 */
export async function scanComponents(folders: readonly string[]): Promise<ScanResult> {
  const found = new Map<Class, ScannedClass>()
  const warnings: string[] = []
  const extensions = loadableExtensions()
  for (const file of new Set(folders.flatMap((folder) => filesBelow(absolute(folder), extensions)))) {
    if (isRunningEsEntry(file)) {
      if (declaresComponents(file)) warnings.push(entryWarning(shortPath(file)))
      continue
    }
    const { exports, startsApplication } = await load(file)
    if (startsApplication) warnings.push(programWarning(shortPath(file)))
    const classes = componentsOf(exports)
    for (const type of classes) if (!found.has(type)) found.set(type, { type, file: shortPath(file) })
    if (classes.length === 0 && !startsApplication && declaresComponents(file))
      warnings.push(unexportedWarning(shortPath(file)))
  }
  return { classes: [...found.values()], warnings }
}

function absolute(folder: string): string {
  const path = folderPath(folder)
  if (!isFolder(path)) throw scanFolderMissing(path)
  return realpathSync(path)
}

function filesBelow(folder: string, extensions: readonly string[]): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = new Set(entries.map((entry) => entry.name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.test(entry.name) ? [] : filesBelow(path, extensions)
    return isModule(entry.name, extensions) && !isCompiledTwin(entry.name, names, extensions) ? [path] : []
  })
}

const SKIPPED_FOLDERS = /^(?:node_modules|\..*|__tests__|__mocks__)$/

function isModule(name: string, extensions: readonly string[]): boolean {
  return extensions.includes(extname(name)) && !/\.(?:d|test|spec|config)\.[cm]?[jt]s$/.test(name)
}

/** `orders.js` beside `orders.ts`: one of them is compiled from the other, so only one is loaded. */
function isCompiledTwin(name: string, names: ReadonlySet<string>, extensions: readonly string[]): boolean {
  return extensions.includes('.ts') && name.endsWith('.js') && names.has(`${basename(name, '.js')}.ts`)
}

/** TypeScript is loaded where something can: ts-node and tsx register it, jest transforms it. */
function loadableExtensions(): readonly string[] {
  const compiled = ['.js', '.cjs', '.mjs']
  const isRegistered = typeof require.extensions === 'object' && '.ts' in require.extensions
  const isLoadable = isRegistered || process.env.JEST_WORKER_ID !== undefined || __filename.endsWith('.ts')
  return isLoadable ? [...compiled, '.ts', '.cts', '.mts'] : compiled
}

/** The entry of a program that is an ES module cannot be loaded a second time while it runs. */
function isRunningEsEntry(file: string): boolean {
  const entry = process.argv[1]
  if (entry === undefined || require.main !== undefined) return false
  try {
    return realpathSync(require.resolve(entry)) === file
  } catch {
    return resolve(entry) === file
  }
}

async function load(file: string): Promise<LoadedModule> {
  try {
    return await loadForScan(file)
  } catch (error) {
    if (explains(error)) throw error
    throw circularImport(error, shortPath(file)) ?? moduleFailed(shortPath(file), error)
  }
}

function componentsOf(exports: ModuleExports): readonly Class[] {
  if (typeof exports !== 'object' || exports === null) return isComponent(exports) ? [exports] : []
  const own: readonly unknown[] = Object.values(exports)
  const nested = exports.default
  const values =
    typeof nested === 'object' && nested !== null ? [...own, ...Object.values(nested as ModuleExports)] : own
  return values.filter(isComponent)
}

function isComponent(value: unknown): value is Class {
  if (!isClass(value)) return false
  const kind = findBeanMetadata(value)?.kind
  if (kind === 'auto-configuration') return false
  return kind !== undefined || (isConfigurationProperties(value) && Object.hasOwn(value, 'schema') === false)
}

/** Our decorators at the start of a line, in TypeScript or as compilers leave them. */
const DECLARATION =
  /^\s*@(?:Component|Service|Configuration)\(|\.(?:Component|Service|Configuration)\)\(|[\s[(](?:Component|Service|Configuration)\(\s*['")]/m

function declaresComponents(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return /vernal/.test(text) && DECLARATION.test(text)
}

const unexportedWarning = (file: string) =>
  `${file} decorates a class, but exports no component: export the class, so that the scan can find it.`
const programWarning = (file: string) =>
  `${file} starts an application, which was left out, because the file was only scanned for components: start it under "if (require.main === module)", or scan a folder without it.`
const entryWarning = (file: string) =>
  `${file} is the running entry module, which cannot be scanned: move its components to another file, or name them in run({ components }).`
