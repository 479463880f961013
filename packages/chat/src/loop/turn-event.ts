import type { ToolCallEvent, ToolCallFailureReason, ToolCallRefusalReason } from '@vernal/tools'
import type { FinishReason } from '../model/chat-response'
import type { Usage } from '../messages/usage'
import type { TurnOutcome } from './turn-outcome'
import type { PendingApproval } from './turn-state'

/** What happens during a turn, in the order it happens. Plain data; whoever emits does not know who listens. */
export type TurnEvent =
  | RoundStartedEvent
  | ReasoningDeltaEvent
  | TextDeltaEvent
  | RoundEndedEvent
  | ToolCallStartedEvent
  | ToolProgressEvent
  | ToolResultEvent
  | ToolErrorEvent
  | ApprovalRequiredEvent
  | TurnEndedEvent

/** A model is about to be asked. */
export interface RoundStartedEvent {
  readonly type: 'round-started'
  /** Counts from 1 in each turn. */
  readonly round: number
}

/** The next piece of what the model thinks before it answers, where the provider shows it; in streams only. Never part of the text. */
export interface ReasoningDeltaEvent {
  readonly type: 'reasoning-delta'
  readonly round: number
  readonly text: string
}

/** The next piece of text; in streams only. */
export interface TextDeltaEvent {
  readonly type: 'text-delta'
  readonly round: number
  readonly text: string
}

/** A model has answered. */
export interface RoundEndedEvent {
  readonly type: 'round-ended'
  readonly round: number
  readonly finishReason?: FinishReason
  /** Of this round alone. */
  readonly usage?: Usage
  readonly toolCallCount: number
  readonly durationMs: number
}

/** A tool is about to run: it exists, was allowed, and its arguments fit. */
export interface ToolCallStartedEvent {
  readonly type: 'tool-call'
  readonly round: number
  readonly callId: string
  readonly name: string
  /** As the tool receives them. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A running tool tells how far it is, or gives a part of its result. */
export interface ToolProgressEvent {
  readonly type: 'tool-progress'
  readonly round: number
  readonly callId: string
  readonly name: string
  /** How much is done; it grows. */
  readonly progress?: number
  /** How much there is to do in all. */
  readonly total?: number
  /** For people. */
  readonly message?: string
  /** A part of the result that is there already: what a generator or an observable gave last. */
  readonly data?: unknown
}

/** A tool has run and returned. */
export interface ToolResultEvent {
  readonly type: 'tool-result'
  readonly round: number
  readonly callId: string
  readonly name: string
  /** What the model reads. */
  readonly text: string
  readonly durationMs: number
}

/** A call was refused, or its tool failed. One that was refused has no `tool-call` before it. */
export interface ToolErrorEvent {
  readonly type: 'tool-error'
  readonly round: number
  readonly callId: string
  readonly name: string
  readonly reason: ToolCallRefusalReason | ToolCallFailureReason
  /** What the model reads. */
  readonly text: string
  readonly durationMs: number
}

/** Calls of this round wait for consent. */
export interface ApprovalRequiredEvent {
  readonly type: 'approval-required'
  readonly round: number
  readonly approvals: readonly PendingApproval[]
}

/** The turn is over. */
export interface TurnEndedEvent {
  readonly type: 'turn-ended'
  readonly outcome: TurnOutcome
  readonly rounds: number
  /** The sum over the rounds. */
  readonly usage?: Usage
}

/** Receives the events of turns. What it throws is lost; it cannot disturb a turn. */
export abstract class TurnListener {
  /** Called at once for each event, in order. Long work belongs elsewhere. */
  abstract onEvent(event: TurnEvent): void
}

/** Takes the events of one request. */
export type TurnEventSink = (event: TurnEvent) => void

/** What a turn tells of a call that passes the gate; nothing when the call is suspended, which the turn tells itself. */
export function turnEventOf(event: ToolCallEvent, round: number): TurnEvent | undefined {
  const { callId, name } = event
  if (event.type === 'tool-shadowed' || event.type === 'tool-retried') return undefined
  if (event.type === 'tool-progress') return { ...event, round }
  if (event.type === 'tool-started') return { type: 'tool-call', round, callId, name, arguments: event.arguments }
  const { outcome, durationMs } = event
  if (outcome.type === 'suspension') return undefined
  const { text } = outcome
  return outcome.type === 'success'
    ? { type: 'tool-result', round, callId, name, text, durationMs }
    : { type: 'tool-error', round, callId, name, reason: outcome.reason, text, durationMs }
}
