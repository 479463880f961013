import type { ToolTraits } from '../definition/tool-traits'
import type { ToolContext } from '../execution/tool-context'
import type { ParameterSchema, StandardSchema } from '../schema/json-schema'
import { inputOfSchema } from '../schema/tool-input'
import { declaredTool } from './declared-tool'
import type { ToolCallback } from './tool-callback'

/** A tool made of a function. */
export interface FunctionToolOptions<S extends ParameterSchema | undefined = undefined> extends ToolTraits {
  /** 1 to 64 of the characters `a-z A-Z 0-9 _ -`. */
  readonly name: string
  /** What the tool does and when to use it, for the model. Default: the name split in words. */
  readonly description?: string
  /** The schema of the arguments: a zod object, another Standard Schema, or a JSON Schema. Default: no arguments. */
  readonly parameters?: S
  /** Where it was declared, for messages. Default: `functionTool(name)`. */
  readonly source?: string
  /** Runs the tool. The arguments were converted and checked. */
  execute(args: ToolArgumentsOf<S>, context: ToolContext): unknown
}

/** What a function tool receives: what the schema library says it makes, else an object. */
export type ToolArgumentsOf<S> = S extends StandardSchema<infer Output> ? Output : Readonly<Record<string, unknown>>

/**
 * Makes a tool of a function.
 *
 * @throws {ToolError} `TOOL_NAME_INVALID`, `TOOL_SCHEMA_INVALID` or `TOOL_OPTION_INVALID`
 */
export function functionTool<const S extends ParameterSchema | undefined = undefined>(
  options: FunctionToolOptions<S>,
): ToolCallback {
  const { name, description, parameters } = options
  const source = options.source ?? `functionTool(${name})`
  return declaredTool({
    name,
    description,
    traits: options,
    source,
    input: inputOfSchema(parameters, source),
    access: [],
    output: undefined,
    owner: undefined,
    invoke: (args, context) => options.execute(args as ToolArgumentsOf<S>, context),
  })
}
