import { invalidOption } from '../tool-error'
import type { CallRate } from '../policy/call-rate'
import type { ToolAuthorizer } from '../policy/tool-access'
import type { ToolEffect, ToolMetadata } from './tool-definition'

/** What may be said about any tool, however it is declared. */
export interface ToolTraits {
  /** Whether the result is the answer, without another round with the model. Default false. */
  readonly returnDirect?: boolean
  /** What a call may do to the world. Default `read`. */
  readonly effect?: ToolEffect
  /** How long one call may take, in milliseconds; 0 means no limit. Default: `vernal.ai.tools.execution.timeout`. */
  readonly timeout?: number
  /** How many calls of the tool may run at once, at least 1; further calls wait, and their time runs. Default: no limit. */
  readonly maxConcurrency?: number
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
  const { returnDirect = false, effect = 'read', timeout, maxConcurrency } = traits
  if (timeout !== undefined && !(timeout >= 0)) throw invalidOption('timeout', `of ${source} must be 0 or more`)
  if (maxConcurrency !== undefined && !(maxConcurrency >= 1)) {
    throw invalidOption('maxConcurrency', `of ${source} must be 1 or more`)
  }
  return {
    returnDirect,
    effect,
    source,
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
  }
}
