/** A JSON Schema document or part of one (draft 2020-12), as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}
