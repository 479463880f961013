import { EmbeddingModel, type EmbeddingResponse } from '@vernal/chat'
import { atLeastOne } from '../at-least-one'
import { embedInBatches, type EmbeddingBatchLimits } from '../embedding-batches'
import { EmbeddingDimensions } from '../embedding-dimensions'
import { notAiSdkModel, timedOut, unusableEmbeddings } from '../model-error'
import { wireNumber, wireObject } from '../wire-value'
import { aiSdkAttempts } from './ai-sdk-attempts'
import type { AiSdkEmbedder, AiSdkEmbedOptions, AiSdkEmbedResult } from './ai-sdk-embedder'

/** How an {@link AiSdkEmbeddingModel} asks. */
export interface AiSdkEmbeddingModelOptions {
  /** Checked in every answer. Default: what the model gives; all embeddings then have as many as the first. */
  readonly dimensions?: number | undefined
  /** Texts of one call, at most what the provider says. At least 1; default what the provider says, at most 2,048. */
  readonly maxBatchTexts?: number | undefined
  /** Characters of one call; a longer text goes alone. At least 1, default 300,000. */
  readonly maxBatchCharacters?: number | undefined
  /** Calls at once for one `embed`, where the provider allows several. At least 1; default 4. */
  readonly maxConcurrentRequests?: number | undefined
  /** Further attempts after a failure that may pass. 0 or more; default 2. */
  readonly maxRetries?: number | undefined
  /** How long one attempt may take, in milliseconds. Default 600,000. */
  readonly timeoutMs?: number | undefined
  /** Goes along as `providerOptions`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** Any embedding model of the AI SDK's providers as an `EmbeddingModel`: in batches, some at once, in the order of the texts. */
export class AiSdkEmbeddingModel extends EmbeddingModel {
  readonly #embedder: AiSdkEmbedder
  readonly #options: AiSdkEmbeddingModelOptions
  readonly #dimensions: EmbeddingDimensions

  /** @throws {ModelError} `MODEL_NOT_AI_SDK`, `MODEL_OPTION_INVALID` */
  constructor(embedder: AiSdkEmbedder, options: AiSdkEmbeddingModelOptions = {}) {
    super()
    this.#embedder = checkedEmbedder(embedder)
    for (const name of ['dimensions', 'maxBatchTexts', 'maxBatchCharacters', 'maxConcurrentRequests'] as const) {
      atLeastOne(name, options[name] ?? 1)
    }
    this.#options = options
    this.#dimensions = new EmbeddingDimensions(this.name, options.dimensions)
  }

  /** The provider and the model, for people. */
  get name(): string {
    return `${this.#embedder.provider} ${this.#embedder.modelId}`
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbeddingResponse> {
    return embedInBatches(texts, await this.#limits(), (batch, ending) => this.#embedBatch(batch, ending), signal)
  }

  async #limits(): Promise<EmbeddingBatchLimits> {
    const { maxBatchTexts = 2048, maxBatchCharacters = 300_000, maxConcurrentRequests = 4 } = this.#options
    const most = wireNumber(await this.#embedder.maxEmbeddingsPerCall) ?? maxBatchTexts
    const isParallel = await this.#embedder.supportsParallelCalls
    return {
      maxBatchTexts: Math.max(1, Math.min(most, maxBatchTexts)),
      maxBatchCharacters,
      maxConcurrentRequests: isParallel ? maxConcurrentRequests : 1,
    }
  }

  async #embedBatch(texts: readonly string[], signal: AbortSignal): Promise<EmbeddingResponse> {
    const { maxRetries = 2, timeoutMs = 600_000, extra } = this.#options
    const result = await aiSdkAttempts({ name: this.name, maxRetries, signal }, async (deadline) => {
      deadline.start(timeoutMs, () => timedOut(this.name, timeoutMs))
      const asked: AiSdkEmbedOptions = { values: [...texts], abortSignal: deadline.signal }
      const options = extra === undefined ? asked : { ...asked, providerOptions: extra as Record<string, never> }
      const answered = await this.#embedder.doEmbed(options)
      deadline.release()
      return answered
    })
    return this.#checked(result, texts.length)
  }

  #checked({ embeddings, usage }: AiSdkEmbedResult, textCount: number): EmbeddingResponse {
    if (!Array.isArray(embeddings)) throw unusableEmbeddings(this.name, 'there is no list of embeddings')
    this.#dimensions.check(embeddings, textCount)
    const tokens = wireNumber(wireObject(usage).tokens)
    if (tokens === undefined) return { embeddings }
    return { embeddings, usage: { promptTokens: tokens, completionTokens: 0, totalTokens: tokens } }
  }
}

function checkedEmbedder(embedder: AiSdkEmbedder): AiSdkEmbedder {
  if (typeof embedder !== 'object' || embedder === null || typeof embedder.doEmbed !== 'function') {
    throw notAiSdkModel('it has no doEmbed')
  }
  if (/^v[234]$/.test(embedder.specificationVersion)) return embedder
  throw notAiSdkModel(`its specification is "${embedder.specificationVersion}"`)
}
