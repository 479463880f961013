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
  return shared({
    readOnlyHint: readOnly,
    destructiveHint: destructive ?? !readOnly,
    // The effect that is assumed of a tool that says nothing is not enough to run it twice.
    idempotentHint: idempotent ?? traits.effect === 'read',
    openWorldHint: openWorld ?? effect === 'external',
  })
}

const SHARED: ToolAnnotations[] = []

/** There are no more than sixteen different ones, so tools share them. */
function shared(annotations: ToolAnnotations): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const at = (readOnlyHint ? 1 : 0) + (destructiveHint ? 2 : 0) + (idempotentHint ? 4 : 0) + (openWorldHint ? 8 : 0)
  return (SHARED[at] ??= Object.freeze(annotations))
}
