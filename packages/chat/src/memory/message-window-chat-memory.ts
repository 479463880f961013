import { conversationIdMissing, invalidOption } from '../chat-error'
import type { Message } from '../messages/message'
import { ChatMemory } from './chat-memory'
import type { ChatMemoryRepository } from './chat-memory-repository'
import { InMemoryChatMemoryRepository } from './in-memory-chat-memory-repository'
import { messageWindow } from './message-window'

/** Messages a {@link MessageWindowChatMemory} keeps, where nothing else is said. */
export const DEFAULT_MAX_MESSAGES = 20

/** What a {@link MessageWindowChatMemory} is made of. */
export interface MessageWindowChatMemoryOptions {
  /** Default: one in this process. */
  readonly repository?: ChatMemoryRepository
  /** Messages kept of each conversation; at least 1, default 20. System messages, and the newest turn, are kept above it. */
  readonly maxMessages?: number
}

/** Remembers the newest turns of each conversation. Nothing older is stored. */
export class MessageWindowChatMemory extends ChatMemory {
  readonly #repository: ChatMemoryRepository
  readonly #maxMessages: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxMessages` is not a whole number above 0 */
  constructor(options: MessageWindowChatMemoryOptions = {}) {
    super()
    this.#repository = options.repository ?? new InMemoryChatMemoryRepository()
    this.#maxMessages = options.maxMessages ?? DEFAULT_MAX_MESSAGES
    if (!Number.isInteger(this.#maxMessages) || this.#maxMessages < 1) {
      throw invalidOption('maxMessages', this.#maxMessages, 'It must be greater than 0.')
    }
  }

  override async get(conversationId: string): Promise<readonly Message[]> {
    return this.#repository.find(checkedId(conversationId))
  }

  /** System messages among the new ones take the place of those stored. */
  override async add(conversationId: string, messages: readonly Message[]): Promise<void> {
    await this.#repository.update(checkedId(conversationId), (stored) => {
      const bringsSystem = messages.some(({ role }) => role === 'system')
      const kept = bringsSystem ? stored.filter(({ role }) => role !== 'system') : stored
      return messageWindow([...kept, ...messages], this.#maxMessages)
    })
  }

  override async clear(conversationId: string): Promise<void> {
    await this.#repository.delete(checkedId(conversationId))
  }
}

function checkedId(conversationId: string): string {
  if (typeof conversationId !== 'string' || conversationId.trim() === '') throw conversationIdMissing()
  return conversationId
}
