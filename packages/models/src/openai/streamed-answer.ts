import { assistantMessage, type ChatResponse, type ChatResponseMetadata } from '@vernal/chat'
import { streamCut } from '../model-error'
import { choiceDetails, generationOf, otherMessageFields, reported, unusable, type AnswerSource } from './answer'
import { CallAssembly } from './call-assembly'
import { CallIds } from '../call-ids'
import {
  choicesOf,
  COMPLETION_FIELDS,
  completionMetadata,
  readCompletion,
  messageDetails,
  unwrapped,
} from './completion-reader'
import { contentText } from './content-text'
import type { ServerSentEvent } from './event-stream'
import { InlineThinking, type ThoughtAndText } from './inline-thinking'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { rawFinishReason } from './finish-reason'
import { isWholeJson } from './answered-call'
import { usageOf } from './wire-usage'
import { joinFields } from './joined-fields'
import { reasoningText } from './reasoning-text'
import type { StreamAssembly } from './stream-reader'
import { isWireObject, otherFields, wireList, wireNumber, wireText, type WireObject } from '../wire-value'

/** What the chunks of one streamed answer add up to. */
export class StreamedAnswer implements StreamAssembly {
  readonly #source: AnswerSource
  readonly #extra: Record<string, unknown>
  readonly #calls = new CallAssembly()
  readonly #thinking: InlineThinking
  #metadata: ChatResponseMetadata | undefined
  #usage: unknown
  #rawFinishReason: string | undefined
  #refusal = ''
  #others: Record<string, unknown> | undefined
  readonly #logprobs: unknown[] = []
  #details: Record<string, unknown> | undefined
  #hasChoices = false
  #hasDeltas = false
  #index: number | undefined
  /** Words of a chunk that has no choices, and may tell why there are none. */
  #complaint: string | undefined
  #isDone = false

  /** @param extra what the headers said */
  constructor(source: AnswerSource, extra: WireObject) {
    this.#source = source
    this.#extra = { ...extra }
    this.#thinking = new InlineThinking(source.inlinesThinking)
  }

  /** Whether the server said that nothing more comes. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Whether the model said why it stopped, so that the answer is whole even if the stream does not end well. */
  get isFinished(): boolean {
    return this.#rawFinishReason !== undefined
  }

