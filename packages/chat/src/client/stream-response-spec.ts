import type { ChatClientResponse } from '../advisors/chat-client-request'
import type { TurnEvent, TurnEventSink } from '../loop/turn-event'
import { responseText, type ChatResponse } from '../model/chat-response'
import type { TurnRun } from './chat-request-spec'
import { EventQueue } from './event-queue'

/**
 * An answer piece by piece. Each method is a turn of its own, started when its first piece is read.
 * Leaving the loop that reads ends the turn: the model's request is cancelled, running tools get the signal.
 */
export class StreamResponseSpec {
  readonly #start: (sink?: TurnEventSink) => TurnRun

  /** @internal made by `ChatRequestSpec.stream` */
  constructor(start: (sink?: TurnEventSink) => TurnRun) {
    this.#start = start
  }

  /** The text of all rounds as it comes, without empty pieces. */
  async *content(): AsyncGenerator<string, void, undefined> {
    for await (const response of this.chatClientResponse()) {
      const text = responseText(response.chatResponse)
      if (text !== '') yield text
    }
  }

  /** The pieces as responses; the last one has no generation and carries the usage, summed over the rounds. */
  async *chatResponse(): AsyncGenerator<ChatResponse, void, undefined> {
    for await (const { chatResponse } of this.chatClientResponse()) yield chatResponse
  }

  /** Everything the chain yields; the last one carries `complete` and `outcome`. */
  chatClientResponse(): AsyncIterableIterator<ChatClientResponse> {
    return new TurnIterator(() => this.#start())
  }

  /** What happens in the turn, text included, in order. */
  events(): AsyncIterableIterator<TurnEvent> {
    const queue = new EventQueue<TurnEvent>()
    return queue.fedBy(() => {
      const run = this.#start((event) => queue.push(event))
      return { drain: drain(run), abort: () => run.abort() }
    })
  }
}

async function drain(run: TurnRun): Promise<void> {
  for await (const _response of run.responses);
}

/** Reads a turn. Unlike a generator it can be left while a piece is awaited: the abort goes ahead of the wait. */
class TurnIterator implements AsyncIterableIterator<ChatClientResponse> {
  readonly #start: () => TurnRun
  #run: TurnRun | undefined
  #iterator: AsyncIterator<ChatClientResponse> | undefined

  constructor(start: () => TurnRun) {
    this.#start = start
  }

  next(): Promise<IteratorResult<ChatClientResponse>> {
    this.#run ??= this.#start()
    this.#iterator ??= this.#run.responses[Symbol.asyncIterator]()
    return this.#iterator.next()
  }

  async return(): Promise<IteratorResult<ChatClientResponse>> {
    this.#run?.abort()
    await this.#iterator?.return?.().catch(() => undefined)
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
