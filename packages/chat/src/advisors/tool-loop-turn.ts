import { randomUUID } from 'node:crypto'
import { addUsage, type Usage } from '../messages/usage'
import type { Message, ToolResult } from '../messages/message'
import { KeptResults } from '../loop/kept-results'
import { turnStart } from '../loop/tool-call-limits'
import type { TurnState } from '../loop/turn-state'

/** A turn while the loop runs it: what its hooks may look at, and how they add to it. */
export class ToolLoopTurn {
  /** Unique. For the idempotency keys of its calls. */
  readonly id: string
  /** Where in the transcript the turn's own messages begin. */
  readonly begin: number
  /** @internal Results that were too long. */
  readonly kept = new KeptResults()
  #round: number
  #refusedRounds = 0
  #transcript: readonly Message[]
  #usage: Usage | undefined

  /**
   * @param messages what was said before the turn's first round, or up to its suspension
   * @param state the state of the turn, if it is resumed
   */
  constructor(messages: readonly Message[], state?: TurnState) {
    this.#transcript = messages
    this.id = state?.id ?? randomUUID()
    this.begin = state?.begin ?? messages.length
    this.#round = state?.rounds ?? 0
    this.#usage = state?.usage
  }

  /** The round that runs now; counts from 1. */
  get round(): number {
    return this.#round
  }

  /** Everything said so far, whatever of it is sent to the model. */
  get transcript(): readonly Message[] {
    return this.#transcript
  }

  /** What the turn itself has added to the conversation so far. */
  get added(): readonly Message[] {
    return this.#transcript.slice(this.begin).filter(({ role }) => role !== 'system')
  }

  /** The sum over the rounds so far. */
  get usage(): Usage | undefined {
    return this.#usage
  }

  /** Every tool result since the turn began. */
  get toolResults(): readonly ToolResult[] {
    const turn = this.#transcript.slice(turnStart(this.#transcript))
    return turn.flatMap((message) => (message.role === 'tool' ? message.results : []))
  }

  /** How many rounds in a row had all their calls refused by a limit. */
  get refusedRounds(): number {
    return this.#refusedRounds
  }

  /** Adds messages for the rest of the turn. To add some for one round only, return them from `beforeRound`. */
  remember(...messages: readonly Message[]): void {
    this.#transcript = [...this.#transcript, ...messages]
  }

  /** @internal */
  startRound(): void {
    this.#round += 1
  }

  /** @internal */
  addUsage(usage: Usage | undefined): void {
    this.#usage = addUsage(this.#usage, usage)
  }

  /** @internal */
  roundExecuted(transcript: readonly Message[], allRefused: boolean): void {
    this.#transcript = transcript
    this.#refusedRounds = allRefused ? this.#refusedRounds + 1 : 0
  }
}
