import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import { totalTime, type Deadline } from '../deadline'
import { notAiSdkModel, streamIdle, timedOut, totalTimedOut } from '../model-error'
import { ToolSetMemo } from '../tool-set-memo'
import { isWireObject, wireText, type WireObject } from '../wire-value'
import { AiSdkAnswer, aiSdkUsage } from './ai-sdk-answer'
import { aiSdkAttempts, aiSdkFailure, type AiSdkAsking } from './ai-sdk-attempts'
import type {
  AiSdkCallOptions,
  AiSdkGenerateResult,
  AiSdkLanguageModel,
  AiSdkStreamResult,
} from './ai-sdk-language-model'
import { aiSdkCallOptions, aiSdkTools } from './ai-sdk-prompt'
import { readAiSdkStream, responseMetadata } from './ai-sdk-stream'

/** How an {@link AiSdkChatModel} asks. */
export interface AiSdkChatModelOptions {
  /** What is used where a prompt's options say nothing. */
  readonly defaultOptions?: ChatOptions
  /** Further attempts after a failure that may pass. 0 or more; default 2. */
  readonly maxRetries?: number
  /** How long one attempt may take, in milliseconds: a whole call, or the beginning of a stream. Default 600,000. */
  readonly timeoutMs?: number
  /** The longest silence between two parts of a stream, in milliseconds. Default 300,000. */
  readonly idleTimeoutMs?: number
  /** How long everything may take, in milliseconds: attempts, pauses, and a stream to its end. Default: no limit of its own. */
  readonly totalTimeoutMs?: number | undefined
  /** Whether the provider is told the shape of answers; false: it is said in words. Default true. */
  readonly supportsResponseFormat?: boolean
}

/**
 * Any language model of the AI SDK (Anthropic, Google, Bedrock, and some fifty other providers) as a `ChatModel`.
 *
 * The loop, the tools and the limits stay Vernal's; the provider package speaks to its server. What a provider wants back
 * in the next round (reasoning with its signature, signatures of calls) travels in the metadata of the messages.
 * `ChatOptions.extra` goes along as `providerOptions`.
 */
export class AiSdkChatModel extends ChatModel {
  override readonly defaultOptions: ChatOptions
  override readonly supportsResponseFormat: boolean
  readonly #model: SpeakingModel
  readonly #tools = new ToolSetMemo(aiSdkTools)
  readonly #options: Required<
    Pick<AiSdkChatModelOptions, 'maxRetries' | 'timeoutMs' | 'idleTimeoutMs' | 'totalTimeoutMs'>
  >

  /** @throws {ModelError} `MODEL_NOT_AI_SDK` */
  constructor(model: AiSdkLanguageModel, options: AiSdkChatModelOptions = {}) {
    super()
    this.#model = speakingModel(model)
    this.defaultOptions = { model: model.modelId, ...options.defaultOptions }
    this.supportsResponseFormat = options.supportsResponseFormat ?? true
    this.#options = {
      maxRetries: options.maxRetries ?? 2,
      timeoutMs: options.timeoutMs ?? 600_000,
      idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
      totalTimeoutMs: options.totalTimeoutMs,
    }
  }

  /** The provider and the model, for people. */
  get name(): string {
    return `${this.#model.provider} ${this.#model.modelId}`
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const result = await this.#result(prompt, signal)
    const usage = aiSdkUsage(result.usage)
    const metadata = responseMetadata(result.response)
    return {
      generations: [wholeAnswer(result, prompt).generation(result.finishReason, true)],
      metadata: usage ? { ...metadata, usage } : metadata,
    }
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const total = this.#total(signal)
    try {
      yield* this.#parts(prompt, total.signal)
    } finally {
      total.release()
    }
  }

  async #result(prompt: Prompt, signal: AbortSignal | undefined): Promise<AiSdkGenerateResult> {
    const total = this.#total(signal)
    try {
      return await aiSdkAttempts(this.#asking(total.signal), async (deadline) => {
        const answered = await this.#model.doGenerate(await this.#ask(prompt, deadline))
        deadline.release()
        return answered
      })
    } finally {
      total.release()
    }
  }

  async *#parts(prompt: Prompt, signal: AbortSignal | undefined): AsyncGenerator<ChatResponse, void, undefined> {
    const { stream, deadline } = await aiSdkAttempts(this.#asking(signal), async (deadline) => {
      const { stream } = await this.#model.doStream(await this.#ask(prompt, deadline))
      return { stream, deadline }
    })
    try {
      const parts = this.#watched(stream as AsyncIterable<unknown>, deadline)
      yield* readAiSdkStream(parts, { name: this.name, messages: prompt.messages })
    } catch (error) {
      throw signal?.aborted ? signal.reason : aiSdkFailure(this.name, error, deadline)
    } finally {
      deadline.close()
    }
  }

  #total(signal: AbortSignal | undefined): ReturnType<typeof totalTime> {
    return totalTime(signal, this.#options.totalTimeoutMs, (timeMs) => totalTimedOut(this.name, timeMs))
  }

  async #ask(prompt: Prompt, deadline: Deadline): Promise<AiSdkCallOptions> {
    const { timeoutMs } = this.#options
    deadline.start(timeoutMs, () => timedOut(this.name, timeoutMs))
    return aiSdkCallOptions(prompt, this.defaultOptions, {
      signal: deadline.signal,
      tools: this.#tools,
      version: this.#model.specificationVersion,
      urls: (await this.#model.supportedUrls) ?? {},
    })
  }

  async *#watched(stream: AsyncIterable<unknown>, deadline: Deadline): AsyncGenerator<unknown> {
    const { idleTimeoutMs } = this.#options
    deadline.start(idleTimeoutMs, () => streamIdle(this.name, idleTimeoutMs))
    for await (const part of stream) {
      deadline.pause()
      yield part
      deadline.refresh()
    }
  }

  #asking(signal: AbortSignal | undefined): AiSdkAsking {
    return { name: this.name, maxRetries: this.#options.maxRetries, signal }
  }
}

/** The model with its methods typed by what is really handed to them. */
type SpeakingModel = Pick<AiSdkLanguageModel, 'specificationVersion' | 'provider' | 'modelId' | 'supportedUrls'> & {
  doGenerate(options: AiSdkCallOptions): PromiseLike<AiSdkGenerateResult>
  doStream(options: AiSdkCallOptions): PromiseLike<AiSdkStreamResult>
}

function speakingModel(model: AiSdkLanguageModel): SpeakingModel {
  if (!isObject(model) || typeof model.doGenerate !== 'function' || typeof model.doStream !== 'function') {
    throw notAiSdkModel('it has no doGenerate and doStream')
  }
  if (!/^v[234]$/.test(model.specificationVersion)) {
    throw notAiSdkModel(`its specification is "${model.specificationVersion}"`)
  }
  return model
}

const isObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null

function wholeAnswer({ content }: AiSdkGenerateResult, { messages }: Prompt): AiSdkAnswer {
  const answer = new AiSdkAnswer(messages)
  content.filter(isWireObject).forEach((part, index) => {
    if (part.type === 'text') answer.addText(wireText(part.text) ?? '')
    if (part.type === 'tool-call') answer.addCall(part)
    if (part.type === 'reasoning') answer.addReasoning(String(index), wireText(part.text) ?? '', part.providerMetadata)
  })
  return answer
}
