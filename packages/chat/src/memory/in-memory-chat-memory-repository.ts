import { invalidOption } from '../chat-error'
import type { Message } from '../messages/message'
import { ChatMemoryRepository } from './chat-memory-repository'

/** How much an {@link InMemoryChatMemoryRepository} keeps. */
export interface InMemoryChatMemoryRepositoryOptions {
  /** The conversation that was not used for longest is forgotten above this. At least 1, default 10,000. */
  readonly maxConversations?: number
}

/** Keeps conversations in this process, and forgets them with it. */
export class InMemoryChatMemoryRepository extends ChatMemoryRepository {
  readonly #conversations = new Map<string, readonly Message[]>()
  readonly #maxConversations: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxConversations` is not a whole number above 0 */
  constructor({ maxConversations = 10_000 }: InMemoryChatMemoryRepositoryOptions = {}) {
    super()
    if (!Number.isInteger(maxConversations) || maxConversations < 1) {
      throw invalidOption('maxConversations', maxConversations, 'It must be a whole number of at least 1.')
    }
    this.#maxConversations = maxConversations
  }

  override async find(conversationId: string): Promise<readonly Message[]> {
    const messages = this.#conversations.get(conversationId)
    if (messages) this.#touch(conversationId, messages)
    return messages ?? []
  }

  override async update(
    conversationId: string,
    change: (messages: readonly Message[]) => readonly Message[],
  ): Promise<void> {
    this.#touch(conversationId, [...change(this.#conversations.get(conversationId) ?? [])])
    const [oldest] = this.#conversations.keys()
    if (oldest !== undefined && this.#conversations.size > this.#maxConversations) this.#conversations.delete(oldest)
  }

  override async delete(conversationId: string): Promise<void> {
    this.#conversations.delete(conversationId)
  }

  override async conversationIds(): Promise<readonly string[]> {
    return [...this.#conversations.keys()]
  }

  /** Puts the conversation last in the order of use. */
  #touch(conversationId: string, messages: readonly Message[]): void {
    this.#conversations.delete(conversationId)
    this.#conversations.set(conversationId, messages)
  }
}
