import { invalidOption } from '../tool-error'
import { EvictionStrategy } from './eviction-strategy'

/** Forgets sessions that were not used for some time. */
export class TtlEviction extends EvictionStrategy {
  readonly #ttlMs: number
  readonly #now: () => number
  /** When each session was used last, the longest ago first. */
  readonly #usedAt = new Map<string, number>()

  /**
   * @param ttlMs above 0
   * @param now a clock in milliseconds; default one that does not go back
   * @throws {ToolError} `TOOL_OPTION_INVALID` when `ttlMs` is not above 0
   */
  constructor(ttlMs: number, now: () => number = () => performance.now()) {
    super()
    if (!(ttlMs > 0)) throw invalidOption('ttlMs', `is ${ttlMs}, which is not above 0`)
    this.#ttlMs = ttlMs
    this.#now = now
  }

  override onAccess(sessionId: string): readonly string[] {
    const now = this.#now()
    this.#usedAt.delete(sessionId)
    const evicted: string[] = []
    for (const [session, usedAt] of this.#usedAt) {
      if (now - usedAt < this.#ttlMs) break
      evicted.push(session)
    }
    for (const session of evicted) this.#usedAt.delete(session)
    this.#usedAt.set(sessionId, now)
    return evicted
  }

  override onRemoved(sessionId: string): void {
    this.#usedAt.delete(sessionId)
  }
}
