/** A JSON Schema document or part of one (draft 2020-12), as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/**
 * The part of the Standard Schema interface (https://standardschema.dev) that is used: zod 4 and others offer it.
 *
 * `jsonSchema` is needed from every library but zod.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: number
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly jsonSchema?:
      { readonly input: (options: { target: 'draft-2020-12' }) => Record<string, unknown> } | undefined
  }
}

/** What a Standard Schema says about a value. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] }

/** One complaint of a Standard Schema. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** How a schema may be given: zod, another Standard Schema, or a JSON Schema. */
export type ParameterSchema = StandardSchema | JsonSchema

/** Whether a schema is zod or another Standard Schema. */
export const isStandardSchema = (schema: ParameterSchema): schema is StandardSchema => '~standard' in schema
