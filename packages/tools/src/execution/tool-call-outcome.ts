import type { Media } from './media'
import type { ArgumentProblem } from '../schema/binding-run'

/** A call as a model asks for it. Plain data. */
export interface ToolCall {
  /** Pairs the call with its result; unique within a turn. */
  readonly id: string
  readonly name: string
  /** The arguments as the model wrote them: JSON text, not yet checked. */
  readonly arguments: string
}

/** How a call of a tool ended. Whatever it was, `text` is what the model reads. */
export type ToolCallOutcome = ToolCallSuccess | ToolCallRefusal | ToolCallSuspension | ToolCallFailure

/** The tool ran and returned. */
export interface ToolCallSuccess {
  readonly type: 'success'
  readonly text: string
  /** What the method returned, before it was encoded. */
  readonly value: unknown
  /** Pictures, sounds and files of the result, for models that take them; the text names them. Absent: none. */
  readonly media?: readonly Media[]
  readonly returnDirect: boolean
}

/** The tool did not run. */
export interface ToolCallRefusal {
  readonly type: 'refusal'
  readonly reason: ToolCallRefusalReason
  readonly text: string
  /** What is wrong with the arguments; only for `invalid-arguments`. */
  readonly problems?: readonly ArgumentProblem[]
  /** Why, in full: for the log and for events, never for the model. Only for `forbidden` and `rate-exceeded`. */
  readonly detail?: string
}

/**
 * Why a tool did not run. `too-early`: a tool it requires has not succeeded yet; `forbidden`: the policy says no; `denied`: somebody who was asked for consent said no;
 * `rate-exceeded`: it was called too often in a short time.
 */
export type ToolCallRefusalReason =
  | 'unknown-tool'
  | 'invalid-arguments'
  | 'limit-exceeded'
  | 'forbidden'
  | 'too-early'
  | 'denied'
  | 'rate-exceeded'
  | 'aborted'

/** The tool has not run yet: the call waits for somebody's consent. */
export interface ToolCallSuspension {
  readonly type: 'suspension'
  readonly reason: 'approval-required'
  readonly text: string
  /** As the tool would receive them. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The tool ran and threw, took too long, or was given up. */
export interface ToolCallFailure {
  readonly type: 'failure'
  /**
   * `threw`: the tool failed; `reported`: it returned a `ToolOutput` that is an error; `invalid-result`: it returned something else
   * than its output schema says; `timed-out`: its deadline passed; `aborted`: the caller gave up while it ran. */
  readonly reason: ToolCallFailureReason
  readonly text: string
  /** What the tool threw, or why it was stopped. For the log and for events; never sent to the model. */
  readonly error: unknown
}

/** Why a tool that ran has no result. */
export type ToolCallFailureReason = 'threw' | 'reported' | 'invalid-result' | 'timed-out' | 'aborted'
