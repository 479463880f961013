import type { ToolCallback } from '../registry/tool-callback'
import type { ToolContext } from '../execution/tool-context'
import type { ToolPrincipal } from './tool-principal'

/** Who wants a tool. */
export interface ToolCaller {
  /** Undefined when the request names none: then no role is held. */
  readonly principal: ToolPrincipal | undefined
  /** The values of the request's tool context. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A call that was bound and waits for a verdict. */
export interface ToolPolicyCall extends ToolCaller {
  readonly tool: ToolCallback
  /** As the tool would receive them. Not to be changed. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly context: ToolContext
}

/** What a policy says. */
export type ToolVerdict = ToolPermission | ToolDenial

/** The tool may be used. */
export interface ToolPermission {
  readonly permitted: true
  /** Whether somebody has to consent to this call before it runs. Default false. */
  readonly needsApproval?: boolean
  /** Why it would have been denied, were the rule not in shadow mode. For the log and for events. */
  readonly shadowed?: string
}

/** The tool may not be used. */
export interface ToolDenial {
  readonly permitted: false
  /** Why, in full: for the log and for events, never for the model. */
  readonly reason: string
  /** What the model reads. Default: that the tool is not available to this caller. */
  readonly text?: string
}

/** Nothing stands against it. */
export const PERMITTED: ToolPermission = Object.freeze({ permitted: true })

/**
 * Decides who may use which tool. One object decides all of it: what it denies is not offered to a model, not found by a
 * search, and refused when it is called all the same.
 *
 * A bean of this class takes the place of the default, the {@link DeclaredToolPolicy}.
 */
export abstract class ToolPolicy {
  /**
   * Whether {@link mayUse} could ever deny this tool. Asked once for a tool and remembered, so that tools open to everyone cost
   * nothing. Default: true.
   *
   * @throws {ToolError} when what is said about the tool makes no sense; at start, for tools that are beans
   */
  restricts(_tool: ToolCallback): boolean {
    return true
  }

  /** Whether the caller may know of the tool. Asked for every request, and for every call. It must not wait. */
  abstract mayUse(tool: ToolCallback, caller: ToolCaller): ToolVerdict

  /** Whether this call may run. Asked after {@link mayUse}. What it throws is a denial. Default: yes. */
  mayCall(_call: ToolPolicyCall): ToolVerdict | Promise<ToolVerdict> {
    return PERMITTED
  }

  /**
   * Counts a call that is about to run, and denies it when it comes too soon; the `text` of the denial is read by the model.
   * Default: no rates.
   */
  meter(_tool: ToolCallback, _caller: ToolCaller): ToolVerdict {
    return PERMITTED
  }
}
