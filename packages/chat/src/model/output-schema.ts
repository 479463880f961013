import type { JsonSchema } from '@vernal/tools'
import { z } from 'zod'
import { jsonInText } from './json-in-text'
import type { ResponseFormat } from './prompt'

/** What was read from a text: the value, or what is wrong, in words a model can act on. */
export type OutputReading<T> =
  { readonly value: T; readonly problem?: undefined } | { readonly problem: string; readonly value?: undefined }

const MAX_ISSUES = 10

/** The shape an answer must have: what is told to the model, and how its text is read. */
export class OutputSchema<T = unknown> {
  readonly jsonSchema: JsonSchema
  readonly #validator: z.ZodType<T>

  private constructor(jsonSchema: JsonSchema, validator: z.ZodType<T>) {
    this.jsonSchema = jsonSchema
    this.#validator = validator
  }

  /** Of a zod schema. Objects that say nothing else are told to have no further properties; some that come are dropped. */
  static ofZod<T>(schema: z.ZodType<T>): OutputSchema<T> {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: closeObject })
    return new OutputSchema(json, schema)
  }

  /** Of a JSON Schema. */
  static ofJsonSchema(schema: JsonSchema): OutputSchema {
    return new OutputSchema(schema, z.fromJSONSchema(schema))
  }

  /** What a model is asked for. */
  format(options: { readonly native?: boolean | undefined } = {}): ResponseFormat {
    const title = this.jsonSchema.title ?? this.jsonSchema.id
    const name = typeof title === 'string' ? title.replaceAll(/[^\w-]/g, '_').slice(0, 64) : ''
    return {
      name: name || 'answer',
      schema: this.jsonSchema,
      ...(options.native === undefined ? {} : { native: options.native }),
    }
  }

  /** Finds the JSON in a text, also in code fences or between words, and checks it. */
  async read(text: string): Promise<OutputReading<T>> {
    if (text.trim() === '') return { problem: 'Empty JSON output for validation.' }
    let problem: string | undefined
    for (const candidate of this.#candidates(text)) {
      const result = await this.#validator.safeParseAsync(candidate)
      if (result.success) return { value: result.data }
      problem ??= issuesText(result.error)
    }
    return { problem: problem ?? `Invalid JSON: ${syntaxProblem(text)}` }
  }

  /** Where a text is asked for, many models leave the quotes out. */
  *#candidates(text: string): Iterable<unknown> {
    yield* jsonInText(text)
    if (this.jsonSchema.type === 'string') yield text.trim()
  }
}

function closeObject({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type === 'object' && jsonSchema.properties) jsonSchema.additionalProperties ??= false
}

function issuesText({ issues }: z.ZodError): string {
  const texts = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.map(String).join('.') || 'value'}: ${message}`)
  const more = issues.length - texts.length
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

function syntaxProblem(text: string): string {
  try {
    JSON.parse(text)
    return 'there is no JSON value.'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
