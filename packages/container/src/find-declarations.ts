import { excludedBy, nameOf } from './autoconfigure/auto-configuration'
import { type DiscoveredAutoConfiguration, discoverAutoConfigurations } from './autoconfigure/discover'
import { sortAutoConfigurations } from './autoconfigure/sort-auto-configurations'
import { findBeanMetadata } from './beans/bean-metadata'
import { nearest } from './beans/nearest'
import { type Class, superclasses } from './beans/token'
import type { ConditionReport } from './conditions/condition-report'
import type { Declaration } from './conditions/declarations'
import { isConfigurationProperties } from './config/configuration-properties'
import type { AutoConfigureProperties } from './config/container-properties'
import { undecoratedClass } from './failures/bean-errors'
import { autoConfigurationInvalid } from './failures/start-errors'
import type { RunOptions } from './run-options'
import { scanComponents } from './scanning/component-scan'
import type { VernalPackage } from './scanning/packages'

/** The classes of the user: those named, then those scanned. */
export async function userDeclarations(
  { components = [], scan = [] }: RunOptions,
  folder: string,
): Promise<{ readonly declarations: readonly Declaration[]; readonly warnings: readonly string[] }> {
  components.forEach(refuseUndecorated)
  const folders = typeof scan === 'string' ? [scan] : scan
  const { classes, warnings } = await scanComponents(folders)
  const declarations = new Map<Class, Declaration>()
  const from = [folder]
  for (const { type, file } of classes) declarations.set(type, { type, file, folders: from })
  for (const type of components) if (!declarations.has(type)) declarations.set(type, { type, folders: from })
  return { declarations: [...declarations.values()], warnings }
}

function refuseUndecorated(type: Class): void {
  if (findBeanMetadata(type)?.kind !== undefined || isConfigurationProperties(type)) return
  const base = superclasses(type).find((at) => findBeanMetadata(at)?.kind !== undefined)
  throw undecoratedClass(type.name, base?.name)
}

/** The auto-configurations that take part, sorted; the others are noted in the report. */
export async function autoDeclarations(
  options: RunOptions,
  packages: readonly VernalPackage[],
  settings: AutoConfigureProperties,
  users: readonly Declaration[],
  report: ConditionReport,
): Promise<readonly Declaration[]> {
  if (!settings.enabled) return []
  const given = options.autoConfigurations?.map((type) => ({ type, folder: process.cwd() }))
  const found = new Map((given ?? (await discoverAutoConfigurations(packages))).map((one) => [one.type, one]))
  const excluded = [...settings.exclude, ...users.flatMap(({ type }) => excludedBy(type))]
  refuseUnknownExclusions(excluded, [...found.keys()], users)
  const sorted = sortAutoConfigurations([...found.keys()])
  for (const { name } of sorted.filter((type) => excluded.includes(type.name))) report.recordExclusion(name)
  return sorted
    .filter((type) => !excluded.includes(type.name))
    .map((type) => autoDeclaration(found.get(type) as DiscoveredAutoConfiguration, users[0]?.folders ?? []))
}

function autoDeclaration({ type, folder }: DiscoveredAutoConfiguration, folders: readonly string[]): Declaration {
  return { type, folders: [...folders, folder], isAutoConfiguration: true }
}

function refuseUnknownExclusions(
  excluded: readonly string[],
  found: readonly Class[],
  users: readonly Declaration[],
): void {
  const names = found.map(nameOf)
  for (const name of excluded) {
    if (names.includes(name)) continue
    const isUsers = users.some(({ type }) => type.name === name)
    const near = nearest(name, names)
    if (!isUsers && near.length === 0) continue
    throw autoConfigurationInvalid(
      `"${name}" is excluded, but is not an auto-configuration${isUsers ? ': it is a component of the application' : ''}.`,
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Remove it from vernal.autoconfigure.exclude.',
    )
  }
}
