import { invalidOption } from '../tool-error'
import { EvictionStrategy } from './eviction-strategy'

/** Keeps so many sessions: the ones used last. */
export class LruEviction extends EvictionStrategy {
  readonly #maxSessions: number
  /** In the order of use, the least recent first. */
  readonly #sessions = new Set<string>()

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when `maxSessions` is not a whole number of at least 1 */
  constructor(maxSessions: number) {
    super()
    if (!Number.isInteger(maxSessions) || maxSessions < 1) {
      throw invalidOption('maxSessions', `is ${maxSessions}, which is not a whole number of at least 1`)
    }
    this.#maxSessions = maxSessions
  }

  override onAccess(sessionId: string): readonly string[] {
    this.#sessions.delete(sessionId)
    this.#sessions.add(sessionId)
    const evicted = [...this.#sessions].slice(0, Math.max(0, this.#sessions.size - this.#maxSessions))
    for (const session of evicted) this.#sessions.delete(session)
    return evicted
  }

  override onRemoved(sessionId: string): void {
    this.#sessions.delete(sessionId)
  }
}
