import { isPlainObject } from './free-value'
import type { JsonSchema } from './json-schema'
import { plainRootDialect, saidInWords, type SchemaDialect } from './schema-dialect'
import { resolvePointer } from './schema-refs'

/**
 * The part of OpenAPI 3.0 that Gemini takes: no references, one type, `nullable`, choices of text alone. Whatever else stands in a
 * request makes Gemini refuse all of it.
 *
 * @see https://ai.google.dev/api/caching#Schema
 */
export const geminiDialect: SchemaDialect = {
  name: 'gemini',
  convert(schema) {
    if (isEmpty(schema)) return undefined
    return new GeminiForm(schema).of(plainRootDialect.convert(schema), [])
  },
}

/** An object of which nothing is known: Gemini refuses those whose properties are none. */
const isEmpty = ({ properties = {}, additionalProperties, ...rest }: JsonSchema): boolean =>
  Object.keys(properties as object).length === 0 &&
  !isPlainObject(additionalProperties) &&
  Object.keys(rest).every((keyword) => keyword === 'type' || keyword === 'description' || SILENT.has(keyword))

/** Kept as they are. */
const KEPT: ReadonlySet<string> = new Set(
  (
    'title description minItems maxItems minProperties maxProperties minLength maxLength pattern ' +
    'minimum maximum nullable'
  ).split(' '),
)

/** Those that bind nobody and tell nothing. */
const SILENT: ReadonlySet<string> = new Set(
  '$schema $id $anchor $comment $defs definitions readOnly writeOnly contentSchema'.split(' '),
)

/** Those that are said in another way. */
const REWRITTEN: ReadonlySet<string> = new Set(
  'type $ref anyOf oneOf const enum properties required items format'.split(' '),
)

const FORMATS: ReadonlySet<unknown> = new Set('date-time enum int32 int64 float double'.split(' '))

/** A schema whose references are written out may become large; what is beyond is left open. */
const MAX_PARTS = 1000

type Form = Record<string, unknown>

class GeminiForm {
  readonly #root: JsonSchema
  #parts = 0

  constructor(root: JsonSchema) {
    this.#root = root
  }

  /** @param above the references that are being written out */
  of(schema: unknown, above: readonly string[]): JsonSchema {
    if (!isPlainObject(schema) || ++this.#parts > MAX_PARTS) return anything()
    if (typeof schema.$ref === 'string') return this.#writtenOut(schema, schema.$ref, above)
    const kept = Object.entries(schema).filter(([keyword]) => KEPT.has(keyword))
    const form: Form = Object.fromEntries(kept)
    const leftOut: Form = Object.fromEntries(
      Object.entries(schema).filter(([keyword, value]) => isLeftOut(keyword, value)),
    )
    choose(schema, form, leftOut)
    requireKnown(schema, form, leftOut)
    this.#type(schema, form, leftOut, above)
    this.#alternatives(schema, form, leftOut, above)
    if (schema.format !== undefined)
      Object.assign(FORMATS.has(schema.format) ? form : leftOut, { format: schema.format })
    return saidInWords(form.type === undefined && form.anyOf === undefined ? { ...form, ...anything() } : form, leftOut)
  }

  #writtenOut({ $ref, ...beside }: JsonSchema, ref: string, above: readonly string[]): JsonSchema {
    const target = above.includes(ref) || !/^#(?:\/|$)/.test(ref) ? undefined : resolvePointer(this.#root, ref)
    if (!isPlainObject(target)) return saidInWords({ ...anything(), ...described(beside) }, { $ref })
    return this.of({ ...target, ...beside }, [...above, ref])
  }

