import { ResponseAggregator, type ChatResponse } from '@vernal/chat'
import { ModelError } from '../model-error'
import { isWholeJson } from './answered-call'
import { EventStreamDecoder, type ServerSentEvent } from './event-stream'

/** After the model said why it stopped, only usage and the end mark are missing. */
const TAIL_MS = 5_000
/** After the end mark only the end of the connection is missing; it is awaited so that the connection can be used again. */
const END_MS = 100

/** The bytes of a streamed answer as they come. A connection that breaks ends them; aborts and time-outs throw. */
export interface BytePieces extends AsyncIterable<Uint8Array> {
  /** Why the connection broke; undefined while it has not. */
  readonly lossCause?: unknown
  /** Told when a piece brought an event: comments alone keep a stream alive only for a while. */
  eventArrived?(): void
  /** Waits no longer than this for each further piece. */
  expectNextWithin?(timeoutMs: number): void
}

/** What the events of one answer add up to. */
export interface StreamAssembly {
  /** Whether the server said that nothing more comes. */
  readonly isDone: boolean
  /** Whether the model said why it stopped, so that the answer is whole even if the stream does not end well. */
  readonly isFinished: boolean
  /** Takes the next event; a chunk when it brought text. */
  accept(event: ServerSentEvent): ChatResponse | undefined
  /** Reads a body that came in one piece instead of a stream. Throws when it is no answer. */
  whole(body: string): ChatResponse
  /** The last chunk: calls, finish reason, usage. Throws when the answer is not whole. */
  finish(cause?: unknown): ChatResponse
}

/**
 * Reads a streamed answer: text as it comes, then one last chunk with calls, finish reason and usage.
 *
 * @throws {ModelError} `MODEL_STREAM_CUT`, `MODEL_ANSWER_CUT`, `MODEL_REPORTED_ERROR`, `MODEL_ANSWER_UNUSABLE`
 */
export async function* readStream(
  pieces: BytePieces,
  answer: StreamAssembly,
): AsyncGenerator<ChatResponse, void, undefined> {
  const decoder = new EventStreamDecoder()
  let hasEvents = false
  for await (const events of streamEvents(pieces, decoder, answer)) {
    for (const event of events) {
      hasEvents = true
      pieces.eventArrived?.()
      const chunk = answer.accept(event)
      if (chunk) yield chunk
      if (answer.isDone) pieces.expectNextWithin?.(END_MS)
      else if (answer.isFinished) pieces.expectNextWithin?.(TAIL_MS)
    }
  }
  const isBody = !hasEvents && pieces.lossCause === undefined && decoder.stray.trim() !== ''
  yield isBody ? answer.whole(decoder.stray) : answer.finish(pieces.lossCause)
}

/** Whether a body that was asked for in one piece came as a stream of events. */
export const looksStreamed = (body: string): boolean => /^\s*(data|event|id|retry)?:/.test(body)

/** Puts a stream together that came in one piece, from models that only stream. */
export async function readStreamed(body: string, answer: StreamAssembly): Promise<ChatResponse> {
  const aggregator = new ResponseAggregator()
  const pieces = (async function* () {
    yield Buffer.from(body)
  })()
  for await (const chunk of readStream(pieces, answer)) aggregator.add(chunk)
  return aggregator.result()
}

/** The events of each piece together, since a step of an async generator costs as much as reading an event. */
async function* streamEvents(
  pieces: BytePieces,
  decoder: EventStreamDecoder,
  answer: StreamAssembly,
): AsyncGenerator<readonly ServerSentEvent[]> {
  try {
    for await (const piece of pieces) {
      const events = decoder.push(piece)
      if (events.length > 0) yield events.flatMap(separated)
    }
  } catch (error) {
    // A server that keeps the connection open after its last word has told everything.
    if (!answer.isFinished || !isIdle(error)) throw error
  }
  yield decoder
    .end()
    .flatMap(separated)
    .filter(({ data }) => isMark(data) || isWholeJson(data))
}

/** Some servers put one line end between events, where two are due. */
function separated(event: ServerSentEvent): readonly ServerSentEvent[] {
  if (!event.data.includes('\n') || isWholeJson(event.data)) return [event]
  return event.data.split('\n').map((data) => ({ ...event, data }))
}

const isMark = (data: string): boolean => data.startsWith('[DONE]')

const isIdle = (error: unknown): boolean => error instanceof ModelError && error.code === 'MODEL_STREAM_IDLE'
