import type { Message } from '../messages/message'

/** What a model is reminded of. */
export abstract class ChatMemory {
  /** The messages of a conversation that a model is to see again, oldest first. */
  abstract get(conversationId: string): Promise<readonly Message[]>

  /** Adds messages in one step: all of them or none, together even when others add at the same time. */
  abstract add(conversationId: string, messages: readonly Message[]): Promise<void>

  /** Forgets a conversation. */
  abstract clear(conversationId: string): Promise<void>
}
