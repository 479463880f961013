import type { z } from 'zod'
import { configurationInvalid, type ConfigurationProblem } from '../failures/configuration-errors'
import type { PropertiesClass } from './configuration-properties'
import type { LayeredEnvironment } from './layered-environment'
import { PropertyName, toKebab } from './property-name'
import { type Shape, SchemaReader } from './schema-reader'

/** Collects the texts of secret values, so that logs can hide them. */
export type SecretSink = (text: string) => void

/** Fills a schema from the configuration. */
export class Binder {
  constructor(
    private readonly environment: LayeredEnvironment,
    private readonly onSecret: SecretSink = () => undefined,
  ) {}

  /**
   * The values below a prefix in the shape the schema describes, checked by it.
   *
   * @param target who asks, for messages
   * @throws {ContainerError} `CONFIGURATION_INVALID` with every value that does not fit and where it is written
   */
  bind<S extends z.ZodObject>(prefix: string, schema: S, target: string): z.output<S> {
    const reader = new SchemaReader(this.environment, this.onSecret)
    const values = reader.read(schema, PropertyName.parse(prefix)) ?? {}
    // Parsed once: compiling a parser for it would cost more than it saves.
    const parsed = schema.safeParse(values, { jitless: true })
    if (parsed.success) return parsed.data
    const problems = dedupe(parsed.error.issues.map((issue) => this.#problem(prefix, schema, issue, reader.found)))
    throw configurationInvalid(target, prefix, problems)
  }

  #problem(
    prefix: string,
    schema: z.ZodObject,
    issue: z.core.$ZodIssue,
    found: ReadonlyMap<string, Shape>,
  ): ConfigurationProblem {
    const path = nameOfPath(issue.path)
    const name = PropertyName.parse(prefix).append(path)
    const shape = found.get(name.uniform)
    const property = name.toString()
    if (shape === undefined)
      return { property, value: undefined, origin: undefined, reason: missingReason(name, issue) }
    return {
      property,
      value: shape.isSecret ? '******' : shape.text,
      origin: shape.origin,
      reason: reasonOf(issue, shape),
    }
  }
}

/** The object of a properties class, filled from the configuration and frozen. */
export function bindProperties<T extends object>(binder: Binder, type: PropertiesClass<T>): T {
  const values = binder.bind(type.prefix, type.schema, type.name)
  return Object.freeze(Object.assign(Object.create(type.prototype as object) as T, values))
}

function nameOfPath(path: readonly PropertyKey[]): PropertyName {
  return path.reduce<PropertyName>(
    (name, key) => (typeof key === 'number' ? name.at(key) : name.append(String(key))),
    PropertyName.root,
  )
}

function missingReason(name: PropertyName, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.map(toKebab).join(', ')}`
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return issue.message
  return `is required; set it in application.yaml, or as ${name.toEnvironmentVariable()} in the environment`
}

function reasonOf(issue: z.core.$ZodIssue, shape: Shape): string {
  if (shape.isSecret) return issue.message.replaceAll(shape.text, '******')
  if (issue.code === 'invalid_type') return `${article(issue.expected)} is expected here`
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).sort().join(', ')} is expected here`
  return issue.message
}

function article(word: string): string {
  const known = { int: 'whole number', bool: 'boolean', boolean: 'true or false' }[word] ?? word
  return known === 'true or false' ? known : `${/^[aeiou]/.test(known) ? 'an' : 'a'} ${known}`
}

function dedupe(problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.property} ${problem.reason}`, problem])).values()]
}
