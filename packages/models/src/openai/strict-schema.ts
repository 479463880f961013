import { saidInWords, type JsonSchema } from '@vernal/tools'
import { isWireObject, wireList, type WireObject } from '../wire-value'

/** Whether a tool is offered in strict mode: where its schema allows it as it is, wherever it can be made to, or never. */
export type StrictMode = 'auto' | 'on' | 'off'

/** Keywords of strict mode. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    '$schema $ref $defs definitions title description type enum const properties required additionalProperties items anyOf ' +
    'pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems'
  ).split(' '),
)

/** Keywords that bind nobody; those that tell something are said in words. */
const NOTES: ReadonlySet<string> = new Set([
  'default',
  'examples',
  '$comment',
  '$id',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/** Keywords that tell a model nothing. */
const SILENT: ReadonlySet<string> = new Set(['$comment', '$id', 'readOnly', 'writeOnly'])

/** Keywords that are said in words where strict mode is wanted all the same: the arguments are checked here anyway. */
const CHECKED_HERE: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
])

const FORMATS: ReadonlySet<unknown> = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '))

const DEEPEST = 10

/**
 * Whether a schema obeys the rules of strict mode as it is.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export const isStrictSchema = (schema: JsonSchema): boolean =>
  schema.type === 'object' && new StrictForm({ isExact: true, isForced: false }).of(schema, 0) !== undefined

/**
 * The schema of a tool's arguments in the form of strict mode: objects are closed, all properties required, those that were
 * optional may be null. Undefined where it cannot be said in that form, or the mode is `off`.
 */
export function strictParameters(schema: JsonSchema, mode: StrictMode): WireObject | undefined {
  if (mode === 'off' || schema.type !== 'object' || schema.anyOf !== undefined) return undefined
  return new StrictForm({ isExact: false, isForced: mode === 'on' }).of(schema, 0)
}

interface StrictOptions {
  /** Nothing may have to be changed. */
  readonly isExact: boolean
  /** What strict mode does not know may be left out, where it is checked here anyway. */
  readonly isForced: boolean
}

/** Makes the strict form of a schema, part by part; undefined for a part that has none. */
class StrictForm {
  readonly #options: StrictOptions

  constructor(options: StrictOptions) {
    this.#options = options
  }

  of(schema: unknown, depth: number): WireObject | undefined {
    if (!isWireObject(schema) || depth > DEEPEST) return undefined
    const kept = Object.entries(schema).filter(([keyword, value]) => value !== undefined && !this.#isLeftOut(keyword))
    if (kept.some(([keyword]) => !KNOWN.has(keyword)) || !isSayable(schema)) return undefined
    if (schema.$ref !== undefined && kept.length > 1 && depth > 0) return undefined
    const made = this.#withParts(Object.fromEntries(kept), depth)
    return made && saidInWords(made, this.#told(schema))
  }

  #told(schema: WireObject): WireObject {
    const told = Object.entries(schema).filter(([keyword]) => this.#isLeftOut(keyword) && !SILENT.has(keyword))
    return Object.fromEntries(told)
  }

  #isLeftOut(keyword: string): boolean {
    const { isExact, isForced } = this.#options
    return (!isExact && NOTES.has(keyword)) || (isForced && CHECKED_HERE.has(keyword))
  }

  #withParts(schema: WireObject, depth: number): WireObject | undefined {
    const parts: Record<string, unknown> = {}
    for (const name of ['$defs', 'definitions'] as const)
      if (schema[name] !== undefined) parts[name] = this.#each(schema[name], depth)
    if (schema.items !== undefined) parts.items = this.of(schema.items, depth + 1)
    if (schema.anyOf !== undefined) parts.anyOf = this.#all(wireList(schema.anyOf), depth)
    if (Object.values(parts).includes(undefined)) return undefined
    const whole = { ...schema, ...parts }
    return isObjectSchema(schema) ? this.#object(whole, depth) : whole
  }

  #object(schema: WireObject, depth: number): WireObject | undefined {
    const { additionalProperties } = schema
    const properties = this.#each(schema.properties ?? {}, depth)
    const isOpen = additionalProperties !== false
    // A map, or an object of any shape, has no strict form.
    const isMap = isOpen && depth > 0 && schema.properties === undefined
    if (!properties || isMap || (isOpen && !this.#mayClose(additionalProperties))) return undefined
    const required = new Set(wireList(schema.required))
    const names = Object.keys(properties)
    const isWhole = names.every((name) => required.has(name))
    if (this.#options.isExact) return isWhole ? schema : undefined
    const all = names.map((name) => [
      name,
      required.has(name) ? properties[name] : nullable(properties[name] as WireObject),
    ])
    return { ...schema, properties: Object.fromEntries(all), required: names, additionalProperties: false }
  }

  /** What was said about further properties: nothing can be closed, anything only when strict mode is wanted. */
  #mayClose(additionalProperties: unknown): boolean {
    const { isExact, isForced } = this.#options
    return !isExact && (additionalProperties === undefined || (isForced && additionalProperties === true))
  }

  #each(schemas: unknown, depth: number): WireObject | undefined {
    if (!isWireObject(schemas)) return undefined
    const made = Object.entries(schemas).map(([name, schema]) => [name, this.of(schema, depth + 1)] as const)
    return made.some(([, schema]) => schema === undefined) ? undefined : Object.fromEntries(made)
  }

  #all(schemas: readonly unknown[], depth: number): readonly WireObject[] | undefined {
    const made = schemas.map((schema) => this.of(schema, depth + 1)).filter((schema) => schema !== undefined)
    return made.length === schemas.length ? made : undefined
  }
}

const isObjectSchema = ({ type, properties }: WireObject): boolean =>
  type === 'object' || properties !== undefined || wireList(type).includes('object')

/** A schema that says what it allows, by patterns and formats that are known. Patterns that look around are not. */
function isSayable(schema: WireObject): boolean {
  const saysSomething = ['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => schema[keyword] !== undefined)
  const looksAround = typeof schema.pattern === 'string' && /\(\?<?[=!]/.test(schema.pattern)
  return saysSomething && !looksAround && (schema.format === undefined || FORMATS.has(schema.format))
}

/** The schema, or null. */
function nullable(schema: WireObject): WireObject {
  const { type, anyOf, enum: choices, description, ...rest } = schema
  const described = description === undefined ? {} : { description }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] }
  if (Array.isArray(choices)) {
    return {
      ...schema,
      ...(type === undefined ? {} : { type: withNull(type) }),
      enum: [...(choices as unknown[]), null],
    }
  }
  if (type !== undefined && schema.const === undefined) return { ...schema, type: withNull(type) }
  return { ...described, anyOf: [{ ...rest, ...(type === undefined ? {} : { type }) }, { type: 'null' }] }
}

const withNull = (type: unknown): readonly unknown[] => [
  ...new Set([...(Array.isArray(type) ? (type as unknown[]) : [type]), 'null']),
]
