import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'

/** An answer over node:http, as far as it looks like a `Response`. */
export class HttpResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: HttpHeaders
  readonly body: AsyncIterable<Uint8Array>
  readonly #content: Readable

  constructor(
    readonly url: string,
    incoming: IncomingMessage,
  ) {
    this.status = incoming.statusCode ?? 0
    this.ok = this.status >= 200 && this.status < 300
    this.headers = new HttpHeaders(incoming.headers)
    this.#content = decoded(incoming)
    this.body = this.#content as AsyncIterable<Uint8Array>
  }

  /** The whole body as text. Rejects when the connection breaks before its end. */
  text(): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = ''
      this.#content.setEncoding('utf8')
      this.#content.on('data', (piece: string) => (text += piece))
      this.#content.on('end', () => resolve(text))
      this.#content.on('error', reject)
    })
  }
}

/** The body as the server wrote it. No compression is asked for, but some gateways compress all the same. */
function decoded(incoming: IncomingMessage): Readable {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return incoming
  const decoder = decoderOf(encoding)
  if (!decoder) return incoming
  // What breaks on one side ends the other: nothing is left waiting, and a closed answer closes its connection.
  return pipeline(incoming, decoder, () => undefined)
}

function decoderOf(encoding: string): Transform | undefined {
  const { constants, createBrotliDecompress, createGunzip, createInflate } =
    require('node:zlib') as typeof import('node:zlib')
  // Each piece is handed out as far as it goes.
  const options = { flush: constants.Z_SYNC_FLUSH }
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(options)
  if (encoding === 'deflate') return createInflate(options)
  return encoding === 'br' ? createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }) : undefined
}

/** The headers of an answer, as far as they look like `Headers`. */
export class HttpHeaders {
  readonly #headers: IncomingMessage['headers']

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()]
    return value === undefined ? null : String(value)
  }

  *entries(): IterableIterator<[string, string]> {
    for (const [name, value] of Object.entries(this.#headers)) yield [name, String(value)]
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of Object.entries(this.#headers)) visit(String(value), name)
  }
}
