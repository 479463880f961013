import type { z } from 'zod'
import { Annotation } from '../beans/annotation'
import { beanMetadata } from '../beans/bean-metadata'
import type { Class } from '../beans/token'
import { configurationNameInvalid } from '../failures/configuration-errors'

/** A class of configuration values: what {@link ConfigurationProperties} makes, and what extends it. */
export interface ConfigurationPropertiesClass<S extends z.ZodObject = z.ZodObject> {
  /**
   * @param values what the schema takes; absent ones get their defaults. Used in scripts and tests: in an application
   * the container makes the object.
   */
  new (values?: z.input<S>): Readonly<z.output<S>>
  /** Where the values stand: `vernal.ai.tools.limits`. */
  readonly prefix: string
  readonly schema: S
}

/** Any properties class, whatever its values. */
export interface PropertiesClass<T extends object = object> {
  new (...args: never[]): T
  readonly name: string
  readonly prefix: string
  readonly schema: z.ZodObject
}

/**
 * The base of a class whose fields come from the configuration, described once by a zod schema:
 *
 * `class OrderProperties extends ConfigurationProperties('orders', z.object({ pageSize: z.number().default(20) })) {}`
 *
 * Keys are camelCase in the schema and `page-size` in the file; every other spelling is understood. Values are
 * converted to the type the schema asks for. Name the class in {@link EnableConfigurationProperties}, then inject it.
 *
 * @throws {ContainerError} `CONFIGURATION_NAME_INVALID` for a prefix that is not of small letters, digits and dashes
 */
export function ConfigurationProperties<S extends z.ZodObject>(
  prefix: string,
  schema: S,
): ConfigurationPropertiesClass<S> {
  if (!/^[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)*$/.test(prefix)) {
    throw configurationNameInvalid(prefix, 'ConfigurationProperties', [...new Set(prefix.match(/[^a-z0-9.-]/g) ?? [])])
  }
  class Properties {
    static readonly prefix = prefix
    static readonly schema = schema
    constructor(values?: z.input<S>) {
      Object.assign(this, schema.parse(values ?? {}))
    }
  }
  // The compiler cannot know that the constructor assigns every key of the schema.
  const untyped: unknown = Properties
  return untyped as ConfigurationPropertiesClass<S>
}

/** True for a class made with {@link ConfigurationProperties}. */
export function isConfigurationProperties(type: Class): type is Class & PropertiesClass {
  const candidate = type as Partial<PropertiesClass>
  return typeof candidate.prefix === 'string' && typeof candidate.schema?.safeParse === 'function'
}

const ENABLED = new Annotation<readonly PropertiesClass[]>('configuration-properties')

/** Makes beans of the given properties classes. Put it on a (auto-)configuration or component class. */
export function EnableConfigurationProperties(types: readonly PropertiesClass[]): (target: Class) => void {
  return (target) => {
    beanMetadata(target)
    ENABLED.write(target, types)
  }
}

/** The properties classes a class enables. */
export function enabledProperties(type: Class): readonly PropertiesClass[] {
  return ENABLED.read(type) ?? []
}
