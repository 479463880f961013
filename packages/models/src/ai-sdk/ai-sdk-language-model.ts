/**
 * The part of a language model of the AI SDK (specification v2, v3 or v4) that is used here. What its provider packages
 * make fits it; none of them is needed.
 */
export interface AiSdkLanguageModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string
  /** `anthropic.messages`. */
  readonly provider: string
  readonly modelId: string
  /** Addresses the provider reads itself, by media type. */
  readonly supportedUrls?: PromiseLike<AiSdkUrls> | AiSdkUrls
  /** Answers in one piece. */
  doGenerate(options: never): PromiseLike<AiSdkGenerateResult>
  /** Answers piece by piece. */
  doStream(options: never): PromiseLike<AiSdkStreamResult>
}

/** Patterns of addresses by media type: `image/*`, `application/pdf`, or `*` for all. */
export type AiSdkUrls = Readonly<Record<string, readonly RegExp[]>>

/** An answer in one piece. */
export interface AiSdkGenerateResult {
  readonly content: readonly unknown[]
  readonly finishReason: unknown
  readonly usage: unknown
  readonly response?: unknown
}

/** An answer piece by piece. */
export interface AiSdkStreamResult {
  readonly stream: AsyncIterable<unknown> | ReadableStream<unknown>
}

/** What a model of the AI SDK is asked with. */
export interface AiSdkCallOptions {
  readonly prompt: readonly object[]
  readonly abortSignal: AbortSignal
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly responseFormat?: object
  readonly tools?: readonly object[]
  readonly toolChoice?: object
  readonly providerOptions?: Readonly<Record<string, unknown>>
}
