import type { ArgumentConversion } from '../schema/binding-run'
import type { ToolProgress } from './tool-context'
import type { ToolCallOutcome } from './tool-call-outcome'

/** Something that happened to a call of a tool. Plain data. */
export type ToolCallEvent = ToolStarted | ToolProgressed | ToolRetried | ToolEnded | ToolShadowed

/** The tool is about to run: it exists, was allowed, and its arguments fit. */
export interface ToolStarted {
  readonly type: 'tool-started'
  readonly callId: string
  readonly name: string
  /** As the tool receives them. Not to be changed. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The values that were not sent in the form the schema asks for, and were converted. */
  readonly conversions: readonly ArgumentConversion[]
}

/** A running tool tells how far it is: by `reportProgress`, or by what it yields. */
export interface ToolProgressed extends ToolProgress {
  readonly type: 'tool-progress'
  readonly callId: string
  readonly name: string
}

/** The call is over. Every call ends exactly once, also one that was refused and never started. */
export interface ToolEnded {
  readonly type: 'tool-ended'
  readonly callId: string
  readonly name: string
  readonly outcome: ToolCallOutcome
  /** From the arrival at the gate, in milliseconds. */
  readonly durationMs: number
}

/** A rule in shadow mode would have denied the call, which goes on. */
export interface ToolShadowed {
  readonly type: 'tool-shadowed'
  readonly callId: string
  readonly name: string
  /** What the rule says. */
  readonly reason: string
}

/** An attempt failed, and the tool is tried again after a pause. */
export interface ToolRetried {
  readonly type: 'tool-retried'
  readonly callId: string
  readonly name: string
  /** Which attempt failed; counts from 1. */
  readonly attempt: number
  /** What the tool threw. For the log; never sent to the model. */
  readonly error: unknown
  /** The pause, in milliseconds. */
  readonly delayMs: number
}

/** Listens to all calls that pass a gate. What it throws, or rejects with, changes nothing. */
export interface ToolCallObserver {
  toolStarted?(event: ToolStarted): void
  toolProgressed?(event: ToolProgressed): void
  toolEnded?(event: ToolEnded): void
  toolRetried?(event: ToolRetried): void
  toolShadowed?(event: ToolShadowed): void
}
