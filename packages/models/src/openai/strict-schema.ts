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

/** The strict form of a schema, or where and why it has none. */
export type StrictParameters = { readonly parameters: WireObject } | { readonly reason: string }

/**
 * The schema of a tool's arguments in the form of strict mode: objects are closed, all properties required, those that were
 * optional may be null.
 */
export function strictParameters(schema: JsonSchema, mode: Exclude<StrictMode, 'off'>): StrictParameters {
  if (schema.type !== 'object' || schema.anyOf !== undefined) return { reason: 'its root is not one object' }
  const form = new StrictForm({ isExact: false, isForced: mode === 'on' })
  const parameters = form.of(schema, 0)
  return parameters ? { parameters } : { reason: form.reason }
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
  readonly #path: string[] = []
  #reason: string | undefined

  constructor(options: StrictOptions) {
    this.#options = options
  }

  /** Why there was no form, and where. */
  get reason(): string {
    return this.#reason ?? 'it has no strict form'
  }

  of(schema: unknown, depth: number): WireObject | undefined {
    if (!isWireObject(schema)) return this.#none('anything is allowed')
    if (depth > DEEPEST) return this.#none(`it is nested deeper than ${DEEPEST} levels`)
    const kept = Object.entries(schema).filter(([keyword, value]) => value !== undefined && !this.#isLeftOut(keyword))
    const unknown = kept.find(([keyword]) => !KNOWN.has(keyword))
    if (unknown) return this.#none(`strict mode does not know "${unknown[0]}"`)
    const unsayable = unsayableIn(schema)
    if (unsayable) return this.#none(unsayable)
    if (schema.$ref !== undefined && kept.length > 1 && depth > 0) return this.#none('a $ref must stand alone')
    const made = this.#withParts(Object.fromEntries(kept), depth)
    return made && saidInWords(made, this.#told(schema))
  }

  /** The first reason counts: it is where the form fails. */
  #none(why: string): undefined {
    this.#reason ??= this.#path.length > 0 ? `at ${this.#path.join('.')}: ${why}` : why
  }

  #at(place: string, schema: unknown, depth: number): WireObject | undefined {
    this.#path.push(place)
    const made = this.of(schema, depth)
    this.#path.pop()
    return made
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
      if (schema[name] !== undefined) parts[name] = this.#each(name, schema[name], depth)
    if (schema.items !== undefined) parts.items = this.#at('items', schema.items, depth + 1)
    if (schema.anyOf !== undefined) parts.anyOf = this.#all(wireList(schema.anyOf), depth)
    if (Object.values(parts).includes(undefined)) return undefined
    const whole = { ...schema, ...parts }
    return isObjectSchema(schema) ? this.#object(whole, depth) : whole
  }

  #object(schema: WireObject, depth: number): WireObject | undefined {
    const { additionalProperties } = schema
    const properties = this.#each('properties', schema.properties ?? {}, depth)
    if (!properties) return undefined
    const isOpen = additionalProperties !== false
    // A map, or an object of any shape, has no strict form.
    const isMap = isOpen && depth > 0 && schema.properties === undefined
    if (isMap || (isOpen && !this.#mayClose(additionalProperties)))
      return this.#none('properties of any name are allowed')
    const required = new Set(wireList(schema.required))
    const names = Object.keys(properties)
    const isWhole = names.every((name) => required.has(name))
    if (this.#options.isExact) return isWhole ? schema : this.#none('not all properties are required')
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

  #each(keyword: string, schemas: unknown, depth: number): WireObject | undefined {
    if (!isWireObject(schemas)) return this.#none(`"${keyword}" is no object`)
    const made = Object.entries(schemas).map(
      ([name, schema]) => [name, this.#at(`${keyword}.${name}`, schema, depth + 1)] as const,
    )
    return made.some(([, schema]) => schema === undefined) ? undefined : Object.fromEntries(made)
  }

  #all(schemas: readonly unknown[], depth: number): readonly WireObject[] | undefined {
    const made = schemas
      .map((schema, at) => this.#at(`anyOf[${at}]`, schema, depth + 1))
      .filter((schema) => schema !== undefined)
    return made.length === schemas.length ? made : undefined
  }
}

const isObjectSchema = ({ type, properties }: WireObject): boolean =>
  type === 'object' || properties !== undefined || wireList(type).includes('object')

/** What of a schema strict mode cannot be told: it needs one that says what it allows, by patterns and formats that it knows. */
function unsayableIn({ pattern, format, ...schema }: WireObject): string | undefined {
  if (!['type', 'enum', 'const', 'anyOf', '$ref'].some((keyword) => schema[keyword] !== undefined))
    return 'it has no type'
  if (typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern)) return 'its pattern looks around'
  return format === undefined || FORMATS.has(format)
    ? undefined
    : `strict mode does not know the format ${JSON.stringify(format)}`
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
