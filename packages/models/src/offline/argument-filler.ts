import type { JsonSchema, ToolDefinition } from '@vernal/tools'
import { identifierWords } from './words'
import type { Question } from './question'
import { fieldInResults } from './result-fields'
import { guessedText, isIdentifier, textValue, type TextSources } from './text-value'

/** Arguments for a tool, and the required ones for which the question has nothing. */
export interface FilledArguments {
  readonly values: Readonly<Record<string, unknown>>
  readonly missing: readonly string[]
}

/** Where argument values are looked for. */
export interface ArgumentSources {
  readonly question: Question
  /** Results of earlier calls, best first. They only fill what is required and not in the question. */
  readonly results: readonly unknown[]
  /** The names of all tools, by which schemas say where a value comes from. */
  readonly tools: readonly string[]
  /** For words like `tomorrow`. */
  readonly today: Date
}

/** Fills the arguments of a tool by its schema. The same sources always give the same arguments. */
export function fillArguments(definition: ToolDefinition, sources: ArgumentSources): FilledArguments {
  return new ArgumentFiller(definition, sources).fill(definition.inputSchema)
}

/** Hands out numbers and quoted passages one after the other, each once. */
class ArgumentFiller {
  readonly #root: JsonSchema
  readonly #tool: string
  readonly #sources: ArgumentSources
  readonly #numbers: number[]
  readonly #quoted: string[]

  constructor({ name, inputSchema }: ToolDefinition, sources: ArgumentSources) {
    this.#root = inputSchema
    this.#tool = name
    this.#sources = sources
    this.#numbers = [...sources.question.numbers]
    this.#quoted = [...sources.question.quoted]
  }

