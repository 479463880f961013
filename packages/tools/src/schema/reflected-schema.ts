import { declaredFields } from '../definition/tool-declaration'
import type { ToolParamEnum, ToolParamOptions } from '../definition/tool-param'
import type { JsonSchema, ParameterSchema } from './json-schema'
import {
  BIGINT_HOOK,
  BYTES_HOOK,
  DATE_HOOK,
  HOOK,
  hookOf,
  instanceHook,
  URL_HOOK,
  type SchemaHook,
} from './schema-hook'
import { schemaPart, type SchemaPart } from './schema-part'
import type { SharedDefinitions } from './schema-refs'

/** What is being described, and what has been found wrong. */
export interface Description {
  readonly definitions: SharedDefinitions
  /** For messages about schemas. */
  readonly place: string
  readonly problems: string[]
  /** The classes that are being described, and those that turned out to be recursive, with the name of their definition. */
  readonly classes: Map<unknown, { definition?: string }>
}

type AnyClass = new () => object

const SCALARS = new Map<unknown, JsonSchema & { readonly [HOOK]?: SchemaHook }>([
  [String, { type: 'string' }],
  ['string', { type: 'string' }],
  [Number, { type: 'number' }],
  ['number', { type: 'number' }],
  ['integer', { type: 'integer' }],
  [Boolean, { type: 'boolean' }],
  ['boolean', { type: 'boolean' }],
  [BigInt, { type: 'string', pattern: '^-?\\d+$', [HOOK]: BIGINT_HOOK }],
  [Date, { type: 'string', format: 'date-time', [HOOK]: DATE_HOOK }],
  [URL, { type: 'string', format: 'uri', [HOOK]: URL_HOOK }],
  [Buffer, { type: 'string', contentEncoding: 'base64', [HOOK]: BYTES_HOOK }],
  [Uint8Array, { type: 'string', contentEncoding: 'base64', [HOOK]: BYTES_HOOK }],
])
const WITHOUT_JSON: ReadonlySet<unknown> = new Set([
  ...[Map, Set, WeakMap, WeakSet, Promise, RegExp, Error, Symbol, AbortSignal, ArrayBuffer],
])

/**
 * The schema of a parameter or a field: what was said with `@ToolParam`, else what the compiler tells.
 * Undefined when neither is enough; then a problem is noted.
 *
 * @param where for messages: `parameter "limit"`
 */
export function describeValue(
  options: ToolParamOptions,
  reflected: unknown,
  where: string,
  description: Description,
): SchemaPart | undefined {
  const part = undescribedValue(options, reflected, where, description)
  if (part === undefined || options.description === undefined) return part
  return { ...part, schema: { ...part.schema, description: options.description } }
}

function undescribedValue(
  options: ToolParamOptions,
  reflected: unknown,
  where: string,
  description: Description,
): SchemaPart | undefined {
  if (options.schema !== undefined) {
    const beside = (['type', 'items', 'enum'] as const).filter((option) => options[option] !== undefined)
    if (beside.length === 0) return embedded(options.schema, where, description)
    description.problems.push(
      `${where} has ${beside.join(' and ')} beside a schema, which says it all: leave one of them out`,
    )
    return undefined
  }
  const type = options.type ?? reflected
  if (options.enum !== undefined) return enumPart(options.enum, type === Array && options.items === undefined)
  if (options.items !== undefined) return arrayPart(options.items, where, description)
  const schema = typeSchema(type, where, description)
  return schema && { schema, isOptional: false }
}

function embedded(schema: ParameterSchema, where: string, { definitions, place }: Description): SchemaPart {
  const part = schemaPart(schema, `${place} (${where})`)
  return { ...part, schema: definitions.embed(part.schema, where.replace(/^.*"(.*)"$/, '$1')) }
}

function enumPart(source: ToolParamEnum, isList: boolean): SchemaPart {
  const values = Array.isArray(source) ? (source as unknown[]) : enumValues(source as Record<string, unknown>)
  const types = [...new Set(values.map(jsonType))]
  const schema = { type: types.length === 1 ? types[0] : types, enum: values }
  return { schema: isList ? { type: 'array', items: schema } : schema, isOptional: false }
}

