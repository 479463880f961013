import { ChatModel, type ChatOptions, type ChatResponse, type Prompt } from '@vernal/chat'
import { optionInvalid } from '../model-error'
import { retrying } from '../retry'
import { ModelBreaker, type CircuitBreakerOptions } from './model-breaker'
import { FALLBACK_CODES, failureCode, type ModelFallbackEvent } from './model-fallback-event'
import { begun, type BegunStream } from './begun-stream'

/** A model under the name that events and answers say. */
export interface FallbackModel {
  readonly name: string
  readonly model: ChatModel
}

/** When a {@link FallbackChatModel} asks the next model. */
export interface FallbackChatModelOptions {
  /**
   * Codes of the errors after which the next model is asked. Default {@link FALLBACK_CODES}: limits of the account, failures of the
   * server, no connection, time-outs, and streams that end before their first chunk.
   */
  readonly fallbackOn?: readonly string[] | undefined
  /** Further attempts with a model after a failure that may pass, beside those it makes itself. 0 or more, default 0. */
  readonly maxRetries?: number | undefined
  /** Lets a model that keeps failing rest. Needs the package `cockatiel`. Default: every request asks the first model first. */
  readonly circuitBreaker?: CircuitBreakerOptions | undefined
  /** Told which model failed and which answered. What it throws is ignored. */
  readonly onEvent?: ((event: ModelFallbackEvent) => void) | undefined
}

/**
 * Several models as one: the next is asked when one fails in a way that another may not. Errors that every model would
 * answer with, such as a refused request, are passed on.
 *
 * Once a stream has given out its first chunk its failure is passed on, too. The name of the model that answered is in
 * `metadata.extra.answeredBy` of the answer; in a stream, of its first chunk. The model a prompt names goes to the first
 * model alone, since the others do not know it.
 *
 * ```ts
 * const model = new FallbackChatModel([{ name: 'large', model: large }, { name: 'small', model: small }])
 * ```
 */
export class FallbackChatModel extends ChatModel {
  override readonly defaultOptions: ChatOptions
  override readonly supportsResponseFormat: boolean
  readonly #models: readonly FallbackModel[]
  readonly #breakers: readonly ModelBreaker[]
  readonly #codes: ReadonlySet<string>
  readonly #maxRetries: number
  readonly #onEvent: (event: ModelFallbackEvent) => void

  /**
   * @param models the first is asked first; at least one
   * @throws {ModelError} `MODEL_OPTION_INVALID`; `MODEL_PACKAGE_MISSING` with a circuit breaker and without its package
   */
  constructor(models: readonly [FallbackModel, ...FallbackModel[]], options: FallbackChatModelOptions = {}) {
    super()
    const { fallbackOn = FALLBACK_CODES, maxRetries = 0, circuitBreaker, onEvent = () => undefined } = options
    if (models.length === 0) throw optionInvalid('models', '[]', 'Name at least one model')
    if (!(Number.isInteger(maxRetries) && maxRetries >= 0)) {
      throw optionInvalid('maxRetries', maxRetries, 'It must be a whole number of at least 0')
    }
    this.#models = models
    this.#codes = new Set(fallbackOn)
    this.#maxRetries = maxRetries
    this.#onEvent = onEvent
    this.#breakers = models.map(({ name }) => new ModelBreaker(name, circuitBreaker, this.#isForNext))
    this.defaultOptions = models[0].model.defaultOptions
    this.supportsResponseFormat = models.every(({ model }) => model.supportsResponseFormat)
  }

  override keepsResponseFormat(options: ChatOptions): boolean {
    return this.#models.every(({ model }) => model.keepsResponseFormat(options))
  }

  /** @throws what the last model failed with */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const { name, answer } = await this.#firstAnswer(prompt, signal, (model, asked) => model.call(asked, signal))
    return answeredBy(name, answer)
  }

  /** @throws what the last model failed with, or what broke the stream off */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const begin = (model: ChatModel, asked: Prompt): Promise<BegunStream> => begun(model.stream(asked, signal))
    const { name, answer } = await this.#firstAnswer(prompt, signal, begin)
    const { first, rest } = answer
    try {
      if (first === undefined) return
      yield answeredBy(name, first)
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }

  async #firstAnswer<T>(
    prompt: Prompt,
    signal: AbortSignal | undefined,
    ask: (model: ChatModel, prompt: Prompt) => Promise<T>,
  ): Promise<{ readonly name: string; readonly answer: T }> {
    const failed: string[] = []
    for (const [index, { name, model }] of this.#models.entries()) {
      const asked = index === 0 ? prompt : withoutModel(prompt)
      const attempt = (): Promise<T> => ask(model, asked)
      try {
        const attempts = (): Promise<T> => retrying(attempt, { maxRetries: this.#maxRetries, signal })
        const answer = await this.#breakerOf(index).run(attempts)
        this.#tell({ type: 'model-answered', model: name, failed })
        return { name, answer }
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        const next = this.#models[index + 1]?.name
        if (this.#isForNext(error)) this.#tell({ type: 'model-failed', model: name, error, next })
        if (!this.#isForNext(error) || next === undefined) throw error
        failed.push(name)
      }
    }
    throw optionInvalid('models', '[]', 'Name at least one model')
  }

  #breakerOf(index: number): ModelBreaker {
    return this.#breakers[index] as ModelBreaker
  }

  /** A model that rests is passed over whatever the codes are. */
  readonly #isForNext = (error: unknown): boolean => {
    const code = failureCode(error)
    return code !== undefined && (code === 'MODEL_RESTING' || this.#codes.has(code))
  }

  #tell(event: ModelFallbackEvent): void {
    try {
      this.#onEvent(event)
    } catch {
      // Who listens cannot disturb an answer.
    }
  }
}

function answeredBy(name: string, response: ChatResponse): ChatResponse {
  const { metadata } = response
  return { ...response, metadata: { ...metadata, extra: { ...metadata.extra, answeredBy: name } } }
}

function withoutModel(prompt: Prompt): Prompt {
  if (prompt.options.model === undefined) return prompt
  const { model: _ofTheFirst, ...options } = prompt.options
  return { ...prompt, options }
}
