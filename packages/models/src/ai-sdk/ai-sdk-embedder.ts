/**
 * The part of an embedding model of the AI SDK (specification v2, v3 or v4) that is used here. What its provider packages
 * make fits it; none of them is needed.
 */
export interface AiSdkEmbedder {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string
  /** `google.generative-ai`. */
  readonly provider: string
  readonly modelId: string
  /** Texts of one call; undefined or infinite when there is no limit. */
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean
  /** Embeds the texts of one call. */
  doEmbed(options: AiSdkEmbedOptions): PromiseLike<AiSdkEmbedResult>
}

/** What an embedding model of the AI SDK is asked with. */
export interface AiSdkEmbedOptions {
  values: string[]
  abortSignal: AbortSignal
  // What providers take here is their own affair.
  providerOptions?: Record<string, never>
}

/** What it answers. */
export interface AiSdkEmbedResult {
  /** In the order of the texts. */
  readonly embeddings: readonly (readonly number[])[]
  readonly usage?: { readonly tokens: number } | undefined
}
