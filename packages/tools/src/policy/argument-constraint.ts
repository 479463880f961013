import { bindArguments, type BindOptions, type BoundArguments } from '../execution/argument-binder'
import type { ToolCallback } from '../registry/tool-callback'
import type { JsonSchema } from '../schema/json-schema'
import type { ArgumentConversion, ArgumentProblem } from '../schema/binding-run'
import { inputOfSchema, type ToolInput } from '../schema/tool-input'
import { invalidOption } from '../tool-error'

const PARSE: BindOptions = { maxChars: Number.MAX_SAFE_INTEGER, repair: false, unknown: 'refuse' }

/** What arguments of a tool must fit beyond the tool's own schema. Compiled once. */
export class ArgumentConstraint {
  readonly #input: ToolInput
  readonly #names: readonly string[]

  /**
   * @param schemas by the names of the arguments
   * @param source for messages
   * @throws {ToolError} `TOOL_OPTION_INVALID` when the tool has no such argument, `TOOL_SCHEMA_INVALID` when a schema cannot be used
   */
  constructor(schemas: Readonly<Record<string, JsonSchema>>, { definition }: ToolCallback, source: string) {
    const known = Object.keys(definition.inputSchema.properties as object)
    this.#names = Object.keys(schemas)
    const unknown = this.#names.find((name) => !known.includes(name))
    if (unknown !== undefined) {
      const place = `of ${source} constrains "${unknown}", which the tool "${definition.name}" does not have`
      throw invalidOption('arguments', `${place}: ${known.join(', ') || 'it has none'}`)
    }
    // An argument left out could be completed by the method itself, behind the rule's back.
    const schema = { type: 'object', properties: schemas, required: this.#names, additionalProperties: false }
    this.#input = inputOfSchema(schema, `${source}, for ${definition.name}`)
  }

  /** What the model reads when arguments do not fit, else undefined. */
  problemOf(args: Readonly<Record<string, unknown>>): string | undefined {
    const named = this.#names.flatMap((name) => (Object.hasOwn(args, name) ? [[name, args[name]] as const] : []))
    const bound = bindArguments(
      this.#input,
      JSON.stringify(Object.fromEntries(named), exactly),
      PARSE,
    ) as BoundArguments
    const problems = 'problems' in bound ? bound.problems.map(problemText) : bound.conversions.map(inexactText)
    return problems.length > 0 ? `This caller may not use these arguments: ${problems.join('; ')}.` : undefined
  }
}

const problemText = ({ path, message }: ArgumentProblem): string => `${path} ${message}`.trim()

/** The tool receives what was sent, so what fits only after a correction does not fit. */
const inexactText = ({ path, to }: ArgumentConversion): string => `${path} must be written exactly as its ${to}`

/** Arguments are what a schema made of JSON; those that JSON does not know are compared as text. */
const exactly = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
