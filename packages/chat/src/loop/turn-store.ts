import { invalidOption } from '../chat-error'
import type { TurnState } from './turn-state'

/** Where suspended turns wait. Every implementation passes the contract suite of `@vernal/chat/testing`. */
export abstract class TurnStore {
  /** Keeps a suspended turn. */
  abstract save(state: TurnState): Promise<void>

  /** The suspended turn, or undefined when there is none: it was resumed, it expired, or it never was. */
  abstract find(id: string): Promise<TurnState | undefined>

  /** Removes a suspended turn and gives it out. Of many who take it at once, one gets it. */
  abstract take(id: string): Promise<TurnState | undefined>
}

/** How much an {@link InMemoryTurnStore} keeps, and for how long. */
export interface InMemoryTurnStoreOptions {
  /** The oldest is forgotten above this. At least 1, default 10,000. */
  readonly maxTurns?: number
  /** How long a turn waits, in milliseconds. Default 24 hours. */
  readonly ttlMs?: number
  /** The time in milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** Keeps suspended turns in this process, and forgets them with it. */
export class InMemoryTurnStore extends TurnStore {
  /** As text, so that what is given out is a copy, and what cannot be written is found at once. */
  readonly #turns = new Map<string, { readonly text: string; readonly expiresAt: number }>()
  readonly #maxTurns: number
  readonly #ttlMs: number
  readonly #now: () => number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when a number is not above 0 */
  constructor({ maxTurns = 10_000, ttlMs = 86_400_000, now = Date.now }: InMemoryTurnStoreOptions = {}) {
    super()
    for (const [option, value] of Object.entries({ maxTurns, ttlMs })) {
      if (!(value > 0)) throw invalidOption(option, value, 'It must be greater than 0.')
    }
    this.#maxTurns = maxTurns
    this.#ttlMs = ttlMs
    this.#now = now
  }

  override async save(state: TurnState): Promise<void> {
    this.#turns.set(state.id, { text: JSON.stringify(state), expiresAt: this.#now() + this.#ttlMs })
    for (const [id, { expiresAt }] of this.#turns) {
      if (expiresAt > this.#now() && this.#turns.size <= this.#maxTurns) break
      this.#turns.delete(id)
    }
  }

  override async find(id: string): Promise<TurnState | undefined> {
    const kept = this.#turns.get(id)
    return kept && kept.expiresAt > this.#now() ? (JSON.parse(kept.text) as TurnState) : undefined
  }

  override async take(id: string): Promise<TurnState | undefined> {
    const kept = this.#turns.get(id)
    this.#turns.delete(id)
    return kept && kept.expiresAt > this.#now() ? (JSON.parse(kept.text) as TurnState) : undefined
  }
}
