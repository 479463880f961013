import { ModelError, streamIdle } from '../model-error'
import type { Deadline } from '../deadline'
import type { BytePieces } from './stream-reader'
import { requestIdOf } from './request-id'
import type { WireObject } from '../wire-value'

/** The part of a `Response` that is used here. */
export interface ReplyResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null; forEach(visit: (value: string, name: string) => void): void }
  readonly body: AsyncIterable<Uint8Array> | null
  text(): Promise<string>
}

/** How many times the allowed silence a server may fill with comments that say it is still there. */
const MOST_SILENCES = 4

/** An answer whose headers are there and whose body is still to be read. Close it, whatever happens. */
export class OpenAiReply implements BytePieces {
  readonly #response: ReplyResponse
  readonly #deadline: Deadline
  readonly #server: string
  #lossCause: unknown
  #idleTimeoutMs = Infinity
  #silentMs = 0
  #atClose: (() => void) | undefined

  constructor(response: ReplyResponse, deadline: Deadline, server: string) {
    this.#response = response
    this.#deadline = deadline
    this.#server = server
  }

  /** Whether the body is a stream of events. Servers that do not stream answer in one piece all the same. */
  get isEventStream(): boolean {
    return !(this.#response.headers.get('content-type') ?? '').includes('json')
  }

  get lossCause(): unknown {
    return this.#lossCause
  }

  /** The id of the request and the rate limits, as the headers tell them. */
  get extra(): WireObject {
    const requestId = requestIdOf(this.#response.headers)
    const rateLimits: Record<string, string> = {}
    this.#response.headers.forEach((value, name) => {
      const limit = /^(?:x-)?ratelimit-(.+)$/i.exec(name)?.[1]
      if (limit) rateLimits[limit.toLowerCase()] = value
    })
    return { ...(requestId ? { requestId } : {}), ...(Object.keys(rateLimits).length > 0 ? { rateLimits } : {}) }
  }

  /** The whole body. */
  text(): Promise<string> {
    return this.#response.text()
  }

  expectNextWithin(timeoutMs: number): void {
    if (this.#deadline.isLongerThan(timeoutMs)) this.#startIdleTime(timeoutMs)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#response.body === null) return
    let awaitedFrom = performance.now()
    try {
      for await (const piece of this.#response.body) {
        this.#deadline.pause()
        this.#refuseEmptyLife(performance.now() - awaitedFrom)
        yield piece
        awaitedFrom = performance.now()
        this.#deadline.refresh()
      }
    } catch (error) {
      if (this.#deadline.signal.aborted) throw this.#deadline.signal.reason
      if (error instanceof ModelError) throw error
      this.#lossCause = error
    }
  }

  eventArrived(): void {
    this.#silentMs = 0
  }

  /** Watches the silence between pieces from now on. */
  watchSilence(idleTimeoutMs: number): this {
    this.#idleTimeoutMs = idleTimeoutMs
    this.#startIdleTime(idleTimeoutMs)
    return this
  }

  /** Has something done when the exchange ends. */
  onClose(action: () => void): this {
    this.#atClose = action
    return this
  }

  /** Ends the exchange; the connection is dropped when the body was not read to its end. */
  close(): void {
    this.#deadline.close()
    this.#atClose?.()
  }

  /** The time a reader takes for a piece does not count. */
  #refuseEmptyLife(awaitedMs: number): void {
    const limitMs = this.#idleTimeoutMs * MOST_SILENCES
    this.#silentMs += awaitedMs
    if (this.#silentMs > limitMs) throw streamIdle(this.#server, limitMs)
  }

  #startIdleTime(timeoutMs: number): void {
    this.#deadline.start(timeoutMs, () => streamIdle(this.#server, timeoutMs))
  }
}
