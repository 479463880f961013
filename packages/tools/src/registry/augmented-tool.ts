import type { ToolDefinition } from '../definition/tool-definition'
import type { ToolContext } from '../execution/tool-context'
import type { Check } from '../schema/binding-run'
import { isPlainObject } from '../schema/free-value'
import type { JsonSchema, ParameterSchema } from '../schema/json-schema'
import type { Validator } from '../schema/schema-part'
import { inputOfSchema, type InputValidator, type ToolInput } from '../schema/tool-input'
import { invalidSchema } from '../tool-error'
import type { ToolArgumentsOf } from './function-tool'
import { ToolCallback } from './tool-callback'

/** How {@link augmentedTool} changes a tool. */
export interface AugmentedToolOptions<S extends ParameterSchema> {
  /** The extra arguments: a zod object, another Standard Schema, or a JSON Schema. Their names must be new. */
  readonly parameters: S
  /** Receives the extra arguments of every call before the tool runs. When it throws, the tool does not run and the call fails. */
  readonly onArguments?: (extra: ToolArgumentsOf<S>, call: AugmentedToolCall) => void | Promise<void>
}

/** A call of an augmented tool. */
export interface AugmentedToolCall {
  readonly definition: ToolDefinition
  /** What the tool itself receives. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly context: ToolContext
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * A tool that asks the model for more than it needs, such as the reason of a call: the application sees the extra
 * arguments, the tool does not. Everything else stays as it is, the metadata included.
 *
 * @throws {ToolError} `TOOL_SCHEMA_INVALID` when the schema cannot be used, or has a name the tool already has
 */
export function augmentedTool<const S extends ParameterSchema>(
  tool: ToolCallback,
  { parameters, onArguments }: AugmentedToolOptions<S>,
): ToolCallback {
  const { definition, metadata, owner, approval, access, rate, checkOutput } = tool
  const extra = inputOfSchema(parameters, `${metadata.source} (augmented)`)
  const split = splitter(extra)
  const input = joinedInput(tool, extra, split)
  return new ToolCallback({
    definition: { ...definition, inputSchema: input.schema },
    metadata,
    input,
    owner,
    approval,
    access,
    rate,
    checkOutput,
    invoke: async (args, context) => {
      const { own, added } = split(args)
      await onArguments?.(added as ToolArgumentsOf<S>, { definition: tool.definition, arguments: own, context })
      return tool.invoke(own, context)
    },
  })
}

type Split = (args: Arguments) => { readonly own: Arguments; readonly added: Arguments }

function splitter({ schema }: ToolInput): Split {
  const isAdded = (name: string): boolean => Object.hasOwn(schema.properties as object, name)
  const pick = (args: Arguments, wanted: boolean): Arguments =>
    Object.fromEntries(Object.entries(args).filter(([name]) => isAdded(name) === wanted))
  return (args) => ({ own: pick(args, false), added: pick(args, true) })
}

function joinedInput({ input, metadata }: ToolCallback, extra: ToolInput, split: Split): ToolInput {
  const schema = joinedSchema(input.schema, extra.schema, metadata.source)
  const known = new Map(Object.entries(schema.properties as JsonSchema))
  const check: Check = (value, run) => {
    if (!isPlainObject(value)) return input.check(value, run)
    const { own, added } = split(value)
    const joined = { ...(input.check(own, run) as Arguments), ...(extra.check(added, run) as Arguments) }
    if (run.unknownKeys.length > 0) run.knownHere(known)
    return joined
  }
  const validators = [
    ...input.validators.map((validator) => validatorOfPart(validator, split, 'own')),
    ...extra.validators.map((validator) => validatorOfPart(validator, split, 'added')),
  ]
  return { schema, check, validators }
}

/** A validator of all arguments knows only its own; it gets them alone, and the others are put back. */
function validatorOfPart({ name, validate }: InputValidator, split: Split, part: 'own' | 'added'): InputValidator {
  if (name !== undefined) return { name, validate }
  const validatePart: Validator = async (value) => {
    const parts = split(value as Arguments)
    const validation = await validate(parts[part])
    if ('problems' in validation) return validation
    const other = part === 'own' ? parts.added : parts.own
    return { value: { ...other, ...(validation.value as Arguments) } }
  }
  return { validate: validatePart }
}

function joinedSchema(own: JsonSchema, added: JsonSchema, source: string): JsonSchema {
  const joined: Record<string, unknown> = { ...own }
  for (const keyword of ['properties', '$defs']) {
    const [before, after] = [own[keyword] ?? {}, added[keyword] ?? {}] as [JsonSchema, JsonSchema]
    const taken = Object.keys(after).find((name) => Object.hasOwn(before, name))
    if (taken !== undefined) {
      throw invalidSchema(source, `the extra "${taken}" is already there`, 'Give the extra argument another name.')
    }
    if (Object.keys(after).length > 0) joined[keyword] = Object.freeze({ ...before, ...after })
  }
  const required = [
    ...((own.required as string[] | undefined) ?? []),
    ...((added.required as string[] | undefined) ?? []),
  ]
  return Object.freeze(required.length > 0 ? { ...joined, required: Object.freeze(required) } : joined)
}
