import type { ChatClientResponse } from '../advisors/chat-client-request'
import type { TurnEvent, TurnEventSink } from '../loop/turn-event'
import { responseText, type ChatResponse } from '../model/chat-response'
import type { TurnRun } from './chat-request-spec'
import { EventQueue } from './event-queue'
import { TurnIterator } from './turn-iterator'

/**
 * An answer piece by piece. Each method is a turn of its own, started when its first piece is read.
 * Leaving the loop that reads, also while a piece is awaited (`Readable.from`, `ReadableStream.from`), ends the turn: the
 * model's request is cancelled, running tools get the signal.
 */
export class StreamResponseSpec {
  readonly #start: (sink?: TurnEventSink) => TurnRun

  /** @internal made by `ChatRequestSpec.stream` */
  constructor(start: (sink?: TurnEventSink) => TurnRun) {
    this.#start = start
  }

  /** The text of all rounds as it comes, without empty pieces. */
  content(): AsyncIterableIterator<string> {
    return this.#read(textsOf)
  }

  /**
   * The pieces as responses. The last but one may have no text, and says why the model stopped and what else is known at the end;
   * the last one has no generation and carries the usage, summed over the rounds.
   */
  chatResponse(): AsyncIterableIterator<ChatResponse> {
    return this.#read(chatResponsesOf)
  }

  /** Everything the chain yields; the last one carries `complete` and `outcome`. */
  chatClientResponse(): AsyncIterableIterator<ChatClientResponse> {
    return this.#read((responses) => responses)
  }

  /** What happens in the turn, text included, in order. */
  events(): AsyncIterableIterator<TurnEvent> {
    return new TurnIterator(() => {
      const queue = new EventQueue<TurnEvent>()
      const run = this.#start((event) => queue.push(event))
      const abort = (): void => run.abort()
      return { pieces: queue.fedBy(() => ({ drain: drain(run), abort })), abort }
    })
  }

  #read<T>(piecesOf: (responses: TurnRun['responses']) => AsyncIterable<T>): AsyncIterableIterator<T> {
    return new TurnIterator(() => {
      const run = this.#start()
      return { pieces: piecesOf(run.responses)[Symbol.asyncIterator](), abort: () => run.abort() }
    })
  }
}

async function* textsOf(responses: TurnRun['responses']): AsyncGenerator<string, void, undefined> {
  for await (const { chatResponse } of responses) {
    const text = responseText(chatResponse)
    if (text !== '') yield text
  }
}

async function* chatResponsesOf(responses: TurnRun['responses']): AsyncGenerator<ChatResponse, void, undefined> {
  for await (const { chatResponse } of responses) yield chatResponse
}

async function drain(run: TurnRun): Promise<void> {
  for await (const _response of run.responses);
}
