import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { parseEnv } from 'node:util'
import { configurationUnreadable } from '../failures/configuration-errors'
import { MapSource } from './map-source'
import { PropertyName } from './property-name'
import type { PropertyEntry } from './property-source'
import { readText } from './read-text'
import { readYaml, type YamlEntries } from './yaml-document'

const EXTENSIONS = ['.json', '.yml', '.yaml'] as const

/** The documents of one configuration file, in their order. */
export interface ConfigFile {
  readonly path: string
  /** The path as messages show it: relative to the working folder when it is below. */
  readonly shown: string
  readonly documents: readonly YamlEntries[]
}

/** The configuration files called `name` in a folder; yaml is stronger than yml, yml than json. */
export function filesNamed(folder: string, name: string): readonly ConfigFile[] {
  return EXTENSIONS.map((extension) => join(folder, name + extension))
    .filter(isFile)
    .map(readConfigFile)
}

/** Reads one file. @throws {ContainerError} `CONFIGURATION_UNREADABLE` */
export function readConfigFile(path: string): ConfigFile {
  const shown = shortPath(path)
  return { path, shown, documents: readYaml(readText(path, shown), shown) }
}

/** The variables of the `.env` file of a folder, undefined when it has none. */
export function dotEnv(
  folder: string,
): { readonly shown: string; readonly variables: Record<string, string> } | undefined {
  const path = join(folder, '.env')
  if (!isFile(path)) return undefined
  const shown = shortPath(path)
  const text = readText(path, shown)
  try {
    return { shown, variables: parseEnv(text) as Record<string, string> }
  } catch (cause) {
    throw configurationUnreadable(shown, 'the file cannot be read as variables.', 'Write NAME=value lines.', cause)
  }
}

/** One value per file, the path below the folder being the key: how Kubernetes and Docker mount secrets. */
export function configTree(folder: string): MapSource {
  const read = (directory: string, name: PropertyName): readonly PropertyEntry[] =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .flatMap((entry) => {
        const path = join(directory, entry.name)
        const child = name.append(entry.name)
        if (statSync(path).isDirectory()) return read(path, child)
        const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
        return [{ name: child, value: { text, typed: text, origin: shortPath(path) } }]
      })
  return new MapSource(`config tree ${shortPath(folder)}`, read(folder, PropertyName.root), false)
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

/** A path as messages show it. */
export function shortPath(path: string): string {
  const absolute = resolve(path)
  const short = relative(process.cwd(), absolute)
  return short === '' || short.startsWith(`..${sep}`) || isAbsolute(short) ? absolute : short
}
