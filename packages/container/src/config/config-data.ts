import { dirname, isAbsolute, join, resolve } from 'node:path'
import { configurationFileMissing, profileInvalid } from '../failures/configuration-errors'
import { type ConfigFile, configTree, filesNamed, isFile, isFolder, readConfigFile } from './config-location'
import { toList } from './conversion'
import { MapSource } from './map-source'
import { profileExpression } from './profiles'
import { PropertyName } from './property-name'
import type { PropertySource } from './property-source'
import { readYaml } from './yaml-document'

/** Where files are looked for: groups, weak to strong, of folders, weak to strong. */
export type LocationGroups = readonly (readonly string[])[]

/** Text of environment variables, for imports of `env:NAME`. */
export type Variables = Readonly<Record<string, string | undefined>>

const ON_PROFILE = PropertyName.parse('vernal.config.activate.on-profile')
const IMPORT = PropertyName.parse('vernal.config.import')
const PROFILE_KEYS = ['active', 'include', 'default', 'group'].map((key) =>
  PropertyName.parse(`vernal.profiles.${key}`),
)

/** Reads the configuration files of an application, before and after its profiles are known. */
export class ConfigData {
  readonly #loaded = new Set<string>()

  constructor(
    private readonly groups: LocationGroups,
    private readonly baseName: string,
    private readonly variables: Variables,
  ) {}

  /**
   * The sources of all files, weakest first. Without profiles: only what needs none, to find out which there are.
   *
   * Per group of folders: the base files, then those of each profile. An import is stronger than what imports it.
   */
  sources(profiles: readonly string[] | undefined): readonly PropertySource[] {
    return this.groups.flatMap((folders) => {
      const base = folders.flatMap((folder) => this.#filesOf(folder, this.baseName, profiles))
      const perProfile = (profiles ?? []).flatMap((profile) =>
        folders.flatMap((folder) => this.#filesOf(folder, `${this.baseName}-${profile}`, profiles, profile)),
      )
      return [...base, ...perProfile]
    })
  }

  /** The sources of one more location, such as an additional file or folder. */
  location(text: string, origin: string, profiles: readonly string[] | undefined): readonly PropertySource[] {
    return this.#import(text, process.cwd(), origin, profiles)
  }

  #filesOf(
    folder: string,
    name: string,
    profiles: readonly string[] | undefined,
    ofProfile?: string,
  ): readonly PropertySource[] {
    // A location may also be a file itself; it has no variants.
    if (isFile(folder)) return ofProfile === undefined ? this.#documents(readConfigFile(folder), profiles) : []
    return filesNamed(folder, name).flatMap((file) => this.#documents(file, profiles, ofProfile))
  }

  #documents(file: ConfigFile, profiles: readonly string[] | undefined, ofProfile?: string): readonly PropertySource[] {
    if (this.#loaded.has(file.path)) return []
    this.#loaded.add(file.path)
    return file.documents.flatMap((document) => {
      const source = new MapSource(file.shown, document)
      const activation = activationOf(source)
      if (ofProfile !== undefined || activation.length > 0) refuseProfileKeys(source, file.shown)
      const isActive = activation.length === 0 || activation.some((text) => accepts(text, profiles))
      return isActive ? [source, ...this.#imports(source, file, profiles)] : []
    })
  }

  #imports(source: MapSource, file: ConfigFile, profiles: readonly string[] | undefined): readonly PropertySource[] {
    return listAt(source, IMPORT).flatMap(({ text, origin }) =>
      this.#import(text, dirname(file.path), origin, profiles),
    )
  }

  #import(
    text: string,
    from: string,
    origin: string,
    profiles: readonly string[] | undefined,
  ): readonly PropertySource[] {
    const isOptional = text.startsWith('optional:')
    const location = isOptional ? text.slice('optional:'.length) : text
    const found = this.#load(location, from, profiles)
    if (found !== undefined) return found
    if (isOptional) return []
    throw configurationFileMissing(location, origin)
  }

  #load(
    location: string,
    from: string,
    profiles: readonly string[] | undefined,
  ): readonly PropertySource[] | undefined {
    if (location.startsWith('env:')) return this.#variable(location.slice('env:'.length))
    const isTree = location.startsWith('configtree:')
    const path = at(from, isTree ? location.slice('configtree:'.length) : location.replace(/^file:/, ''))
    if (isTree) return isFolder(path) ? [configTree(path)] : undefined
    if (isFolder(path)) {
      const names = [this.baseName, ...(profiles ?? []).map((profile) => `${this.baseName}-${profile}`)]
      return names.flatMap((name) => this.#filesOf(path, name, profiles))
    }
    if (!isFile(path)) return undefined
    const variants = (profiles ?? []).map((profile) => path.replace(/(\.[^.]+)?$/, `-${profile}$1`)).filter(isFile)
    return [path, ...variants].flatMap((each) => this.#documents(readConfigFile(each), profiles))
  }

  #variable(name: string): readonly PropertySource[] | undefined {
    const text = this.variables[name]
    if (text === undefined) return undefined
    return readYaml(text, `environment variable ${name}`).map((document) => new MapSource(`variable ${name}`, document))
  }
}

function at(from: string, path: string): string {
  return isAbsolute(path) ? path : resolve(join(from, path))
}

function activationOf(source: MapSource): readonly string[] {
  return listAt(source, ON_PROFILE).map(({ text }) => text)
}

/** A list written as a sequence or with commas. */
function listAt(source: MapSource, name: PropertyName): readonly { readonly text: string; readonly origin: string }[] {
  const single = source.find(name)
  const items = source.children(name).flatMap((element) => source.find(name.at(element.text)) ?? [])
  const whole = single === undefined ? [] : toList(single.text).map((text) => ({ text, origin: single.origin }))
  return items.length > 0 ? items : whole
}

function accepts(expression: string, profiles: readonly string[] | undefined): boolean {
  const test = profileExpression(expression)
  return profiles !== undefined && test((profile) => profiles.includes(profile))
}

function refuseProfileKeys(source: MapSource, file: string): void {
  for (const key of PROFILE_KEYS) {
    const entry = source.entries().find(({ name }) => name.equals(key) || key.isAncestorOf(name))
    if (entry === undefined) continue
    throw profileInvalid(
      `"${entry.name.toString()}" may not stand in a document that depends on a profile (${entry.value.origin}).`,
      `Move it to a document of ${file} without vernal.config.activate.on-profile, or to the base file.`,
    )
  }
}
