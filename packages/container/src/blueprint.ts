import type { Application } from './application'
import { defineBean } from './beans/bean-definition'
import { membersOf } from './beans/bean-metadata'
import { BeanRegistry } from './beans/bean-registry'
import { defaultName } from './beans/component'
import type { InjectionPoint } from './beans/injection-point'
import { type Class, isClass, type Token } from './beans/token'
import { conditionsOf } from './conditions/condition'
import { ConditionReport } from './conditions/condition-report'
import { type Declaration, Declarations } from './conditions/declarations'
import { Binder, bindProperties } from './config/binder'
import { type PropertiesClass, enabledProperties, isConfigurationProperties } from './config/configuration-properties'
import {
  AutoConfigureProperties,
  ConfigProperties,
  CONTAINER_PROPERTIES,
  LoggingProperties,
} from './config/container-properties'
import { Environment } from './config/environment'
import { inlineValue } from './config/inline-value'
import type { LayeredEnvironment } from './config/layered-environment'
import { defaultFolders, loadEnvironment } from './config/load-environment'
import { type KnownKeys, unknownKeys } from './config/unknown-keys'
import { propertyUnknown } from './failures/configuration-errors'
import { autoDeclarations, userDeclarations } from './find-declarations'
import { ApplicationEvents } from './lifecycle/application-events'
import { createLogger } from './logging/create-logger'
import { Logger } from './logging/logger'
import { SecretTexts } from './logging/secret-texts'
import type { RunOptions } from './run-options'
import { applicationFolder } from './scanning/application-folder'
import { installedPackage, readPackageJson, type VernalPackage, vernalPackages } from './scanning/packages'

/** Everything decided about an application before its first bean is made. */
export class Blueprint {
  readonly registry = new BeanRegistry()
  readonly report = new ConditionReport()
  readonly events = new ApplicationEvents()
  readonly binder: Binder
  readonly #properties = new Map<PropertiesClass, object>()
  readonly logger: Logger
  /** The classes whose values may be configured, also those of classes that conditions left out. */
  configurable: readonly PropertiesClass[] = []

  constructor(
    readonly environment: LayeredEnvironment,
    isProduction: boolean,
  ) {
    const secrets = new SecretTexts()
    this.binder = new Binder(environment, (text) => secrets.add(text))
    this.logger = createLogger(this.properties(LoggingProperties), isProduction, secrets)
    this.#provide(Environment, environment)
    this.#provide(Logger, this.logger)
    this.#provide(ApplicationEvents, this.events)
  }

  /** The values of a properties class of the container itself. */
  properties<T extends object>(type: PropertiesClass<T>): T {
    const known = this.#properties.get(type) as T | undefined
    if (known !== undefined) return known
    const values = bindProperties(this.binder, type)
    this.#properties.set(type, values)
    return values
  }

  /** Makes the application injectable. */
  provideApplication(type: Class, application: Application): void {
    this.#provide(type, application)
  }

  /** Puts a value in the place of all beans of a type or name. */
  override(token: Token, value: unknown): void {
    const name = typeof token === 'string' ? token : isClass(token) ? defaultName(token) : token.name
    const type = typeof token === 'string' ? Object : token
    this.registry.override(
      defineBean({ name, type, origin: `the override of ${name}`, maker: { kind: 'value', value } }),
    )
  }

  /** What an `@Value` receives. */
  readonly value = ({ expression = '', emittedType, owner }: InjectionPoint): unknown =>
    inlineValue(this.environment.resolve(expression), emittedType, owner, expression)

  /** Under a name of its own, so that a component of the user may be called `Logger` too. */
  #provide(type: Class, value: unknown): void {
    const name = `vernal.${defaultName(type)}`
    this.registry.add(
      defineBean({ name, type, origin: `the container's ${type.name}`, maker: { kind: 'value', value } }),
    )
  }
}

/** What tests change about an application. */
export interface TestHooks {
  readonly overrides?: readonly { readonly token: Token; readonly value: unknown }[] | undefined
  readonly missingPackages?: readonly string[] | undefined
}

/** Reads the configuration, finds the classes, and registers the beans whose conditions hold. */
export async function drawBlueprint(options: RunOptions, test: TestHooks = {}): Promise<Blueprint> {
  const folder = applicationFolder(listOf(options.scan))
  const packages = vernalPackages(folder)
  const env = options.env ?? process.env
  const environment = loadEnvironment(environmentInput(options, env, folder, packages))
  const blueprint = new Blueprint(environment, env.NODE_ENV === 'production')
  for (const { token, value } of test.overrides ?? []) blueprint.override(token, value)
  const users = await userDeclarations(options, folder)
  for (const warning of users.warnings) blueprint.logger.warn({}, warning)
  const settings = blueprint.properties(AutoConfigureProperties)
  const autos = await autoDeclarations(options, packages, settings, users.declarations, blueprint.report)
  const declarations = new Declarations(blueprint.registry, {
    environment,
    binder: blueprint.binder,
    report: blueprint.report,
    packageVersion: (name, folders) =>
      test.missingPackages?.includes(name) ? undefined : packageVersion(name, folders),
  })
  for (const declaration of [...users.declarations, ...autos]) declarations.register(declaration)
  const known = knownKeys([...users.declarations, ...autos])
  blueprint.configurable = known.classes
  judgeKeys(blueprint, known)
  return blueprint
}

function environmentInput(
  options: RunOptions,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  packages: readonly VernalPackage[],
) {
  const { configDir, args = process.argv.slice(2), defaults = {}, properties = {}, profiles = [] } = options
  return {
    defaults,
    packages: packages.map(({ name, json }) => ({ name, properties: json.vernal?.properties ?? {} })),
    folders: configDir === undefined ? defaultFolders(folder, process.cwd()) : [listOf(configDir)],
    profiles,
    env,
    args,
    properties,
  }
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? [])
}

function packageVersion(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const installed = installedPackage(name, folder)
    if (installed !== undefined) return readPackageJson(installed).version ?? '0.0.0'
  }
  return undefined
}

/** Keys of classes that conditions left out are known too. */
function knownKeys(declarations: readonly Declaration[]): KnownKeys {
  const types = declarations.map(({ type }) => type)
  const classes = types.flatMap((type) => (isConfigurationProperties(type) ? [type] : enabledProperties(type)))
  const conditions = types.flatMap((type) =>
    conditionsOf(type).concat(
      membersOf(type, 'bean').flatMap(({ key }) => conditionsOf(type.prototype as object, key)),
    ),
  )
  const own = CONTAINER_PROPERTIES
  return { classes: [...own, ...classes], keys: conditions.flatMap(({ keys = [] }) => keys) }
}

function judgeKeys(blueprint: Blueprint, known: KnownKeys): void {
  const { unknownKeys: mode } = blueprint.properties(ConfigProperties)
  if (mode === 'ignore') return
  const unknown = unknownKeys(blueprint.environment, known)
  if (mode === 'error' && unknown.length > 0) throw propertyUnknown(unknown)
  for (const problem of unknown) blueprint.logger.warn({}, `Unknown configuration key ${problem}`)
}
