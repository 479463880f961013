import { join } from 'node:path'
import { commandLineSource } from './command-line'
import { ConfigData, type LocationGroups, type Variables } from './config-data'
import { dotEnv } from './config-location'
import { toList } from './conversion'
import { EnvironmentVariableSource } from './environment-variable-source'
import { jsonVariableSource } from './json-variable'
import { LayeredEnvironment } from './layered-environment'
import { MapSource } from './map-source'
import { expandProfiles } from './profiles'
import { PropertyName } from './property-name'
import type { PropertySource } from './property-source'

/** What the environment of an application is made of. */
export interface EnvironmentInput {
  readonly defaults: Readonly<Record<string, unknown>>
  /** Properties that packages contribute, weakest first. */
  readonly packages: readonly { readonly name: string; readonly properties: Readonly<Record<string, unknown>> }[]
  /** Where files and `.env` are looked for. */
  readonly folders: LocationGroups
  readonly profiles: readonly string[]
  readonly env: Variables
  readonly args: readonly string[]
  readonly properties: Readonly<Record<string, unknown>>
}

const JSON_VARIABLE = 'VERNAL_APPLICATION_JSON'

/**
 * Reads all sources, weak to strong: defaults, packages, files, `.env`, environment variables, the JSON variable,
 * command line, properties given to `run`. Profiles are taken from what needs no profile, then files are read again.
 */
export function loadEnvironment(input: EnvironmentInput): LayeredEnvironment {
  const weak = weakSources(input)
  const strong = strongSources(input)
  const early = new LayeredEnvironment([...strong, ...weak], [])
  const groups = locationGroups(early, input.folders)
  const files = (profiles: readonly string[] | undefined) => {
    const data = new ConfigData(groups, early.get('vernal.config.name') ?? 'application', input.env)
    const found = [...data.sources(profiles)].reverse()
    return [...additionalSources(data, early, profiles), ...found]
  }
  const profiles = activeProfiles(new LayeredEnvironment([...strong, ...files(undefined), ...weak], []), input.profiles)
  const environment = new LayeredEnvironment([...strong, ...files(profiles), ...weak], profiles)
  refuseOpenPlaceholders(environment)
  return environment
}

/** Strongest first. */
function strongSources(input: EnvironmentInput): readonly PropertySource[] {
  const json = input.env[JSON_VARIABLE]?.trim() ?? ''
  const files = [...new Set(input.folders.flat())].flatMap((folder) => dotEnv(folder) ?? [])
  return [
    MapSource.ofObject('properties given to run', input.properties),
    commandLineSource(input.args),
    ...(json === '' ? [] : [jsonVariableSource(JSON_VARIABLE, json)]),
    new EnvironmentVariableSource('environment', input.env),
    ...files
      .reverse()
      .map(({ shown, variables }) => new EnvironmentVariableSource(shown, variables, (name) => `${name} in ${shown}`)),
  ]
}

/** Strongest first. */
function weakSources(input: EnvironmentInput): readonly PropertySource[] {
  const packages = input.packages.map(({ name, properties }) =>
    MapSource.ofObject(`package ${name}`, properties, false),
  )
  return [...packages.reverse(), MapSource.ofObject('defaults given to run', input.defaults, false)]
}

function locationGroups(early: LayeredEnvironment, folders: LocationGroups): LocationGroups {
  const replaced = early.get('vernal.config.location')
  return replaced === undefined ? folders : [toList(replaced)]
}

function additionalSources(
  data: ConfigData,
  early: LayeredEnvironment,
  profiles: readonly string[] | undefined,
): readonly PropertySource[] {
  return ['vernal.config.additional-location', 'vernal.config.import'].flatMap((key) => {
    const locations = toList(early.get(key) ?? '')
    const origin = early.originOf(key) ?? key
    return locations.flatMap((location) => data.location(location, origin, profiles)).reverse()
  })
}

function activeProfiles(environment: LayeredEnvironment, added: readonly string[]): readonly string[] {
  const active = listOf(environment, 'vernal.profiles.active')
  const included = environment.sources.flatMap((source) =>
    listOf(new LayeredEnvironment([source], []), 'vernal.profiles.include'),
  )
  const expanded = expandProfiles(included, [...added, ...active], (profile) =>
    listOf(environment, `vernal.profiles.group.${profile}`),
  )
  if (expanded.length > 0) return expanded
  return [environment.get('vernal.profiles.default') ?? 'default']
}

function listOf(environment: LayeredEnvironment, key: string): readonly string[] {
  const name = PropertyName.parse(key)
  const items = environment.children(name).filter((element) => element.isIndexed)
  if (items.length === 0) return toList(environment.get(key) ?? '')
  return items.flatMap((element) => {
    const at = name.at(element.text)
    const value = environment.find(at)
    return value === undefined ? [] : [environment.textOf(at, value)]
  })
}

/** A value of a file nobody stronger overrides is resolved at start, so that a gap shows now and not in production. */
function refuseOpenPlaceholders(environment: LayeredEnvironment): void {
  for (const source of environment.sources) {
    for (const { name, value } of source.entries()) {
      if (value.text.includes('${') && environment.find(name) === value) environment.textOf(name, value)
    }
  }
}

/** The folders configuration is looked for: that of the application, then the working folder, each with its `config/`. */
export function defaultFolders(applicationFolder: string, workingFolder: string): LocationGroups {
  const withConfig = (folder: string) => [folder, join(folder, 'config')]
  if (applicationFolder === workingFolder) return [withConfig(workingFolder)]
  return [withConfig(applicationFolder), withConfig(workingFolder)]
}