  fill(schema: JsonSchema): FilledArguments {
    const values: Record<string, unknown> = {}
    const missing: string[] = []
    const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : [])
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
      const value = this.#value(name, this.#resolved(property), required.has(name))
      if (value !== undefined) values[name] = value
      else if (required.has(name)) missing.push(name)
    }
    return { values, missing }
  }

  #value(name: string, schema: JsonSchema, isRequired: boolean): unknown {
    if (isRequired && this.#comesFromTool(schema)) return fieldInResults(name, this.#sources.results)
    const found = this.#inQuestion(name, schema, isRequired)
    if (found !== undefined || !isRequired) return found
    return schema.default ?? fieldInResults(name, this.#sources.results) ?? this.#guess(name, schema)
  }

  /** `Path of the page, as searchDocs gives it`: what the question says about it is no such path. */
  #comesFromTool({ description }: JsonSchema): boolean {
    const words = typeof description === 'string' ? description : ''
    return this.#sources.tools.some((tool) => tool !== this.#tool && words.includes(tool))
  }

  #guess(name: string, schema: JsonSchema): string | undefined {
    return typeOf(schema) === undefined || typeOf(schema) === 'string'
      ? this.#spent(guessedText(this.#textSources(name, schema, true)))
      : undefined
  }

  #inQuestion(name: string, schema: JsonSchema, isRequired: boolean): unknown {
    if (schema.const !== undefined) return isRequired ? schema.const : undefined
    if (Array.isArray(schema.enum)) return this.#choice(name, schema.enum)
    switch (typeOf(schema)) {
      case 'boolean':
        return this.#flag(name, isRequired)
      case 'integer':
      case 'number':
        return this.#number(name, schema, isRequired)
      case 'array':
        return this.#list(name, schema, isRequired)
      case 'object':
        return this.#object(schema, isRequired)
      default:
        return this.#text(name, schema, isRequired)
    }
  }

  /** The choice whose words the question has: the one after the parameter's name (`from USD to EUR`), else the longest. */
  #choice(name: string, choices: readonly unknown[]): unknown {
    const { question } = this.#sources
    const mentioned = choices.filter((choice) => {
      const words = identifierWords(String(choice))
      return words.length > 0 && words.every((word) => question.mentions(word))
    })
    const placed = mentioned.find((choice) => lower(choice) === this.#placed(name))
    if (placed !== undefined) return placed
    const others = Object.keys(this.#root.properties ?? {}).map((each) => this.#placed(each))
    const free = mentioned.filter((choice) => !others.includes(lower(choice)))
    const text = question.text.toLowerCase()
    return (free.length > 0 ? free : mentioned).sort(
      (left, right) =>
        String(right).length - String(left).length || text.indexOf(lower(left)) - text.indexOf(lower(right)),
    )[0]
  }

  #placed(name: string): string | undefined {
    return this.#sources.question.after(identifierWords(name))?.toLowerCase()
  }

  #flag(name: string, isRequired: boolean): boolean | undefined {
    const { question } = this.#sources
    const words = identifierWords(name).filter((word) => !/^(is|has|include|includes|only|with)$/i.test(word))
    const mentioned = words.find((word) => question.mentions(word))
    if (mentioned === undefined) return isRequired ? false : undefined
    return !new RegExp(`\\b(no|not|without|excluding|except)\\s+(\\w+\\s+)?${mentioned}`, 'i').test(question.text)
  }

  #number(name: string, schema: JsonSchema, isRequired: boolean): number | undefined {
    const fits = (value: number): boolean => typeOf(schema) !== 'integer' || Number.isInteger(value)
    const value = this.#numberNear(name) ?? (isRequired ? this.#numbers.find(fits) : undefined)
    if (value === undefined || !fits(value)) return undefined
    this.#spendNumber(value)
    return value
  }

  /** `limit 5`, `5 results`, `top 5`, `at most 5`. */
  #numberNear(name: string): number | undefined {
    const words = identifierWords(name)
    const { question } = this.#sources
    const after = numberIn(question.after(words)) ?? question.numberBefore(words) ?? this.#numberOfObject(name)
    if (after !== undefined || !words.some((word) => COUNTING.test(word))) return after
    const counted =
      /\b(?:top|first|last|latest|newest|oldest|at most|up to|only|max(?:imum)?|limit(?:ed to)?)\s+(\d+)\b/i
    return numberIn(counted.exec(question.text)?.[1])
  }

  /** `order 7` is the `number` of `refundOrder`, wherever an amount stands. */
  #numberOfObject(name: string): number | undefined {
    const [, ...object] = identifierWords(this.#tool)
    return isIdentifier(name) ? numberIn(this.#sources.question.after(object)) : undefined
  }

  #spendNumber(value: number): void {
    const index = this.#numbers.indexOf(value)
    if (index >= 0) this.#numbers.splice(index, 1)
  }

  #list(name: string, schema: JsonSchema, isRequired: boolean): readonly unknown[] | undefined {
    const items = this.#resolved((schema.items ?? {}) as JsonSchema)
    const { question } = this.#sources
    const type = typeOf(items)
    if (Array.isArray(items.enum)) return nonEmpty(items.enum.filter((choice) => question.mentions(String(choice))))
    if (type === 'number' || type === 'integer') return isRequired ? nonEmpty(this.#numbers.splice(0)) : undefined
    if (!isRequired && question.labelled(name) === undefined) return undefined
    return (
      nonEmpty(this.#quoted.splice(0)) ??
      nonEmpty(question.labelled(name)?.split(/\s*,\s*/)) ??
      nonEmpty(question.names)
    )
  }

  #object(schema: JsonSchema, isRequired: boolean): object | undefined {
    const { values, missing } = this.fill(schema)
    if (missing.length > 0) return undefined
    return isRequired || Object.keys(values).length > 0 ? values : undefined
  }

  #text(name: string, schema: JsonSchema, isRequired: boolean): string | undefined {
    return this.#spent(textValue(this.#textSources(name, schema, isRequired)))
  }

  #textSources(name: string, schema: JsonSchema, isRequired: boolean): TextSources {
    const ownWords = identifierWords(this.#tool)
    return { ...this.#sources, ownWords, name, schema, isRequired, quoted: this.#quoted }
  }

  /** A value that was found belongs to no other parameter. */
  #spent(value: string | undefined): string | undefined {
    if (value === undefined) return undefined
    const index = this.#quoted.indexOf(value)
    if (index >= 0) this.#quoted.splice(index, 1)
    const number = numberIn(value)
    if (number !== undefined) this.#spendNumber(number)
    return value
  }

  /** Follows a reference within the schema, and takes the first alternative that is not null. */
  #resolved(schema: JsonSchema, depth = 0): JsonSchema {
    if (depth > 8) return schema
    if (typeof schema.$ref === 'string') return this.#resolved(this.#referenced(schema.$ref), depth + 1)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (!Array.isArray(alternatives)) return schema
    const first = (alternatives as readonly JsonSchema[]).find((each) => each.type !== 'null')
    return first ? this.#resolved(first, depth + 1) : schema
  }

  #referenced(reference: string): JsonSchema {
    const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
    const target = steps.reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step],
      this.#root,
    )
    return (target ?? {}) as JsonSchema
  }
}

const COUNTING = /^(limit|max|maximum|count|top|n|size|take|amount|results|first|last)$/i

const lower = (value: unknown): string => String(value).toLowerCase()

const typeOf = (schema: JsonSchema): unknown =>
  Array.isArray(schema.type) ? (schema.type as unknown[]).find((type) => type !== 'null') : schema.type

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined

const nonEmpty = <T>(items: readonly T[] | undefined): readonly T[] | undefined =>
  items && items.length > 0 ? [...items] : undefined