  /**
   * Takes the next event.
   *
   * @returns a chunk when the event brought text
   * @throws {ModelError} `MODEL_REPORTED_ERROR`, `MODEL_ANSWER_UNUSABLE`
   */
  accept(event: ServerSentEvent): ChatResponse | undefined {
    if (this.#isDone || event.data.trim() === '') return undefined
    if (event.data.startsWith('[DONE]')) {
      this.#isDone = true
      return undefined
    }
    const chunk = event.name === 'error' ? this.#errorOf(event.data) : this.#parse(event.data)
    if (event.name === 'error' || hasError(chunk)) throw this.#reported(chunk, event.data)
    return this.#acceptChunk(chunk)
  }

  /** @throws {ModelError} like {@link readCompletion} */
  whole(body: string): ChatResponse {
    return readCompletion(body, this.#source, this.#extra)
  }

  /**
   * The last chunk: tool calls, finish reason, usage.
   *
   * @throws {ModelError} `MODEL_STREAM_CUT` when the answer is not whole, `MODEL_ANSWER_CUT`, `MODEL_ANSWER_UNUSABLE`
   */
  finish(cause?: unknown): ChatResponse {
    if (!this.isFinished && this.#complaint) throw reported(this.#source, this.#complaint)
    if (!this.#isDone && !this.isFinished) throw streamCut(this.#source.server, this.#cutWhere(), cause)
    if (!this.isFinished && this.#calls.unfinished) throw streamCut(this.#source.server, this.#cutWhere(), cause)
    if (!this.#hasChoices) throw unusable(this.#source, 'the stream has no choices')
    return { generations: [this.#generation()], metadata: this.#finalMetadata() }
  }

  #parse(data: string): WireObject {
    try {
      const chunk: unknown = JSON.parse(data)
      return typeof chunk === 'object' ? unwrapped(chunk) : { error: chunk }
    } catch {
      throw unusable(this.#source, `a chunk of the stream is not JSON: ${bodyExcerpt(data)}`)
    }
  }

  /** What an error event says need not be JSON. */
  #errorOf(data: string): WireObject {
    return isWholeJson(data) ? this.#parse(data) : { message: bodyExcerpt(data) }
  }

  #reported(chunk: WireObject, data: string): Error {
    return reported(this.#source, providerErrorWords(chunk) ?? bodyExcerpt(data))
  }

  #acceptChunk(chunk: WireObject): ChatResponse | undefined {
    this.#metadata ??= firstMetadata(chunk)
    this.#usage = usageOf(chunk) ?? this.#usage
    Object.assign(this.#extra, otherFields(chunk, COMPLETION_FIELDS))
    const choice = this.#choiceOf(chunk)
    return choice && this.#acceptChoice(choice, chunk)
  }

  /** One answer is read: the one whose number comes first. */
  #choiceOf(chunk: WireObject): WireObject | undefined {
    const choices = choicesOf(chunk)
    if (choices.length === 0) this.#complaint ??= providerErrorWords(chunk)
    else this.#index ??= Math.min(...choices.map(numberOf))
    const [first] = choices
    return first && numberOf(first) === this.#index ? first : choices.find((choice) => numberOf(choice) === this.#index)
  }

  #acceptChoice(choice: WireObject, chunk: WireObject): ChatResponse | undefined {
    this.#hasChoices = true
    if (hasError(choice) || choice.finish_reason === 'error') throw this.#reported(choice, JSON.stringify(chunk))
    if (isWireObject(choice.usage)) this.#usage = choice.usage
    this.#rawFinishReason = rawFinishReason(choice.finish_reason) ?? this.#rawFinishReason
    this.#addDetails(choice)
    const delta = this.#deltaOf(choice)
    return delta && this.#chunk(this.#acceptDelta(delta))
  }

  /** Some servers call the pieces messages, others repeat the whole message at the end. */
  #deltaOf({ delta, message }: WireObject): WireObject | undefined {
    if (isWireObject(delta)) this.#hasDeltas = true
    const piece = isWireObject(delta) || this.#hasDeltas ? delta : message
    return isWireObject(piece) ? piece : undefined
  }

  #chunk({ text, reasoning }: ThoughtAndText): ChatResponse | undefined {
    if (text === '' && reasoning === '') return undefined
    const message = assistantMessage(text)
    return { generations: [reasoning === '' ? { message } : { message, reasoning }], metadata: this.#metadata ?? {} }
  }

  #acceptDelta(delta: WireObject): ThoughtAndText {
    if (delta.tool_calls) this.#calls.addAll(delta.tool_calls)
    if (isWireObject(delta.function_call)) this.#calls.addLegacy(delta.function_call)
    const details = messageDetails(delta)
    if (details) joinFields((this.#details ??= {}), details)
    const others = otherMessageFields(delta)
    if (others) joinFields((this.#others ??= {}), others)
    const { text, reasoning: inline } = this.#thinking.push(contentText(delta.content))
    const reasoning = reasoningText(delta) + inline
    if (typeof delta.refusal !== 'string') return { text, reasoning }
    this.#refusal += delta.refusal
    return { text: text + delta.refusal, reasoning }
  }

  #addDetails(choice: WireObject): void {
    const details = choiceDetails(choice)
    if (!details) return
    const { logprobs, ...others } = details
    if (isWireObject(logprobs)) this.#logprobs.push(...wireList(logprobs.content))
    if (Object.keys(others).length > 0) this.#details = { ...this.#details, ...others }
  }

  #generation(): ChatResponse['generations'][number] {
    const { text, reasoning } = this.#thinking.end()
    const parts = {
      text,
      reasoning,
      calls: this.#calls.calls,
      rawFinishReason: this.#rawFinishReason,
      refusal: wireText(this.#refusal),
      others: this.#others,
      details: this.#wholeDetails(),
    }
    return generationOf(parts, new CallIds(this.#source.messages), this.#source)
  }

  #wholeDetails(): WireObject | undefined {
    if (this.#logprobs.length === 0) return this.#details
    return { ...this.#details, logprobs: { content: this.#logprobs } }
  }

  #finalMetadata(): ChatResponseMetadata {
    return { ...this.#metadata, ...completionMetadata({ usage: this.#usage }, this.#extra) }
  }

  #cutWhere(): string {
    const tool = this.#calls.unfinished
    return tool === undefined ? '' : `, within the arguments for the tool "${tool}"`
  }
}

const numberOf = (choice: WireObject): number => wireNumber(choice.index) ?? 0

/** Azure begins with a chunk of empty names. */
function firstMetadata(chunk: WireObject): ChatResponseMetadata | undefined {
  const { id, model } = completionMetadata(chunk, {})
  return id || model ? { ...(id ? { id } : {}), ...(model ? { model } : {}) } : undefined
}
