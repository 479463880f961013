import { EmbeddingModel, type EmbeddingResponse } from '@vernal/chat'
import { atLeastOne } from '../at-least-one'
import { embedInBatches, type EmbeddingBatchLimits } from '../embedding-batches'
import { EmbeddingDimensions } from '../embedding-dimensions'
import { embeddingWays } from './embedding-ways'
import { readEmbeddings } from './embedding-reader'
import { connectionOptions, type OpenAiChatModelOptions } from './open-ai-options'
import { OpenAiServer } from './open-ai-server'

const PATH = '/embeddings'

/** How an {@link OpenAiEmbeddingModel} reaches its server, and what it asks for. */
export interface OpenAiEmbeddingModelOptions extends Omit<
  OpenAiChatModelOptions,
  'defaultOptions' | 'idleTimeoutMs' | 'reasoningEcho'
> {
  /** Asked for, and checked in every answer. Default: what the model gives; all embeddings then have as many as the first. */
  readonly dimensions?: number | undefined
  /** Texts of one request. At least 1; default what the server is known to take, at most 2,048. */
  readonly maxBatchTexts?: number | undefined
  /** Characters of one request; a longer text goes alone. At least 1; default what the server is known to take, at most 300,000. */
  readonly maxBatchCharacters?: number | undefined
  /** Requests at once for one `embed`. At least 1; default 4. */
  readonly maxConcurrentRequests?: number | undefined
  /** How numbers travel: `base64` is a quarter of the size. Either is read. Default: `base64` where the server is known to speak it. */
  readonly encodingFormat?: 'base64' | 'float' | undefined
  /** Further fields of every request body. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/**
 * The embeddings of OpenAI and of every server that imitates them, through the `openai` package.
 *
 * Texts go out in batches, some at once, each retried like a chat; the order stays. An empty text is embedded as a space,
 * since servers refuse it.
 */
export class OpenAiEmbeddingModel extends EmbeddingModel {
  readonly #server: OpenAiServer
  readonly #limits: EmbeddingBatchLimits
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #dimensions: EmbeddingDimensions

  /** @throws {ModelError} `MODEL_BASE_URL_INVALID`, `MODEL_OPTION_INVALID` */
  constructor(options: OpenAiEmbeddingModelOptions) {
    super()
    const { model, dimensions, extra, maxConcurrentRequests = 4 } = options
    const connection = connectionOptions(options)
    const ways = embeddingWays(options.preset, options.baseUrl)
    const encoding = options.encodingFormat ?? ways.encodingFormat
    this.#server = new OpenAiServer(connection)
    this.#limits = {
      maxBatchTexts: atLeastOne('maxBatchTexts', options.maxBatchTexts ?? ways.maxBatchTexts),
      maxBatchCharacters: atLeastOne('maxBatchCharacters', options.maxBatchCharacters ?? ways.maxBatchCharacters),
      maxConcurrentRequests: atLeastOne('maxConcurrentRequests', maxConcurrentRequests),
    }
    this.#fields = {
      ...extra,
      model,
      ...(dimensions === undefined ? {} : { dimensions: atLeastOne('dimensions', dimensions) }),
      ...(encoding === 'base64' ? { encoding_format: encoding } : {}),
    }
    this.#dimensions = new EmbeddingDimensions(`${this.#server.name} (${model})`, dimensions)
  }

  /** The address of the API, without user, password and query. */
  get server(): string {
    return this.#server.name
  }

  /** @throws {ModelError} with the code of what went wrong */
  override embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbeddingResponse> {
    return embedInBatches(texts, this.#limits, this.#embedBatch, signal)
  }

  /** Drops the connections that are kept for further requests. Idempotent. */
  close(): void {
    this.#server.close()
  }

  readonly #embedBatch = async (texts: readonly string[], signal: AbortSignal): Promise<EmbeddingResponse> => {
    const body = JSON.stringify({ ...this.#fields, input: texts.map((text) => (text === '' ? ' ' : text)) })
    const { text } = await this.#server.post(PATH, body, signal)
    const answer = readEmbeddings(text, { server: this.#server.name, conceal: this.#server.conceal })
    this.#dimensions.check(answer.embeddings, texts.length)
    return answer
  }
}
