import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import { optionInvalid } from '../model-error'
import { Cassette, type CassetteOptions, type OpenEntry } from './cassette'
import type { CassetteEntry } from './cassette-entry'
import { failureAgain } from './recorded-failure'

/** What a {@link CassetteChatModel} plays, and whom it asks. */
export interface CassetteChatModelOptions {
  /** A file, or a cassette that several models share. */
  readonly cassette: CassetteOptions | Cassette
  /** Whom to ask when something is recorded: a model, or how to make one, which replaying never does. */
  readonly model?: ChatModel | (() => ChatModel) | undefined
  /** Tells the rounds of several models on one cassette apart. Default: none. */
  readonly name?: string | undefined
}

/**
 * Records what a model answers and answers the same later, without the model: streams chunk by chunk, calls in one piece.
 *
 * Requests are found by what they say, not by their order; call ids, the order of keys and what providers attach to messages
 * do not count. A failure of the model or its server is recorded, too, and thrown again; in the mode `auto` one that may pass is not,
 * and what is missing on the side of who records – a key, the network – never is. A stream that is left is not recorded.
 *
 * ```ts
 * await using model = new CassetteChatModel({ cassette: { path: 'test/orders.yaml' }, model: () => realModel() })
 * ```
 */
export class CassetteChatModel extends ChatModel implements AsyncDisposable {
  readonly #cassette: Cassette
  readonly #make: () => ChatModel | undefined
  readonly #name: string | undefined
  #model: ChatModel | undefined

  /** @throws {ModelError} `MODEL_CASSETTE_MISSING`, `MODEL_CASSETTE_INVALID` */
  constructor({ cassette, model, name }: CassetteChatModelOptions) {
    super()
    this.#cassette = cassette instanceof Cassette ? cassette : new Cassette(cassette)
    this.#make = typeof model === 'function' ? model : () => model
    this.#name = name
  }

  override keepsResponseFormat(options: ChatOptions): boolean {
    if (this.#cassette.records) return this.#recordedModel().keepsResponseFormat(options)
    return this.#cassette.keptResponseFormat(this.#name, options.tools !== undefined && options.tools.size > 0)
  }

  /** @throws {ModelError} `MODEL_CASSETTE_MISMATCH`; what the model throws, or threw when it was recorded */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    signal?.throwIfAborted()
    const found = this.#cassette.find(prompt, { model: this.#name, streaming: false })
    if (!isOpen(found)) return givenAnswer(found)
    try {
      const answer = await this.#recordedModel().call(prompt, signal)
      found.complete({ answer })
      return answer
    } catch (error) {
      if (!signal?.aborted) found.fail(error)
      throw error
    }
  }

  /** @throws {ModelError} `MODEL_CASSETTE_MISMATCH`; what the model throws, or threw when it was recorded */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    signal?.throwIfAborted()
    const found = this.#cassette.find(prompt, { model: this.#name, streaming: true })
    if (isOpen(found)) return yield* this.#recorded(prompt, found, signal)
    for (const chunk of found.stream ?? []) {
      signal?.throwIfAborted()
      yield chunk
    }
    if (found.failure) throw failureAgain(found.failure)
  }

  /**
   * Says what was recorded and not asked for, when the cassette is only replayed. Idempotent.
   *
   * Rejects with {@link ModelError} `MODEL_CASSETTE_LEFTOVER`.
   */
  async close(): Promise<void> {
    this.#cassette.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async *#recorded(
    prompt: Prompt,
    open: OpenEntry,
    signal?: AbortSignal,
  ): AsyncGenerator<ChatResponse, void, undefined> {
    const stream: ChatResponse[] = []
    try {
      for await (const chunk of this.#recordedModel().stream(prompt, signal)) {
        stream.push(chunk)
        yield chunk
      }
    } catch (error) {
      if (!signal?.aborted) open.fail(error, stream)
      throw error
    }
    open.complete({ stream })
  }

  #recordedModel(): ChatModel {
    this.#model ??= this.#make()
    if (this.#model === undefined) throw optionInvalid('model', undefined, 'Give the model whose answers are recorded')
    return this.#model
  }
}

function givenAnswer({ answer, failure }: CassetteEntry): ChatResponse {
  if (failure) throw failureAgain(failure)
  return answer as ChatResponse
}

const isOpen = (found: CassetteEntry | OpenEntry): found is OpenEntry => 'complete' in found