  /** One type; null beside it is `nullable`, several are alternatives. */
  #type(schema: JsonSchema, form: Form, leftOut: Form, above: readonly string[]): void {
    const types = typesOf(schema)
    const named = types.filter((type) => type !== 'null')
    if (named.length < types.length) form.nullable = true
    if (named.length > 1) form.anyOf = named.map((type) => this.#shape(type, schema, above))
    else if (named[0] !== undefined) Object.assign(form, this.#shape(named[0], schema, above))
    else if (types.length > 0) [form.type, leftOut.type] = ['string', 'null']
  }

  #shape(type: unknown, { properties, items, prefixItems }: JsonSchema, above: readonly string[]): Form {
    if (type === 'array') {
      const each = Array.isArray(prefixItems) ? undefined : items
      return { type, items: this.of(each, above) }
    }
    if (type !== 'object' || !isPlainObject(properties) || isEmpty({ properties })) return { type }
    const made = Object.entries(properties).map(([name, part]) => [name, this.of(part, above)])
    return { type, properties: Object.fromEntries(made) as unknown }
  }

  #alternatives({ anyOf, oneOf }: JsonSchema, form: Form, leftOut: Form, above: readonly string[]): void {
    for (const [keyword, list] of Object.entries({ anyOf, oneOf })) {
      if (!Array.isArray(list)) continue
      const parts = list.filter((part) => !isNull(part)) as readonly unknown[]
      const isFree = form.type === undefined && form.anyOf === undefined && parts.length > 0
      if (!isFree) leftOut[keyword] = list
      else form.anyOf = parts.map((part) => this.of(part, above))
      if (isFree && parts.length < list.length) form.nullable = true
    }
  }
}

/** Choices, where all are text, and null beside them; others keep their type and are said in words. */
function choose(schema: JsonSchema, form: Form, leftOut: Form): void {
  const choices = Array.isArray(schema.enum)
    ? (schema.enum as unknown[])
    : 'const' in schema
      ? [schema.const]
      : undefined
  if (choices === undefined) return
  const named = choices.filter((choice) => choice !== null)
  if (named.length < choices.length) form.nullable = true
  if (named.length > 0 && named.every((choice) => typeof choice === 'string' && choice !== '')) form.enum = named
  else if (named.length > 0) leftOut[Array.isArray(schema.enum) ? 'enum' : 'const'] = schema.enum ?? schema.const
}

/** Only what is a property can be required. */
function requireKnown({ required, properties }: JsonSchema, form: Form, leftOut: Form): void {
  const names = Array.isArray(required) ? (required as unknown[]) : []
  const isKnown = (name: unknown): boolean => isPlainObject(properties) && Object.hasOwn(properties, String(name))
  const known = names.filter(isKnown)
  if (known.length > 0) form.required = known
  if (known.length < names.length) leftOut.required = names.filter((name) => !isKnown(name))
}

/** What is said, or what the choices and the properties let conclude. */
function typesOf({ type, enum: choices, const: only, properties, ...rest }: JsonSchema): readonly unknown[] {
  if (Array.isArray(type)) return [...new Set(type as unknown[])]
  if (type !== undefined) return [type]
  if (Array.isArray(choices)) return [...new Set(choices.map(jsonType))]
  if (only !== undefined) return [jsonType(only)]
  if (properties !== undefined) return ['object']
  return rest.items === undefined && rest.prefixItems === undefined ? [] : ['array']
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isLeftOut(keyword: string, value: unknown): boolean {
  if (KEPT.has(keyword) || SILENT.has(keyword) || REWRITTEN.has(keyword) || keyword.startsWith('x-')) return false
  return !(keyword === 'additionalProperties' && typeof value === 'boolean')
}

const described = ({ description }: JsonSchema): JsonSchema => (description === undefined ? {} : { description })

const isNull = (schema: unknown): boolean => isPlainObject(schema) && schema.type === 'null'

const SIMPLE = ['string', 'number', 'boolean', 'object'].map((type) => ({ type }))

/** Gemini wants to know a type of everything; lists within lists are more than it can be told. */
const anything = (): JsonSchema => ({
  nullable: true,
  anyOf: [...SIMPLE, { type: 'array', items: { nullable: true, anyOf: SIMPLE } }],
})
