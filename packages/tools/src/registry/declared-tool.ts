import { checkToolName, wordsOfName } from '../definition/tool-name'
import { metadataOf, type ToolTraits } from '../definition/tool-traits'
import type { ToolWork } from '../definition/tool-work'
import type { ToolDefinition } from '../definition/tool-definition'
import { outputSchema } from '../execution/output-check'
import { bindArguments, type BindOptions } from '../execution/argument-binder'
import { traitRate } from '../policy/call-rate'
import { traitAccess, type ToolAccess } from '../policy/tool-access'
import type { JsonSchema } from '../schema/json-schema'
import { published, type ToolInput } from '../schema/tool-input'
import { invalidOption } from '../tool-error'
import { ToolCallback, type ToolCallbackParts } from './tool-callback'

/** A tool as it was declared, wherever that was. */
export interface DeclaredTool extends Pick<ToolCallbackParts, 'owner' | 'invoke' | 'input'> {
  readonly name: string
  /** In words for the model; without any, the name split in words. */
  readonly description: string | undefined
  readonly traits: ToolTraits
  /** For messages: `OrderService.findOrders`. */
  readonly source: string
  /** Conditions beside those of the traits. */
  readonly access: readonly ToolAccess[]
  /** What is known of the result, where the traits do not say it. */
  readonly output: JsonSchema | undefined
  /** The function of a module that does the work. Absent: only `invoke` knows. */
  readonly work?: ToolWork
}

/**
 * Makes a tool of its declaration.
 *
 * @throws {ToolError} `TOOL_NAME_INVALID`, `TOOL_SCHEMA_INVALID` or `TOOL_OPTION_INVALID`
 */
export function declaredTool(tool: DeclaredTool): ToolCallback {
  const { traits, source, input, owner, invoke, work } = tool
  const promised = traits.outputSchema ?? tool.output
  const output = promised && outputSchema(promised, `${source}, its result`)
  return new ToolCallback({
    definition: definitionOf(tool, output?.schema),
    metadata: { ...metadataOf(traits, source), ...(work === undefined ? {} : { work }) },
    input,
    owner,
    approval: traits.approval,
    access: tool.access.concat(traitAccess(traits, source)),
    rate: traitRate(traits, source),
    checkOutput: output?.check,
    invoke,
  })
}

function definitionOf(
  { name, description, traits, source, input }: DeclaredTool,
  result: JsonSchema | undefined,
): ToolDefinition {
  const { examples = [] } = traits
  for (const [at, example] of examples.entries()) checkExample(input, example, `${at + 1} of ${source}`)
  return Object.freeze({
    name: checkToolName(name, source),
    description: description?.trim() ? description : wordsOfName(name),
    inputSchema: examples.length === 0 ? input.schema : published({ ...input.schema, examples }),
    ...(result === undefined ? {} : { outputSchema: result }),
  })
}

const AS_WRITTEN: BindOptions = { maxChars: Number.MAX_SAFE_INTEGER, repair: false, unknown: 'refuse' }

/** What a model is shown must be accepted. A validator that waits is not waited for. */
function checkExample(input: ToolInput, example: object, which: string): void {
  const bound = bindArguments(input, example, AS_WRITTEN)
  if (bound instanceof Promise) void bound.catch(() => undefined)
  else if ('problems' in bound) {
    const problems = bound.problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
    throw invalidOption('examples', `has a mistake in example ${which}: ${problems}`)
  }
}
