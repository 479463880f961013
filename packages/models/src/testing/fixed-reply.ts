/** An answer, byte for byte. At most one of `body`, `sse` and `sseBase64`. */
export interface FixedReply {
  /** Default 200. */
  readonly status?: number
  /** Default: a content type that fits the body. */
  readonly headers?: Readonly<Record<string, string>>
  /** The whole body; an object is sent as JSON. */
  readonly body?: string | object
  /** Pieces of the body, each written and flushed on its own. A piece may end anywhere. */
  readonly sse?: readonly string[]
  /** The same as base64, for pieces that end within a character. */
  readonly sseBase64?: readonly string[]
  /** Waits this long after each piece, in milliseconds. Default 0. */
  readonly pauseMs?: number
  /** Keeps the connection open and silent this long after the last piece, in milliseconds. */
  readonly thenHoldOpenMs?: number
  /** Drops the connection after the last piece, without the end a complete answer has. */
  readonly thenDrop?: boolean
}

/** The server refuses with a status and an error object in OpenAI's form. */
export const failure = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FixedReply => ({ status, headers, body: { error: { message, type: 'error', param: null, code: null } } })

/** Chunks as the pieces of an event stream, with the end mark. */
export const eventStream = (chunks: readonly object[]): FixedReply => ({
  sse: [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'],
})
