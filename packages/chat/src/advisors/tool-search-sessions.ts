import { LruEviction, type EvictionStrategy, type ToolIndex } from '@vernal/tools'
import { ToolSearchSession } from './tool-search-session'

/** Sessions that are kept, where nothing else is said. */
export const DEFAULT_MAX_SESSIONS = 1_000

/** The sessions of a tool search, as long as the eviction strategy keeps them. */
export class ToolSearchSessions {
  readonly #index: ToolIndex
  readonly #eviction: EvictionStrategy
  readonly #sessions = new Map<string, ToolSearchSession>()

  constructor(index: ToolIndex, eviction: EvictionStrategy = new LruEviction(DEFAULT_MAX_SESSIONS)) {
    this.#index = index
    this.#eviction = eviction
  }

  /** The session that makes a request; others, or what it was itself, may be forgotten for it. */
  access(id: string): ToolSearchSession {
    for (const evicted of this.#eviction.onAccess(id)) this.evict(evicted)
    let session = this.#sessions.get(id)
    if (!session) {
      session = new ToolSearchSession(this.#index)
      this.#sessions.set(id, session)
    }
    return session
  }

  /** Forgets a session, if there is one of that id. */
  evict(id: string): void {
    this.#sessions.get(id)?.forget()
    this.#sessions.delete(id)
    this.#eviction.onRemoved(id)
  }
}
