import { z } from 'zod'
import type { PropertiesClass } from './configuration-properties'
import { toKebab } from './property-name'
import { writtenAs } from './value-schemas'

/** A JSON Schema, as far as this file builds one. */
export interface ConfigurationSchema {
  readonly [keyword: string]: unknown
}

interface Node {
  type?: string
  description?: string
  properties?: Record<string, Node>
  [keyword: string]: unknown
}

/**
 * The JSON Schema of `application.yaml` for the given properties classes, so that editors complete and check it.
 *
 * Keys stand in their documented spelling, with descriptions and defaults. Where a number or a truth value is wanted, a
 * placeholder is accepted too. Other keys are allowed: the application has keys of its own.
 */
export function configurationSchema(types: readonly PropertiesClass[]): ConfigurationSchema {
  const root: Node = { type: 'object', properties: {} }
  for (const type of types) merge(sectionAt(root, type.prefix.split('.')), schemaOf(type))
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root }
}

function schemaOf({ schema, name }: PropertiesClass): Node {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withWrittenDefault }) as Node
  delete json.$schema
  return { description: name, ...documented(json) }
}

/** zod leaves out the default of what is converted: here it is said as one would write it. */
function withWrittenDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Record<string, unknown>
}): void {
  const { def } = zodSchema._zod
  if (def.type !== 'default' || jsonSchema.default !== undefined) return
  const text = writtenAs(String(jsonSchema.title), def.defaultValue)
  if (text !== undefined) jsonSchema.default = text
}

/** In the spelling of files, optional all over: a file holds a part of the configuration. */
function documented(node: Node): Node {
  const { properties, required: _, additionalProperties, ...rest } = node
  const result: Node = { ...rest }
  if (properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([key, child]) => [toKebab(key), documented(child)]),
    )
  }
  if (isNode(additionalProperties)) result.additionalProperties = documented(additionalProperties)
  if (isNode(result.items)) result.items = documented(result.items)
  for (const union of ['anyOf', 'oneOf', 'allOf']) {
    const parts = result[union]
    if (Array.isArray(parts)) result[union] = parts.map((part) => documented(part as Node))
  }
  return acceptsPlaceholder(result)
}

const PLACEHOLDER: Node = { type: 'string', pattern: '\\$\\{.+\\}' }

function acceptsPlaceholder(node: Node): Node {
  // A list may be one text with commas.
  const other = node.type === 'array' ? { type: 'string' } : PLACEHOLDER
  if (!['number', 'integer', 'boolean', 'array'].includes(node.type ?? '')) return node
  const { description, default: fallback, ...type } = node
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: [type, other],
  }
}

function sectionAt(root: Node, path: readonly string[]): Node {
  return path.reduce((node, key) => {
    const properties = (node.properties ??= {})
    return (properties[key] ??= { type: 'object', properties: {} })
  }, root)
}

function merge(target: Node, source: Node): void {
  const { properties = {}, description, ...rest } = source
  target.description ??= description ?? ''
  Object.assign(target, rest)
  const known = (target.properties ??= {})
  for (const [key, child] of Object.entries(properties)) {
    const section = known[key]
    if (section === undefined) known[key] = child
    else merge(section, child)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
