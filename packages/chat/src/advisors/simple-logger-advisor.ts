import { invalidOption } from '../chat-error'
import type { Message, ToolResult } from '../messages/message'
import type { ChatResponse, Generation } from '../model/chat-response'
import { Advisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { SecretRedaction } from './secret-redaction'

/** The part of a logger that is used; pino and the container's `Logger` have it. */
export interface AdvisorLogger {
  debug(fields: object, message: string): void
  /** With false for `debug`, nothing is prepared for it. */
  isLevelEnabled?(level: string): boolean
}

/** How a {@link SimpleLoggerAdvisor} logs. */
export interface SimpleLoggerAdvisorOptions {
  readonly logger: AdvisorLogger
  /** Default 0: inside the tool loop, so every round is logged. Below `ADVISOR_ORDER.toolCalling` the turn is. */
  readonly order?: number
  /** Longest text of a message, in characters; at least 1, default 2,000. */
  readonly maxTextLength?: number
  /** Names of further keys whose values are secrets, beside passwords, tokens, API keys and the like. */
  readonly secretKeys?: readonly string[]
}

/**
 * Logs each request and its complete response at level debug, in streams as in calls.
 *
 * Values of tool contexts are never logged. Secrets are taken out of texts, arguments and results as far as the name of a
 * key or a usual shape tells them, and texts are capped.
 */
export class SimpleLoggerAdvisor extends Advisor {
  readonly #logger: AdvisorLogger
  readonly #order: number
  readonly #redaction: SecretRedaction

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxTextLength` is not a whole number above 0 */
  constructor({ logger, order = 0, maxTextLength = 2_000, secretKeys = [] }: SimpleLoggerAdvisorOptions) {
    super()
    if (!Number.isInteger(maxTextLength) || maxTextLength < 1) {
      throw invalidOption('maxTextLength', maxTextLength, 'It must be a whole number of at least 1.')
    }
    this.#logger = logger
    this.#order = order
    this.#redaction = new SecretRedaction({ maxTextLength, secretKeys })
  }

  override get order(): number {
    return this.#order
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    if (this.#logger.isLevelEnabled?.('debug') === false) {
      yield* next(request)
      return
    }
    this.#logger.debug({ request: this.#requestFields(request) }, 'Chat request')
    try {
      for await (const response of next(request)) {
        const { complete } = response
        if (complete) this.#logger.debug({ response: this.#responseFields(complete, response) }, 'Chat response')
        yield response
      }
    } catch (error) {
      this.#logger.debug({ error: this.#redaction.text(String(error)) }, 'Chat request failed')
      throw error
    }
  }

  #requestFields({ prompt, streaming }: ChatClientRequest): object {
    const { tools, extra, responseFormat, ...options } = prompt.options
    return {
      streaming,
      messages: prompt.messages.map((message) => this.#messageFields(message)),
      options: this.#redaction.value({ ...options, ...(extra ? { extra } : {}) }),
      ...(responseFormat ? { responseFormat: responseFormat.name } : {}),
      ...(tools ? { tools: tools.names } : {}),
    }
  }

  #responseFields({ generations, metadata }: ChatResponse, { outcome }: ChatClientResponse): object {
    const { usage, id, model } = metadata
    return {
      generations: generations.map((generation) => this.#generationFields(generation)),
      ...(id ? { id } : {}),
      ...(model ? { model } : {}),
      ...(usage ? { usage } : {}),
      ...(outcome ? { outcome: outcome.type } : {}),
    }
  }

  #generationFields({ message, finishReason }: Generation): object {
    return { ...this.#messageFields(message), ...(finishReason ? { finishReason } : {}) }
  }

  #messageFields(message: Message): object {
    if (message.role === 'tool') {
      return { role: message.role, results: this.#redaction.value(message.results.map(withoutMedia)) }
    }
    const fields = { role: message.role, content: this.#redaction.text(message.content) }
    if (message.role !== 'assistant' || !message.toolCalls) return fields
    return { ...fields, toolCalls: this.#redaction.value(message.toolCalls) }
  }
}

/** The text of a result names its media. */
const withoutMedia = ({ media: _left, ...result }: ToolResult): ToolResult => result
