import { join } from 'node:path'
import { type Class, isClass } from '../beans/token'
import { isFile } from '../config/config-location'
import { explains } from '../failures/bean-errors'
import { autoConfigurationInvalid } from '../failures/start-errors'
import { loadModule, type ModuleExports } from '../scanning/load-module'
import type { VernalPackage } from '../scanning/packages'
import { autoConfigurationOptions } from './auto-configuration'

/** An auto-configuration class and the folder of its package. */
export interface DiscoveredAutoConfiguration {
  readonly type: Class
  readonly folder: string
}

/**
 * The auto-configuration classes that packages announce.
 *
 * @throws {ContainerError} `AUTO_CONFIGURATION_INVALID` when the announced module cannot be loaded or exports none
 */
export async function discoverAutoConfigurations(
  packages: readonly VernalPackage[],
): Promise<readonly DiscoveredAutoConfiguration[]> {
  const found = new Map<Class, DiscoveredAutoConfiguration>()
  for (const each of packages) {
    const door = each.json.vernal?.autoConfiguration
    if (door === undefined) continue
    const types = Object.values(await load(each, door)).filter(isAutoConfiguration)
    if (types.length === 0) throw exportsNone(each.name, door)
    for (const type of types) found.set(type, { type, folder: each.folder })
  }
  return [...found.values()]
}

function isAutoConfiguration(value: unknown): value is Class {
  return isClass(value) && autoConfigurationOptions(value) !== undefined
}

async function load(each: VernalPackage, door: string): Promise<ModuleExports> {
  try {
    return await loadModule(resolveDoor(each, door))
  } catch (cause) {
    if (explains(cause)) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw autoConfigurationInvalid(
      `The auto-configuration "${door}" of package ${each.name} cannot be loaded: ${reason}.`,
      'Correct vernal.autoConfiguration in its package.json, or the module; its error is the cause of this one.',
      cause,
    )
  }
}

/** The door as the package exports it; a package without such an export means a file. */
function resolveDoor(each: VernalPackage, door: string): string {
  const subpath = door.replace(/^\.\//, '')
  try {
    return require.resolve(`${each.name}/${subpath}`, { paths: [each.folder] })
  } catch (error) {
    const candidates = [subpath, `${subpath}.js`, `${subpath}.ts`, `${subpath}/index.js`, `${subpath}/index.ts`]
    const file = candidates.map((candidate) => join(each.folder, candidate)).find(isFile)
    if (file === undefined && isNotFound(error)) throw new Error('the package neither exports it nor has such a file')
    if (file === undefined) throw error
    return file
  }
}

function isNotFound(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string }
  return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || code === 'MODULE_NOT_FOUND' || message.includes('Cannot resolve')
}

function exportsNone(name: string, door: string) {
  return autoConfigurationInvalid(
    `The module "${door}" of package ${name} exports no class decorated with @AutoConfiguration().`,
    'Export the class, or remove vernal.autoConfiguration from its package.json.',
  )
}
