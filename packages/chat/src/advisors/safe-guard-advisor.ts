import { invalidOption } from '../chat-error'
import { assistantMessage, type Message } from '../messages/message'
import type { ChatResponse } from '../model/chat-response'
import { Advisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'

/** What the caller reads where nothing else is said. */
export const DEFAULT_SAFE_GUARD_RESPONSE =
  "I'm unable to respond to that due to sensitive content. Could we rephrase or discuss something else?"

/** What a {@link SafeGuardAdvisor} looks for. */
export interface SafeGuardAdvisorOptions {
  /** Texts that must not occur in a prompt, in any case of letters. None may be blank. */
  readonly sensitiveWords: readonly string[]
  /** What is answered instead. Default {@link DEFAULT_SAFE_GUARD_RESPONSE}. */
  readonly failureResponse?: string
  /** Default 0: inside the tool loop, so results of tools are looked at, too. */
  readonly order?: number
}

/**
 * Answers in the model's place when a prompt contains a word of a list, in whatever message it stands.
 *
 * A part of a longer word counts. Letters are compared without their case, the same in every language setting. The answer's
 * finish reason is `content-filter`, and a memory does not store such a turn: it would block all later ones.
 */
export class SafeGuardAdvisor extends Advisor {
  readonly #words: readonly string[]
  readonly #answer: ChatResponse
  readonly #order: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a blank word, which every prompt would contain */
  constructor({ sensitiveWords, failureResponse, order = 0 }: SafeGuardAdvisorOptions) {
    super()
    if (sensitiveWords.some((word) => word.trim() === '')) {
      throw invalidOption('A word of sensitiveWords', 'blank', 'Leave it out: every prompt contains it.')
    }
    this.#words = sensitiveWords.map(comparable)
    this.#order = order
    const message = assistantMessage(failureResponse ?? DEFAULT_SAFE_GUARD_RESPONSE)
    this.#answer = { generations: [{ message, finishReason: 'content-filter' }], metadata: {} }
  }

  override get order(): number {
    return this.#order
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    if (request.prompt.messages.some((message) => this.#isSensitive(message))) {
      yield { chatResponse: this.#answer, complete: this.#answer, context: request.context }
    } else {
      yield* next(request)
    }
  }

  #isSensitive(message: Message): boolean {
    return textsOf(message).some((text) => {
      const compared = comparable(text)
      return this.#words.some((word) => compared.includes(word))
    })
  }
}

function textsOf(message: Message): readonly string[] {
  if (message.role === 'tool') return message.results.map(({ content }) => content)
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : []
  return [message.content, ...calls.map((call) => call.arguments)]
}

/** `toLowerCase` knows no locale; composed and decomposed letters, and full-width ones, are the same. */
const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()
