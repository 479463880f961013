import { invalidOption } from '../tool-error'
import type { ToolEffect } from './tool-definition'

/**
 * What clients outside the application are told of a tool's effect, in the words of the Model Context Protocol
 * (https://modelcontextprotocol.io/specification, ToolAnnotations).
 */
export interface ToolAnnotations {
  /** Whether a call changes nothing. */
  readonly readOnlyHint: boolean
  /** Whether a call may destroy what was there, and does not only add. */
  readonly destructiveHint: boolean
  /** Whether a second call with the same arguments has no further effect. Only such tools are tried again. */
  readonly idempotentHint: boolean
  /** Whether a call deals with things outside the application. */
  readonly openWorldHint: boolean
}

/** What may be said of a tool's effect. */
export interface ToolEffectTraits {
  /** What a call may do to the world. Default `read`. */
  readonly effect?: ToolEffect
  /** Whether a call may destroy what was there. Default: unless the effect is `read`. */
  readonly destructive?: boolean
  /** Whether a second call with the same arguments has no further effect. Default: only when it is said that the effect is `read`. */
  readonly idempotent?: boolean
  /** Whether a call deals with things outside the application. Default: when the effect is `external`. */
  readonly openWorld?: boolean
}

/**
 * What follows from the effect, where nothing else is said.
 *
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID` for a tool that changes nothing and destroys
 */
export function annotationsOf(traits: ToolEffectTraits, source: string): ToolAnnotations {
  const { effect = 'read', destructive, idempotent, openWorld } = traits
  const readOnly = effect === 'read'
  if (readOnly && destructive === true) {
    throw invalidOption('destructive', `of ${source} contradicts its effect "read": say effect: 'write' or 'external'`)
  }
  // The effect that is assumed of a tool that says nothing is not enough to run it twice.
  const isIdempotent = idempotent ?? traits.effect === 'read'
  const at = place(readOnly, destructive ?? !readOnly, isIdempotent, openWorld ?? effect === 'external')
  return ANNOTATIONS[at] as ToolAnnotations
}

const place = (...hints: readonly boolean[]): number => hints.reduce((sum, is, at) => (is ? sum + 2 ** at : sum), 0)

/** All there can be, so that tools share them. */
const ANNOTATIONS: readonly ToolAnnotations[] = Array.from({ length: 16 }, (_, at) =>
  Object.freeze({
    readOnlyHint: (at & 1) > 0,
    destructiveHint: (at & 2) > 0,
    idempotentHint: (at & 4) > 0,
    openWorldHint: (at & 8) > 0,
  }),
)
