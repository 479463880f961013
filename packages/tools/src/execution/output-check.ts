import { BindingRun } from '../schema/binding-run'
import type { JsonSchema, ParameterSchema } from '../schema/json-schema'
import { compileSchema } from '../schema/schema-compiler'
import { schemaPart } from '../schema/schema-part'
import { published } from '../schema/tool-input'

/** Looks whether a result, in its JSON form, is what the tool promises: the places that are not, with what is expected there. */
export type OutputCheck = (value: unknown) => readonly string[] | Promise<readonly string[]>

/** The schema of a result, and its check. Built once. */
export interface ToolOutputSchema {
  readonly schema: JsonSchema
  readonly check: OutputCheck
}

/**
 * @param place for messages
 * @throws {ToolError} `TOOL_SCHEMA_INVALID`
 */
export function outputSchema(given: ParameterSchema, place: string): ToolOutputSchema {
  const { schema, validate } = schemaPart(given, place)
  const check = compileSchema(schema)
  return {
    schema: published(schema),
    check: (value) => {
      const run = new BindingRun()
      run.whole(check, value)
      if (run.problemCount > 0 || !validate) return run.problems.map(placeOf)
      const validation = validate(value)
      return validation instanceof Promise ? validation.then(placesOf) : placesOf(validation)
    },
  }
}

type Validated = Awaited<ReturnType<NonNullable<ReturnType<typeof schemaPart>['validate']>>>

const placesOf = (validation: Validated): readonly string[] =>
  'problems' in validation ? validation.problems.map(placeOf) : []

/** What was received is left out: results do not belong into logs. */
const placeOf = ({ path, message }: { readonly path: string; readonly message: string }): string =>
  `${path === '' ? 'the result' : path}: ${message.replace(/,? (?:but )?received .*$/s, '')}`
