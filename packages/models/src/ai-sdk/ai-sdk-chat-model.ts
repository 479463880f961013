import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import { Deadline } from '../deadline'
import { ModelError, notAiSdkModel, providerFailed, reasonOf, streamIdle, timedOut } from '../model-error'
import { retryAfterMs, retrying } from '../retry'
import { withoutSecrets } from '../without-secrets'
import { ToolSetMemo } from '../tool-set-memo'
import { isWireObject, wireNumber, wireText, type WireObject } from '../wire-value'
import { AiSdkAnswer, aiSdkUsage } from './ai-sdk-answer'
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
  readonly #options: Required<Pick<AiSdkChatModelOptions, 'maxRetries' | 'timeoutMs' | 'idleTimeoutMs'>>

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
    }
  }

  /** The provider and the model, for people. */
  get name(): string {
    return `${this.#model.provider} ${this.#model.modelId}`
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const result = await this.#attempts(signal, async (deadline) => {
      const answered = await this.#model.doGenerate(this.#ask(prompt, deadline))
      deadline.release()
      return answered
    })
    const usage = aiSdkUsage(result.usage)
    const metadata = responseMetadata(result.response)
    return {
      generations: [wholeAnswer(result, prompt).generation(result.finishReason, true)],
      metadata: usage ? { ...metadata, usage } : metadata,
    }
  }

  /** @throws {ModelError} with the code of what went wrong */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const { stream, deadline } = await this.#attempts(signal, async (deadline) => {
      const { stream } = await this.#model.doStream(this.#ask(prompt, deadline))
      return { stream, deadline }
    })
    try {
      const parts = this.#watched(stream as AsyncIterable<unknown>, deadline)
      yield* readAiSdkStream(parts, { name: this.name, messages: prompt.messages })
    } catch (error) {
      throw signal?.aborted ? signal.reason : this.#failureOf(error, deadline)
    } finally {
      deadline.close()
    }
  }

  #ask(prompt: Prompt, deadline: Deadline): AiSdkCallOptions {
    const { timeoutMs } = this.#options
    deadline.start(timeoutMs, () => timedOut(this.name, timeoutMs))
    return aiSdkCallOptions(prompt, this.defaultOptions, { signal: deadline.signal, tools: this.#tools })
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

  #attempts<T>(signal: AbortSignal | undefined, attempt: (deadline: Deadline) => Promise<T>): Promise<T> {
    const once = async (): Promise<T> => {
      const deadline = new Deadline(signal)
      try {
        signal?.throwIfAborted()
        return await attempt(deadline)
      } catch (error) {
        deadline.close()
        throw signal?.aborted ? signal.reason : this.#failureOf(error, deadline)
      }
    }
    return retrying(once, { maxRetries: this.#options.maxRetries, signal })
  }

  /** The packages' errors say their status, whether to try again, and the headers of the answer. */
  #failureOf(error: unknown, deadline: Deadline): ModelError {
    const known = deadline.expiry ?? error
    if (known instanceof ModelError) return known
    const { statusCode, isRetryable, responseHeaders } = isObject(error) ? error : {}
    const headers = isWireObject(responseHeaders) ? responseHeaders : {}
    return providerFailed(this.name, withoutSecrets(reasonOf(error), undefined), {
      cause: error,
      status: wireNumber(statusCode),
      isRetryable: isRetryable === true,
      retryAfterMs: retryAfterMs({ get: (name) => wireText(headers[name]) ?? null }),
    })
  }
}

/** The model with its methods typed by what is really handed to them. */
type SpeakingModel = Pick<AiSdkLanguageModel, 'provider' | 'modelId'> & {
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
