import { isWholeJson } from './answered-call'

/** One event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** The event's name; absent when the server gave none. */
  readonly name?: string
  readonly data: string
}

/**
 * Turns the bytes of a `text/event-stream` into events, however they are split.
 *
 * LF, CRLF and CR end a line; comments are skipped; a character may be split over two pieces.
 */
export class EventStreamDecoder {
  readonly #decoder = new TextDecoder()
  #rest = ''
  #stray = ''
  /** A CR ended the last line of the previous piece: an LF that comes first now belongs to it. */
  #mayBeLineFeedOfCr = false
  #name: string | undefined
  #data: string | undefined

  /** The first lines that are no part of any event, as a body has that is no stream of events at all. */
  get stray(): string {
    return this.#stray
  }

  /** The events that are whole after these bytes. */
  push(bytes: Uint8Array): readonly ServerSentEvent[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }))
  }

  /** What was still waiting for its end when the stream closed. */
  end(): readonly ServerSentEvent[] {
    const events = [...this.#read(`${this.#decoder.decode()}\n`)]
    const last = this.#dispatch()
    return last ? [...events, last] : events
  }

  #read(text: string): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = []
    const input = this.#rest + this.#withoutLineFeedOfCr(text)
    let start = 0
    for (let end = lineEnd(input, start); end >= 0; end = lineEnd(input, start)) {
      const event = this.#line(input, start, end)
      if (event) events.push(event)
      start = this.#afterLineEnd(input, end)
    }
    this.#rest = input.slice(start)
    return events
  }

  #withoutLineFeedOfCr(text: string): string {
    if (!this.#mayBeLineFeedOfCr || text === '') return text
    this.#mayBeLineFeedOfCr = false
    return text.charCodeAt(0) === LF ? text.slice(1) : text
  }

  #afterLineEnd(input: string, end: number): number {
    if (input.charCodeAt(end) === LF) return end + 1
    if (end + 1 === input.length) this.#mayBeLineFeedOfCr = true
    return input.charCodeAt(end + 1) === LF ? end + 2 : end + 1
  }

  #line(input: string, start: number, end: number): ServerSentEvent | undefined {
    if (start === end) return this.#dispatch()
    if (input.startsWith('data:', start)) this.#addData(fieldValue(input, start + 5, end))
    else if (input.startsWith('event:', start)) this.#name = fieldValue(input, start + 6, end)
    // An error body, or lines of JSON, under the wrong content type.
    else if (input[start] === '{' && isWholeJson(input.slice(start, end))) return { data: input.slice(start, end) }
    else this.#noteStray(input, start, end)
    return undefined
  }

  #noteStray(input: string, start: number, end: number): void {
    const isComment = input[start] === ':'
    if (!isComment && this.#stray.length < MOST_STRAY) this.#stray += `${input.slice(start, end)}\n`
  }

  #addData(value: string): void {
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
  }

  #dispatch(): ServerSentEvent | undefined {
    const data = this.#data
    const name = this.#name
    this.#data = undefined
    this.#name = undefined
    if (data === undefined) return undefined
    return name === undefined ? { data } : { name, data }
  }
}

/** Characters; more than any answer that is sent in one piece by mistake. */
const MOST_STRAY = 1_000_000

const LF = 10
const SPACE = 32

function lineEnd(input: string, from: number): number {
  const lineFeed = input.indexOf('\n', from)
  const until = lineFeed < 0 ? input.length : lineFeed
  const carriageReturn = input.slice(from, until).indexOf('\r')
  return carriageReturn >= 0 ? from + carriageReturn : lineFeed
}

const fieldValue = (input: string, from: number, end: number): string =>
  input.slice(input.charCodeAt(from) === SPACE ? from + 1 : from, end)
