import { assistantMessage, type ChatResponse } from '@vernal/chat'
import { streamCut } from '../model-error'
import { reported, unusable, type AnswerSource } from './answer'
import type { ServerSentEvent } from './event-stream'
import { bodyExcerpt, providerErrorWords } from './provider-error'
import type { StreamAssembly } from './stream-reader'
import { isWireObject, wireText, type WireObject } from '../wire-value'
import { answerOf, outputItems, PARAGRAPH, readResponse, refuseFailed } from './response-reader'

/** What the events of one streamed response add up to. The last event carries the whole response, which is the truth. */
export class StreamedResponse implements StreamAssembly {
  readonly #source: AnswerSource
  readonly #extra: WireObject
  readonly #items: WireObject[] = []
  #response: WireObject | undefined
  #openCall: string | undefined
  #reasoningPart: string | undefined

  /** @param extra what the headers said */
  constructor(source: AnswerSource, extra: WireObject) {
    this.#source = source
    this.#extra = extra
  }

  get isDone(): boolean {
    return this.#response !== undefined
  }

  get isFinished(): boolean {
    return this.#response !== undefined
  }

  /** @throws {ModelError} `MODEL_REPORTED_ERROR`, `MODEL_ANSWER_UNUSABLE` */
  accept(event: ServerSentEvent): ChatResponse | undefined {
    if (this.#response || event.data.trim() === '' || event.data.startsWith('[DONE]')) return undefined
    const data = this.#parse(event.data)
    switch (data.type ?? event.name) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return textChunk(data)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#reasoningChunk(data)
      case 'response.output_item.added':
        this.#openCall = isWireObject(data.item) ? wireText(data.item.name) : undefined
        return undefined
      case 'response.output_item.done':
        this.#openCall = undefined
        if (isWireObject(data.item)) this.#items.push(data.item)
        return undefined
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#end(data)
      case 'error':
        throw reported(this.#source, providerErrorWords(data) ?? bodyExcerpt(event.data))
      default:
        return undefined
    }
  }

  /** @throws {ModelError} like {@link readResponse} */
  whole(body: string): ChatResponse {
    return readResponse(body, this.#source, this.#extra)
  }

  /** @throws {ModelError} `MODEL_STREAM_CUT` when the answer is not whole, `MODEL_ANSWER_CUT` */
  finish(cause?: unknown): ChatResponse {
    if (!this.#response) throw streamCut(this.#source.server, this.#cutWhere(), cause)
    const output = outputItems(this.#response)
    const items = output.length > 0 ? output : this.#items
    return answerOf(this.#response, items, this.#source, { extra: this.#extra, withText: false })
  }

  #end(data: WireObject): undefined {
    const response = isWireObject(data.response) ? data.response : {}
    refuseFailed(data.type === 'response.failed' ? { status: 'failed', ...response } : response, this.#source)
    this.#response = response
  }

  /** Each part of the reasoning is a paragraph. */
  #reasoningChunk(data: WireObject): ChatResponse | undefined {
    const delta = wireText(data.delta)
    if (delta === undefined) return undefined
    const part = `${String(data.output_index)} ${String(data.summary_index ?? data.content_index)}`
    const isFurther = this.#reasoningPart !== undefined && this.#reasoningPart !== part
    this.#reasoningPart = part
    const reasoning = isFurther ? PARAGRAPH + delta : delta
    return { generations: [{ message: assistantMessage(''), reasoning }], metadata: {} }
  }

  #parse(data: string): WireObject {
    try {
      const value: unknown = JSON.parse(data)
      return isWireObject(value) ? value : {}
    } catch {
      throw unusable(this.#source, `a chunk of the stream is not JSON: ${bodyExcerpt(data)}`)
    }
  }

  #cutWhere(): string {
    return this.#openCall === undefined ? '' : `, within the arguments for the tool "${this.#openCall}"`
  }
}

function textChunk({ delta }: WireObject): ChatResponse | undefined {
  const content = wireText(delta)
  return content === undefined
    ? undefined
    : { generations: [{ message: { role: 'assistant', content } }], metadata: {} }
}
