import type { JsonSchema } from '@vernal/tools'
import { isWireObject, wireList, type WireObject } from '../wire-value'

/** Keywords strict mode does not know. */
const UNKNOWN = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'prefixItems',
  'contains',
  'uniqueItems',
  'default',
  'contentEncoding',
] as const

/**
 * Whether a schema obeys the rules of strict mode as it is: objects are closed and all their properties required, and there are
 * no keywords it does not know.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export function isStrictSchema(schema: JsonSchema): boolean {
  const seen = new Set<unknown>()
  return schema.type === 'object' && isStrict(schema, seen)
}

function isStrict(schema: unknown, seen: Set<unknown>): boolean {
  if (!isWireObject(schema)) return false
  if (seen.has(schema)) return true
  seen.add(schema)
  if (UNKNOWN.some((keyword) => keyword in schema) || !isKnownPattern(schema.pattern)) return false
  return isClosed(schema) && partsOf(schema).every((part) => isStrict(part, seen)) && saysSomething(schema)
}

/** An object has its properties, all of them required, and no others. */
function isClosed({ type, properties, required, additionalProperties }: WireObject): boolean {
  const isObject = type === 'object' || properties !== undefined || wireList(type).includes('object')
  if (!isObject) return additionalProperties === undefined
  const names = isWireObject(properties) ? Object.keys(properties) : []
  const listed = new Set(wireList(required))
  return additionalProperties === false && names.every((name) => listed.has(name))
}

function partsOf({ properties, items, anyOf, $defs, definitions }: WireObject): readonly unknown[] {
  const named = [properties, $defs, definitions].filter(isWireObject).flatMap((parts) => Object.values(parts))
  return [...named, ...(items === undefined ? [] : [items]), ...wireList(anyOf)]
}

/** A schema that allows anything is no schema here. */
const saysSomething = (schema: WireObject): boolean =>
  ['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => schema[keyword] !== undefined)

/** Patterns that look ahead or behind are refused. */
const isKnownPattern = (pattern: unknown): boolean => typeof pattern !== 'string' || !/\(\?<?[=!]/.test(pattern)