/** A numeric TypeScript enum also has its names as values: `{ 0: 'Low', Low: 0 }`. */
const enumValues = (source: Record<string, unknown>): unknown[] =>
  Object.entries(source)
    .filter(([key, value]) => !(typeof value === 'string' && source[value] === Number(key)))
    .map(([, value]) => value)

const jsonType = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value

function arrayPart(items: unknown, where: string, description: Description): SchemaPart | undefined {
  const isType = SCALARS.has(items) || (typeof items === 'function' && !('~standard' in items))
  const element = isType
    ? typeSchema(items, `the elements of ${where}`, description)
    : embedded(items as ParameterSchema, where, description)
  if (element === undefined) return undefined
  if (isType) return { schema: { type: 'array', items: element }, isOptional: false }
  const { schema, validate } = element as SchemaPart
  return { schema: { type: 'array', items: withValidator(schema, validate) }, isOptional: false }
}

/** Lets the zod schema of a nested value take part: there it can only check at once, not later. */
function withValidator(schema: JsonSchema, validate: SchemaPart['validate']): JsonSchema {
  if (validate === undefined) return schema
  const inner = hookOf(schema)
  const finish: SchemaHook['finish'] = (value, run) => {
    const validation = validate(inner?.finish?.(value, run) ?? value)
    if (validation instanceof Promise) run.problem('asynchronous checks are only possible on parameters')
    else if ('value' in validation) return validation.value
    else for (const { path, message } of validation.problems) run.problem(path === '' ? message : `${path}: ${message}`)
    return value
  }
  return { ...schema, [HOOK]: { ...inner, finish, absent: () => absentValue(validate) } }
}

function absentValue(validate: NonNullable<SchemaPart['validate']>): unknown {
  const validation = validate(undefined)
  return !(validation instanceof Promise) && 'value' in validation ? validation.value : undefined
}

function typeSchema(type: unknown, where: string, description: Description): JsonSchema | undefined {
  const scalar = SCALARS.get(type)
  if (scalar !== undefined) return scalar
  // swc emits the enum object itself where tsc emits String or Number.
  if (typeof type === 'object' && type !== null) return enumPart(type as ToolParamEnum, false).schema
  const problem = typeProblem(type)
  if (problem === undefined) return classSchema(type as AnyClass, where, description)
  description.problems.push(`${where} ${problem}`)
  return undefined
}

function typeProblem(type: unknown): string | undefined {
  if (type === Array) return 'is an array, and the compiler does not say of what: add @ToolParam({ items: String })'
  if (type === Object || type === Function) {
    return 'has a type that does not exist at run time (an interface, a union, a type alias or any): add @ToolParam({ schema: z.… }), or enum, or type'
  }
  if (typeof type !== 'function') {
    return 'has no known type (is emitDecoratorMetadata on? do two files import each other?): annotate it, or add @ToolParam({ type: String })'
  }
  if (WITHOUT_JSON.has(type)) return `is a ${type.name}, which has no JSON form: add @ToolParam({ schema: z.… })`
  if (declaredFields(type.prototype as object).size > 0) return undefined
  return `is the class ${type.name}, none of whose fields has @ToolParam: decorate them, or add @ToolParam({ schema: z.… })`
}

function classSchema(type: AnyClass, where: string, description: Description): JsonSchema {
  const { classes, definitions } = description
  const known = classes.get(type)
  if (known !== undefined) {
    known.definition ??= definitions.reserve(type.name)
    return refTo(known.definition)
  }
  const state: { definition?: string } = {}
  classes.set(type, state)
  const schema = fieldsSchema(type, where, description)
  if (state.definition !== undefined) {
    definitions.add(state.definition, schema)
    return refTo(state.definition)
  }
  classes.delete(type)
  return schema
}

const refTo = (definition: string): JsonSchema => ({ $ref: `#/$defs/${definition}` })

function fieldsSchema(type: AnyClass, where: string, description: Description): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [key, { options, type: reflected }] of declaredFields(type.prototype as object)) {
    const part = describeValue(options, reflected, `the field "${key}" of ${type.name} (${where})`, description)
    if (part === undefined) continue
    properties[key] = withValidator(part.schema, part.validate)
    if (options.required ?? !part.isOptional) required.push(key)
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    [HOOK]: instanceHook(type),
  }
}
