import { invalidOption } from '../tool-error'
import type { ToolApproval } from '../execution/tool-approval'
import type { CallRate } from '../policy/call-rate'
import type { ToolAuthorizer } from '../policy/tool-access'
import type { ParameterSchema } from '../schema/json-schema'
import { annotationsOf, type ToolEffectTraits } from './tool-annotations'
import type { ToolMetadata } from './tool-definition'
import { checkedRetry, type ToolRetryOptions } from './tool-retry'

/** What may be said about any tool, however it is declared. */
export interface ToolTraits extends ToolEffectTraits {
  /** Of the tool, as its author counts them; for the log and for clients. */
  readonly version?: string
  /** Words by which the application groups tools: see `ToolRegistry.tagged`. Default none. */
  readonly tags?: readonly string[]
  /** Arguments as a model may send them, to show how the tool is meant. They become `examples` of the schema. Default none. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
  /** The schema of the result: a zod object, another Standard Schema, or a JSON Schema. Default: what `vernal generate` found out. */
  readonly outputSchema?: ParameterSchema
  /** Whether the result is the answer, without another round with the model. Default false. */
  readonly returnDirect?: boolean
  /** As how many calls one call counts toward the limit of all tools together, 0 or more. Default 1. */
  readonly cost?: number
  /** Whether the tool runs alone among the calls of a round, however many run at once otherwise. Default false. */
  readonly exclusive?: boolean
  /** Names of tools whose calls in the same round are settled before this one runs. Default none. */
  readonly after?: readonly string[]
  /** Names of tools that must have succeeded in the same turn before this one may run. Default none. */
  readonly requires?: readonly string[]
  /** How long one call may take, all attempts together, in milliseconds; 0 means no limit. Default: `vernal.ai.tools.execution.timeout`. */
  readonly timeout?: number
  /** How many calls of the tool may run at once, at least 1; further calls wait, and their time runs. Default: no limit. */
  readonly maxConcurrency?: number
  /** How often an idempotent tool is tried, or more. Default: `vernal.ai.tools.execution.retry`. */
  readonly retry?: number | ToolRetryOptions
  /**
   * Which calls need somebody's consent before they run: all (`required`), or those for which a function of the bound
   * arguments and the context says so. Default: none.
   */
  readonly approval?: ToolApproval
  /** Roles of which the caller must have one: `principal.roles` of the tool context. Default: anybody may call it. */
  readonly roles?: readonly string[]
  /** Decides by caller and arguments whether a call may run. Default: any call may. */
  readonly authorize?: ToolAuthorizer
  /** How often each caller may call the tool. Default: as often as it likes. */
  readonly rate?: CallRate
}

/**
 * The metadata of a tool.
 *
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID`
 */
export function metadataOf(traits: ToolTraits, source: string): ToolMetadata {
  const {
    returnDirect = false,
    effect = 'read',
    exclusive = false,
    cost = 1,
    version,
    timeout,
    maxConcurrency,
  } = traits
  const annotations = annotationsOf(traits, source)
  if (traits.retry !== undefined && !annotations.idempotentHint) throw notIdempotent(source)
  return Object.freeze({
    returnDirect,
    effect,
    annotations,
    source,
    exclusive,
    tags: namesOf('tags', traits.tags, source),
    after: namesOf('after', traits.after, source),
    requires: namesOf('requires', traits.requires, source),
    cost: atLeast('cost', cost, 0, source),
    ...(version === undefined ? {} : { version }),
    ...(timeout === undefined ? {} : { timeoutMs: atLeast('timeout', timeout, 0, source) }),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency: atLeast('maxConcurrency', maxConcurrency, 1, source) }),
    ...(traits.retry === undefined ? {} : { retry: checkedRetry(traits.retry, source) }),
  })
}

const notIdempotent = (source: string): Error =>
  invalidOption(
    'retry',
    `of ${source} is for tools that may run twice: say idempotent: true, or effect: 'read', or leave it out`,
  )

const NONE: readonly never[] = Object.freeze([])

function namesOf(option: string, names: unknown, source: string): readonly string[] {
  if (names === undefined) return NONE
  const isNames = Array.isArray(names) && names.every((name) => typeof name === 'string' && name.trim() !== '')
  if (!isNames) throw invalidOption(option, `of ${source} must be a list of names`)
  return Object.freeze([...new Set(names as readonly string[])])
}

function atLeast(option: string, value: number, least: number, source: string): number {
  if (value >= least) return value
  throw invalidOption(option, `of ${source} must be ${least} or more`)
}
