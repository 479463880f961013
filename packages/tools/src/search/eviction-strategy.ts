/**
 * Decides which sessions are forgotten. Told of every request of a session before it is served; keeps no timers: sessions
 * that are due go when any session makes a request.
 */
export abstract class EvictionStrategy {
  /** Notes that a session is used, and returns the sessions to forget now, each once. */
  abstract onAccess(sessionId: string): readonly string[]

  /** Told that a session is forgotten, whoever decided it. */
  abstract onRemoved(sessionId: string): void
}

/** Forgets nothing. For few sessions, or when somebody else says when. */
export class NeverEvict extends EvictionStrategy {
  override onAccess(): readonly string[] {
    return []
  }

  override onRemoved(): void {}
}

/** Forgets the session that makes the request, so that every request starts anew. */
export class AlwaysEvict extends EvictionStrategy {
  override onAccess(sessionId: string): readonly string[] {
    return [sessionId]
  }

  override onRemoved(): void {}
}
