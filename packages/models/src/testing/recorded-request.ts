/** A request as the server saw it. */
export interface RecordedRequest {
  /** Counted from 1. */
  readonly number: number
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The parsed body; an empty object when it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>
  /** The body as it came. */
  readonly text: string
  /** When it was complete, in milliseconds of `performance.now()`. */
  readonly receivedAtMs: number
  /** Whether the client closed the connection before the answer was complete. */
  readonly closedByClient: boolean
  /** Settles when the exchange is over; the value is `closedByClient`. */
  readonly ended: Promise<boolean>
}
