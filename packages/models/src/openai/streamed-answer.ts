import { assistantMessage, type ChatResponse, type ChatResponseMetadata } from '@vernal/chat'
import { streamCut } from '../model-error'
import { generationOf, otherMessageFields, reported, unusable, type AnswerSource } from './answer'
import { CallAssembly } from './call-assembly'
import { CallIds } from '../call-ids'
import { completionMetadata } from './completion-reader'
import { contentText } from './content-text'
import type { ServerSentEvent } from './event-stream'
import { InlineThinking, type ThoughtAndText } from './inline-thinking'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { joinFields } from './joined-fields'
import { reasoningText } from './reasoning-text'
import type { StreamAssembly } from './stream-reader'
import { isWireObject, wireList, wireText, type WireObject } from '../wire-value'

/** What the chunks of one streamed answer add up to. */
export class StreamedAnswer implements StreamAssembly {
  readonly #source: AnswerSource
  readonly #extra: WireObject
  readonly #calls = new CallAssembly()
  readonly #thinking: InlineThinking
  #metadata: ChatResponseMetadata | undefined
  #usage: unknown
  #rawFinishReason: string | undefined
  #refusal = ''
  #others: Record<string, unknown> | undefined
  #logprobs: unknown[] | undefined
  #hasChoices = false
  #isDone = false

  /** @param extra what the headers said */
  constructor(source: AnswerSource, extra: WireObject) {
    this.#source = source
    this.#extra = extra
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
    const chunk = this.#parse(event.data)
    if (event.name === 'error' || hasError(chunk)) throw this.#reported(chunk, event.data)
    return this.#acceptChunk(chunk)
  }

  /**
   * The last chunk: tool calls, finish reason, usage.
   *
   * @throws {ModelError} `MODEL_STREAM_CUT` when the answer is not whole, `MODEL_ANSWER_CUT`, `MODEL_ANSWER_UNUSABLE`
   */
  finish(cause?: unknown): ChatResponse {
    if (!this.#isDone && !this.isFinished) throw streamCut(this.#source.server, this.#cutWhere(), cause)
    if (!this.isFinished && this.#calls.unfinished) throw streamCut(this.#source.server, this.#cutWhere(), cause)
    if (!this.#hasChoices) throw unusable(this.#source, 'the stream has no choices')
    return { generations: [this.#generation()], metadata: this.#finalMetadata() }
  }

  #parse(data: string): WireObject {
    try {
      const chunk: unknown = JSON.parse(data)
      return isWireObject(chunk) ? chunk : { error: chunk }
    } catch {
      throw unusable(this.#source, `a chunk of the stream is not JSON: ${bodyExcerpt(data)}`)
    }
  }

  #reported(chunk: WireObject, data: string): Error {
    return reported(this.#source, providerErrorWords(chunk) ?? bodyExcerpt(data))
  }

  #acceptChunk(chunk: WireObject): ChatResponse | undefined {
    this.#metadata ??= firstMetadata(chunk)
    if (chunk.usage) this.#usage = chunk.usage
    const choice = wireList(chunk.choices)[0]
    if (!isWireObject(choice) || (typeof choice.index === 'number' && choice.index > 0)) return undefined
    return this.#acceptChoice(choice, chunk)
  }

  #acceptChoice(choice: WireObject, chunk: WireObject): ChatResponse | undefined {
    this.#hasChoices = true
    if (hasError(choice) || choice.finish_reason === 'error') throw this.#reported(choice, JSON.stringify(chunk))
    if (isWireObject(choice.usage)) this.#usage = choice.usage
    this.#rawFinishReason = wireText(choice.finish_reason) ?? this.#rawFinishReason
    if (isWireObject(choice.logprobs)) this.#addLogprobs(choice.logprobs)
    return isWireObject(choice.delta) ? this.#chunk(this.#acceptDelta(choice.delta)) : undefined
  }

  #chunk({ text, reasoning }: ThoughtAndText): ChatResponse | undefined {
    if (text === '' && reasoning === '') return undefined
    const generation = { message: assistantMessage(text), ...(reasoning === '' ? {} : { reasoning }) }
    return { generations: [generation], metadata: this.#metadata ?? {} }
  }

  #acceptDelta(delta: WireObject): ThoughtAndText {
    if (delta.tool_calls) this.#calls.addAll(delta.tool_calls)
    if (isWireObject(delta.function_call)) this.#calls.addLegacy(delta.function_call)
    const others = otherMessageFields(delta)
    if (others) joinFields((this.#others ??= {}), others)
    const { text, reasoning: inline } = this.#thinking.push(contentText(delta.content))
    const reasoning = reasoningText(delta) + inline
    if (typeof delta.refusal !== 'string') return { text, reasoning }
    this.#refusal += delta.refusal
    return { text: text + delta.refusal, reasoning }
  }

  #addLogprobs(logprobs: WireObject): void {
    this.#logprobs ??= []
    this.#logprobs.push(...wireList(logprobs.content))
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
      logprobs: this.#logprobs && { content: this.#logprobs },
    }
    return generationOf(parts, new CallIds(this.#source.messages), this.#source)
  }

  #finalMetadata(): ChatResponseMetadata {
    return { ...this.#metadata, ...completionMetadata({ usage: this.#usage }, this.#extra) }
  }

  #cutWhere(): string {
    const tool = this.#calls.unfinished
    return tool === undefined ? '' : `, within the arguments for the tool "${tool}"`
  }
}

/** Azure begins with a chunk of empty names. */
function firstMetadata(chunk: WireObject): ChatResponseMetadata | undefined {
  const { id, model } = completionMetadata(chunk, {})
  return id || model ? { ...(id ? { id } : {}), ...(model ? { model } : {}) } : undefined
}
