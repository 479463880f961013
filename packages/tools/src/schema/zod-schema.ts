import { z } from 'zod'
import { invalidSchema } from '../tool-error'
import type { JsonSchema, StandardSchema } from './json-schema'
import { BIGINT_HOOK, DATE_HOOK, HOOK, type SchemaHook } from './schema-hook'
import { mapSchema, schemaParts } from './schema-refs'

const MARK = 'x-vernal-hook'
const HOOKS: Readonly<Record<string, SchemaHook>> = { date: DATE_HOOK, bigint: BIGINT_HOOK }
/** zod puts its defaults in itself, also those that come after a transform. */
const ZOD_DEFAULT: SchemaHook = { absent: () => undefined }
const INSTEAD: Readonly<Record<string, string>> = {
  map: 'a Map has no JSON form; use z.record()',
  set: 'a Set has no JSON form; use z.array()',
  function: 'a function cannot come from a model',
  custom: 'a custom type (z.instanceof, z.custom) has no JSON form; use z.string() or z.object() with .transform()',
  symbol: 'a symbol has no JSON form',
  undefined: 'undefined has no JSON form; use .optional()',
  void: 'void has no JSON form; leave the parameter out',
  nan: 'NaN has no JSON form; use z.number()',
  promise: 'a promise has no JSON form',
  file: 'a file has no JSON form; use z.string() with base64 text',
}

/** What a zod schema is made of, as far as it is looked at here. */
interface ZodInternals {
  readonly _zod: { readonly def: { readonly type: string } }
}

const isZod4 = (schema: StandardSchema): schema is StandardSchema & z.ZodType => '_zod' in schema

/**
 * The JSON Schema of what a zod schema, or another Standard Schema, accepts.
 *
 * Dates become date-time strings and big integers strings of digits; both reach zod as what they are.
 *
 * @param place for messages: the tool, and the parameter when there is one
 * @throws {ToolError} `TOOL_SCHEMA_INVALID` when a part has no JSON form
 */
export function standardToJsonSchema(schema: StandardSchema, place: string): JsonSchema {
  if (isZod4(schema)) return zodToJsonSchema(schema, place)
  const { jsonSchema, vendor } = schema['~standard']
  if (jsonSchema === undefined) {
    throw invalidSchema(place, `the ${vendor} schema cannot say its JSON Schema`, 'Use zod 4, or give a JSON Schema.')
  }
  return jsonSchema.input({ target: 'draft-2020-12' })
}

function zodToJsonSchema(schema: z.ZodType, place: string): JsonSchema {
  const problems: string[] = []
  const json = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const { type } = (zodSchema as ZodInternals)._zod.def
      if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time', [MARK]: type })
      if (type === 'bigint') Object.assign(jsonSchema, { type: 'string', pattern: '^-?\\d+$', [MARK]: type })
      if (INSTEAD[type] !== undefined) problems.push(`${parameterPath(path)}: ${INSTEAD[type]}`)
    },
  })
  if (problems.length > 0) throw invalidSchema(place, problems.join('; '), 'Use a type that JSON can carry.')
  return withHooks(json)
}

/** `['properties', 'filter', 'items']` → `filter`. */
function parameterPath(path: readonly (string | number)[]): string {
  const names = path.filter((_, at) => path[at - 1] === 'properties').map(String)
  return names.length === 0 ? 'the value' : `parameter ${names.join('.')}`
}

/** Turns marks into hooks, closes objects as zod does, and drops what only zod needs. */
function withHooks(json: JsonSchema): JsonSchema {
  const hasIntersections = schemaParts(json).some((part) => 'allOf' in part)
  return mapSchema(json, (part) => {
    const { [MARK]: mark, $schema: _, '~standard': __, ...rest } = part as JsonSchema & Record<string, unknown>
    const closed = 'properties' in rest && !('additionalProperties' in rest) && !hasIntersections
    const node = closed ? { ...rest, additionalProperties: false } : rest
    const hook = { ...HOOKS[typeof mark === 'string' ? mark : ''], ...('default' in node ? ZOD_DEFAULT : {}) }
    return Object.keys(hook).length > 0 ? { ...node, [HOOK]: hook } : node
  })
}
