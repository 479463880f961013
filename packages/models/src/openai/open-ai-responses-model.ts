import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import type { WireObject } from '../wire-value'
import { ToolSetMemo } from '../tool-set-memo'
import type { AnswerSource } from './answer'
import { connectionOptions, type OpenAiChatModelOptions } from './open-ai-options'
import { OpenAiServer } from './open-ai-server'
import { looksStreamed, readStream, readStreamed } from './stream-reader'
import { readResponse } from './response-reader'
import { ToolDefinitionWriter } from './tool-definitions'
import { responsesBody, type ResponsesBodyOptions } from './responses-body'
import { StreamedResponse } from './streamed-response'

const PATH = '/responses'

/**
 * OpenAI's Responses API. Everything an `OpenAiChatModel` promises about connections, retries and errors holds here, too.
 *
 * Nothing is stored at the server. Reasoning items go back in their place with the calls they precede, encrypted as they
 * came; `ChatOptions.extra` takes `{ include: ['reasoning.encrypted_content'] }` for models that send it only then.
 */
export class OpenAiResponsesModel extends ChatModel {
  override readonly defaultOptions: ChatOptions
  override readonly supportsResponseFormat = true
  readonly #server: OpenAiServer
  readonly #body: Omit<ResponsesBodyOptions, 'streaming'>

  /** @throws {ModelError} `MODEL_BASE_URL_INVALID` */
  constructor(options: OpenAiChatModelOptions) {
    super()
    this.defaultOptions = { model: options.model, ...options.defaultOptions }
    const connection = connectionOptions(options)
    this.#server = new OpenAiServer(connection)
    const definitions = new ToolDefinitionWriter(connection)
    this.#body = {
      rules: { server: connection.baseUrl, media: connection.traits.media },
      toolsJson: new ToolSetMemo((tools) => definitions.flat(tools)),
    }
  }

  /** The address of the API, without user, password and query. */
  get server(): string {
    return this.#server.name
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const body = responsesBody(prompt, this.defaultOptions, { ...this.#body, streaming: false })
    const { text, reply } = await this.#server.post(PATH, body, signal)
    return this.#wholeAnswer(text, prompt, reply.extra)
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const body = responsesBody(prompt, this.defaultOptions, { ...this.#body, streaming: true })
    const reply = await this.#server.open(PATH, body, signal)
    try {
      if (reply.isEventStream) yield* readStream(reply, new StreamedResponse(this.#sourceOf(prompt), reply.extra))
      else yield await this.#wholeAnswer(await reply.text(), prompt, reply.extra)
    } finally {
      reply.close()
    }
  }

  /** Drops the connections that are kept for further requests. Idempotent. */
  close(): void {
    this.#server.close()
  }

  async #wholeAnswer(text: string, prompt: Prompt, extra: WireObject): Promise<ChatResponse> {
    const source = this.#sourceOf(prompt)
    return looksStreamed(text)
      ? readStreamed(text, new StreamedResponse(source, extra))
      : readResponse(text, source, extra)
  }

  #sourceOf({ messages }: Prompt): AnswerSource {
    return { server: this.#server.name, messages, inlinesThinking: false, conceal: this.#server.conceal }
  }
}
