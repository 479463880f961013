import { isPlainObject } from './free-value'
import type { JsonSchema } from './json-schema'

/**
 * How a provider wants the schemas of tools. Definitions hold them in the neutral form, JSON Schema draft 2020-12, which is also what the Model
 * Context Protocol takes; they are converted where a provider is asked, once for each tool set.
 *
 * A dialect never asks for more than the neutral schema; what it cannot say stands in words in the description, and is checked
 * when the arguments come back.
 */
export interface SchemaDialect {
  /** For people. */
  readonly name: string
  /**
   * The schema of the arguments of a tool in this dialect. The given one is not changed.
   *
   * @returns undefined when the tool takes nothing and the provider wants to hear nothing of it
   */
  convert(schema: JsonSchema): JsonSchema | undefined
}

/** What OpenAI and Anthropic refuse beside `type: object` at the root of a schema, and take everywhere below. */
const REFUSED_AT_ROOT: readonly string[] = [
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'enum',
  'const',
  'if',
  'then',
  'else',
  '$ref',
]

/**
 * Everything but alternatives and conditions at the root: what OpenAI takes without strict mode, and Anthropic, and those who imitate them.
 *
 * @see https://platform.openai.com/docs/guides/function-calling
 * @see https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use
 */
export const plainRootDialect: SchemaDialect = {
  name: 'plain root',
  convert(schema) {
    const refused = REFUSED_AT_ROOT.filter((keyword) => Object.hasOwn(schema, keyword))
    if (refused.length === 0) return schema
    const kept = Object.entries(schema).filter(([keyword]) => !refused.includes(keyword))
    return saidInWords(
      withProperties(Object.fromEntries(kept), schema),
      Object.fromEntries(refused.map((keyword) => [keyword, schema[keyword]])),
    )
  },
}

/** The root with the properties that stand in its alternatives only, so that a model sees what they are made of. */
function withProperties(root: JsonSchema, { anyOf, oneOf }: JsonSchema): JsonSchema {
  const parts = [anyOf, oneOf]
    .flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : []))
    .filter(isPlainObject)
  const own = (root.properties ?? {}) as JsonSchema
  const names = new Set(parts.flatMap(({ properties }) => (isPlainObject(properties) ? Object.keys(properties) : [])))
  const found = [...names].filter((name) => !Object.hasOwn(own, name)).map((name) => [name, eitherOf(name, parts)])
  return found.length === 0 ? root : { ...root, properties: { ...own, ...(Object.fromEntries(found) as JsonSchema) } }
}

/** What a property may be; anything, where an alternative that does not name it is open. */
function eitherOf(name: string, parts: readonly JsonSchema[]): JsonSchema {
  const said = parts.flatMap(({ properties, additionalProperties }): unknown[] => {
    if (isPlainObject(properties) && Object.hasOwn(properties, name)) return [properties[name]]
    return additionalProperties === false ? [] : [{}]
  })
  const forms = [...new Map(said.map((form) => [JSON.stringify(form), form])).values()]
  if (forms.some((form) => !isPlainObject(form) || Object.keys(form).length === 0)) return {}
  return forms.length === 1 ? (forms[0] as JsonSchema) : { anyOf: forms }
}

/** The most that is said in words, in characters: a description is no place for a whole schema. */
const MAX_WORDS_CHARS = 1000

/** A schema whose description ends with what its keywords do not say. The same schema when nothing was left out. */
export function saidInWords(schema: JsonSchema, leftOut: JsonSchema): JsonSchema {
  if (Object.keys(leftOut).length === 0) return schema
  const text = JSON.stringify(leftOut)
  const words = text.length > MAX_WORDS_CHARS ? Object.keys(leftOut).join(', ') : text
  const { description } = schema
  const before = typeof description === 'string' && description !== '' ? `${description}\n` : ''
  return { ...schema, description: `${before}Also holds (JSON Schema): ${words}` }
}
