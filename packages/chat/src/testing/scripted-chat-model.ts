import type { ToolCall } from '@vernal/tools'
import { scriptExhausted } from '../chat-error'
import { assistantMessage } from '../messages/message'
import type { Usage } from '../messages/usage'
import { ChatModel } from '../model/chat-model'
import type { ChatResponse, FinishReason, Generation } from '../model/chat-response'
import type { Prompt } from '../model/prompt'

/** A call as a script writes it: arguments as an object, or as raw text to try what a model may get wrong. */
export interface ScriptedCall {
  readonly name: string
  /** Default `{}`. */
  readonly arguments?: string | Readonly<Record<string, unknown>>
  /** Default: `call_1`, `call_2`, … through the whole script. */
  readonly id?: string
}

/** One answer of a script. A bare string is an answer in words, a list is a round of calls. */
export type ScriptedAnswer =
  | string
  | readonly ScriptedCall[]
  | ScriptedResponse
  | Error
  | ((prompt: Prompt, signal?: AbortSignal) => ScriptedAnswer | Promise<ScriptedAnswer>)

/** An answer in full. */
export interface ScriptedResponse {
  /** Default empty. */
  readonly text?: string
  /** What the model thinks before the text; in a stream word by word. Default nothing. */
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: Usage
  /** Default `tool-calls` with calls, else `stop`. */
  readonly finishReason?: FinishReason
  /** How the text is cut in a stream. Default: word by word. */
  readonly chunks?: readonly string[]
}

/** How a {@link ScriptedChatModel} behaves beyond its script. */
export interface ScriptedChatModelOptions {
  /** Whether the last answer is given for ever. Default false: one more question is an error. */
  readonly repeatLast?: boolean
}

/**
 * A model for tests: replays answers in order, and keeps the prompts it was asked.
 *
 * ```ts
 * const model = new ScriptedChatModel([[{ name: 'findOrders', arguments: { customerId: '42' } }], 'Two orders.'])
 * ```
 */
export class ScriptedChatModel extends ChatModel {
  /** What the model was asked, in order. */
  readonly prompts: Prompt[] = []
  readonly #answers: readonly ScriptedAnswer[]
  readonly #repeatLast: boolean
  #callCount = 0

  constructor(answers: readonly ScriptedAnswer[], options: ScriptedChatModelOptions = {}) {
    super()
    this.#answers = answers
    this.#repeatLast = options.repeatLast ?? false
  }

  /** How many answers of the script nobody has asked for: 0 at the end of a test says that the conversation went as it was written. */
  get remaining(): number {
    return Math.max(0, this.#answers.length - this.prompts.length)
  }

  /** @throws {ChatError} `CHAT_SCRIPT_EXHAUSTED` when there is no answer left */
  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    const answer = await this.#next(prompt, signal)
    const { text = '', reasoning } = answer
    return this.#response(answer, text, reasoning)
  }

  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncIterable<ChatResponse> {
    const answer = await this.#next(prompt, signal)
    for (const generation of [...wordsOf(answer.reasoning).map(thought), ...textPieces(answer).map(said)]) {
      signal?.throwIfAborted()
      yield { generations: [generation], metadata: {} }
    }
    yield this.#response(answer, '')
  }

  async #next(prompt: Prompt, signal?: AbortSignal): Promise<ScriptedResponse> {
    signal?.throwIfAborted()
    const index = this.prompts.push(prompt) - 1
    let answer = this.#answers[index] ?? (this.#repeatLast ? this.#answers.at(-1) : undefined)
    while (typeof answer === 'function') answer = await answer(prompt, signal)
    signal?.throwIfAborted()
    if (answer === undefined) throw scriptExhausted(this.#answers.length)
    if (answer instanceof Error) throw answer
    if (typeof answer === 'string') return { text: answer }
    return isCalls(answer) ? { calls: answer } : answer
  }

  #response(answer: ScriptedResponse, text: string, reasoning?: string): ChatResponse {
    const calls = (answer.calls ?? []).map((call) => this.#toolCall(call))
    const finishReason = answer.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop')
    return {
      generations: [{ message: assistantMessage(text, calls), finishReason, ...(reasoning ? { reasoning } : {}) }],
      metadata: answer.usage ? { usage: answer.usage } : {},
    }
  }

  #toolCall(call: ScriptedCall): ToolCall {
    this.#callCount += 1
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {})
    return { id: call.id ?? `call_${this.#callCount}`, name: call.name, arguments: text }
  }
}

const wordsOf = (text = ''): readonly string[] => text.match(/\S+\s*|\s+/g) ?? []
const textPieces = ({ chunks, text }: ScriptedResponse): readonly string[] => chunks ?? wordsOf(text)
const said = (piece: string): Generation => ({ message: assistantMessage(piece) })
const thought = (reasoning: string): Generation => ({ message: assistantMessage(''), reasoning })

const isCalls = (answer: ScriptedResponse | readonly ScriptedCall[]): answer is readonly ScriptedCall[] =>
  Array.isArray(answer)
