import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isFile, shortPath } from '../config/config-location'
import { configurationUnreadable } from '../failures/configuration-errors'

/** The parts of a package.json that are read. */
export interface PackageJson {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly vernal?: { readonly autoConfiguration?: string; readonly properties?: Readonly<Record<string, unknown>> }
}

/** A package that takes part: the application, or a dependency with a `vernal` key. */
export interface VernalPackage {
  readonly name: string
  readonly folder: string
  readonly json: PackageJson
}

/** @throws {ContainerError} `CONFIGURATION_UNREADABLE` */
export function readPackageJson(folder: string): PackageJson {
  return read(folder, () => true) as PackageJson
}

/** Undefined for a package that does not say the word: most dependencies do not, and need no parsing. */
function readOurs(folder: string): PackageJson | undefined {
  const json = read(folder, (text) => text.includes('"vernal"'))
  return json?.vernal !== undefined || json?.name === 'vernal' ? json : undefined
}

function read(folder: string, isWanted: (text: string) => boolean): PackageJson | undefined {
  const path = join(folder, 'package.json')
  try {
    const text = readFileSync(path, 'utf8')
    return isWanted(text) ? (JSON.parse(text) as PackageJson) : undefined
  } catch (cause) {
    throw configurationUnreadable(shortPath(path), (cause as Error).message, 'Correct the file.', cause)
  }
}

/** The nearest folder with a package.json, at or above the given one. */
export function packageAbove(folder: string): string | undefined {
  return foldersUp(folder).find((at) => isFile(join(at, 'package.json')))
}

/** Where a package is installed, as Node finds it from a folder. The package is not loaded. */
export function installedPackage(name: string, from: string): string | undefined {
  const found = foldersUp(from)
    .map((at) => join(at, 'node_modules', name))
    .find((folder) => isFile(join(folder, 'package.json')))
  return found === undefined ? undefined : realpathSync(found)
}

/**
 * The application's package and all dependencies that have a `vernal` key, with those of theirs; what a package
 * depends on comes before it.
 */
export function vernalPackages(applicationFolder: string): readonly VernalPackage[] {
  const found = new Map<string, VernalPackage>()
  const seen = new Set<string>()
  const visit = (folder: string, json: PackageJson): void => {
    const needed = { ...json.peerDependencies, ...json.optionalDependencies, ...json.dependencies }
    for (const name of Object.keys(needed)) {
      const at = installedPackage(name, folder)
      if (at === undefined || seen.has(at)) continue
      seen.add(at)
      const dependency = readOurs(at)
      if (dependency !== undefined) visit(at, dependency)
    }
    found.set(folder, { name: json.name ?? folder, folder, json })
  }
  if (isFile(join(applicationFolder, 'package.json'))) {
    const folder = realpathSync(applicationFolder)
    seen.add(folder)
    visit(folder, readPackageJson(folder))
  }
  return [...found.values()]
}

function foldersUp(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)]
}
