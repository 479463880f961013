import type { ToolCallEvent } from '@vernal/tools'
import type { FinishReason } from '../model/chat-response'
import type { Usage } from '../messages/usage'
import type { TurnOutcome } from './turn-outcome'

/** What happens during a turn, in the order it happens. Plain data; whoever emits does not know who listens. */
export type TurnEvent = RoundStartedEvent | TextDeltaEvent | RoundEndedEvent | ToolCallEvent | TurnEndedEvent

/** A model is about to be asked. */
export interface RoundStartedEvent {
  readonly type: 'round-started'
  /** Counts from 1 in each turn. */
  readonly round: number
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
