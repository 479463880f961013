import type { TurnEvent } from '../loop/turn-event'
import type { TurnOutcome } from '../loop/turn-outcome'
import { addUsage, type Usage } from '../messages/usage'

/** What an agent did, and what it saw of it. Plain data. */
export interface AgentObservation {
  /** Counts from 1 in each turn. */
  readonly round: number
  readonly callId: string
  readonly tool: string
  /** As the tool received them; absent when the call was refused. */
  readonly arguments?: Readonly<Record<string, unknown>>
  /** What the model read. */
  readonly result: string
  /** Present and true when the call was refused or its tool failed. */
  readonly isError?: true
}

/** What an agent knows of one task: filled while it works, and kept when it fails or waits for consent. */
export class AgentContext {
  readonly #observations: AgentObservation[] = []
  readonly #started = new Map<string, Readonly<Record<string, unknown>>>()
  #plan: readonly string[] = []
  #answer = ''
  #outcome: TurnOutcome | undefined
  #usage: Usage | undefined
  #rounds = 0

  constructor(
    /** What is to be reached. */
    readonly goal: string,
    /** The conversation it belongs to, for memories. */
    readonly conversationId?: string,
  ) {}

  /** The steps planned; empty without a plan. */
  get plan(): readonly string[] {
    return this.#plan
  }

  /** Every tool call so far, in the order they ended. */
  get observations(): readonly AgentObservation[] {
    return this.#observations
  }

  /** The text of the answer; empty as long as there is none. */
  get answer(): string {
    return this.#answer
  }

  /** How the turn ended; undefined while it runs. With `approvalRequired`, `ReactAgent.resume` goes on. */
  get outcome(): TurnOutcome | undefined {
    return this.#outcome
  }

  /** The tokens of all model calls, the plan's included. */
  get usage(): Usage | undefined {
    return this.#usage
  }

  /** Model calls of the turn, without the plan's. */
  get rounds(): number {
    return this.#rounds
  }

  /** @internal */
  planned(steps: readonly string[]): void {
    this.#plan = steps
  }

  /** @internal */
  answered(text: string): void {
    this.#answer = text
  }

  /** @internal */
  spent(usage: Usage | undefined): void {
    this.#usage = addUsage(this.#usage, usage)
  }

  /** @internal Takes what happens in the turn. */
  take(event: TurnEvent): void {
    if (event.type === 'tool-call') this.#started.set(event.callId, event.arguments)
    else if (event.type === 'tool-result' || event.type === 'tool-error') this.#observe(event)
    else if (event.type === 'round-ended') this.spent(event.usage)
    else if (event.type === 'round-started') this.#rounds = event.round
    else if (event.type === 'turn-ended') this.#outcome = event.outcome
  }

  /** For logs and files. */
  toJSON(): object {
    const { goal, plan, observations, answer, outcome, usage, rounds } = this
    return { goal, plan, observations, answer, outcome, usage, rounds }
  }

  #observe(event: Extract<TurnEvent, { readonly type: 'tool-result' | 'tool-error' }>): void {
    const { round, callId, name, text } = event
    const args = this.#started.get(callId)
    this.#started.delete(callId)
    this.#observations.push({
      round,
      callId,
      tool: name,
      ...(args ? { arguments: args } : {}),
      result: text,
      ...(event.type === 'tool-error' ? { isError: true } : {}),
    })
  }
}
