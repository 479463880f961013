import type { Message } from '../messages/message'

/** Where conversations are kept. Every implementation passes the contract suite of `@vernal/chat/testing`. */
export abstract class ChatMemoryRepository {
  /** The messages of a conversation, oldest first; none for one that is not known. */
  abstract find(conversationId: string): Promise<readonly Message[]>

  /**
   * Replaces the messages of a conversation by what `change` makes of them, in one step: of two updates at once the second
   * sees what the first has stored. When `change` throws, nothing is stored.
   *
   * @param change may be called again if another writer was faster; does nothing else
   */
  abstract update(conversationId: string, change: (messages: readonly Message[]) => readonly Message[]): Promise<void>

  /** Forgets a conversation; one that is not known is no error. */
  abstract delete(conversationId: string): Promise<void>

  /** The ids of all conversations, in no given order. */
  abstract conversationIds(): Promise<readonly string[]>
}
