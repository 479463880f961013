import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import type { AnswerSource } from './answer'
import { readCompletion } from './completion-reader'
import { connectionOptions, type OpenAiChatModelOptions } from './open-ai-options'
import { OpenAiServer } from './open-ai-server'
import { keepsResponseFormat } from './response-format'
import { requestBody, type RequestBodyOptions } from './request-body'
import { looksStreamed, readStream, readStreamed } from './stream-reader'
import { StreamedAnswer } from './streamed-answer'
import { ToolDefinitionWriter } from './tool-definitions'
import { ToolSetMemo } from '../tool-set-memo'
import type { WireObject } from '../wire-value'

const PATH = '/chat/completions'

/**
 * The chat completions of OpenAI and of every server that imitates them, through the `openai` package.
 *
 * The package is loaded with the first request. Failures that may pass are retried as long as nothing was handed out:
 * after `Retry-After` when the server names a time, else with growing pauses. An aborted request closes its connection
 * and rejects with the signal's reason; so does leaving the loop that reads a stream.
 *
 * Tool calls come out with unique ids, their arguments as the model wrote them. A call that was cut off by the end of
 * the stream or by the token limit is never handed out.
 */
export class OpenAiChatModel extends ChatModel {
  override readonly defaultOptions: ChatOptions
  override readonly supportsResponseFormat: boolean
  readonly #server: OpenAiServer
  readonly #body: Omit<RequestBodyOptions, 'streaming'>

  /** @throws {ModelError} `MODEL_BASE_URL_INVALID` */
  constructor(options: OpenAiChatModelOptions) {
    super()
    const connection = connectionOptions(options)
    this.defaultOptions = { model: options.model, ...options.defaultOptions }
    this.supportsResponseFormat = keepsResponseFormat({}, connection.traits)
    this.#server = new OpenAiServer(connection)
    const definitions = new ToolDefinitionWriter(connection)
    this.#body = {
      server: connection.baseUrl,
      model: options.model,
      defaults: this.defaultOptions,
      traits: connection.traits,
      reasoningEcho: options.reasoningEcho ?? 'turn',
      toolsJson: new ToolSetMemo((tools) => definitions.nested(tools)),
    }
  }

  override keepsResponseFormat(options: ChatOptions): boolean {
    return keepsResponseFormat(options, this.#body.traits)
  }

  /** The address of the API, without user, password and query. */
  get server(): string {
    return this.#server.name
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const body = requestBody(prompt, { ...this.#body, streaming: false })
    const { text, reply } = await this.#server.post(PATH, body, signal)
    return this.#wholeAnswer(text, prompt, reply.extra)
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const body = requestBody(prompt, { ...this.#body, streaming: true })
    const reply = await this.#server.open(PATH, body, signal)
    try {
      if (reply.isEventStream) yield* readStream(reply, this.#streamed(prompt, reply.extra))
      else yield await this.#wholeAnswer(await reply.text(), prompt, reply.extra)
    } finally {
      reply.close()
    }
  }

  /** Drops the connections that are kept for further requests. Idempotent. */
  close(): void {
    this.#server.close()
  }

  /** Some models only stream, also when they are asked not to. */
  async #wholeAnswer(text: string, prompt: Prompt, extra: WireObject): Promise<ChatResponse> {
    if (looksStreamed(text)) return readStreamed(text, this.#streamed(prompt, extra))
    return readCompletion(text, this.#sourceOf(prompt), extra)
  }

  #streamed(prompt: Prompt, extra: WireObject): StreamedAnswer {
    return new StreamedAnswer(this.#sourceOf(prompt), extra)
  }

  #sourceOf({ messages }: Prompt): AnswerSource {
    const { inlinesThinking = true } = this.#body.traits
    return { server: this.#server.name, messages, inlinesThinking, conceal: this.#server.conceal }
  }
}
