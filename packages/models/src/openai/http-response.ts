import type { IncomingMessage } from 'node:http'

/** An answer over node:http, as far as it looks like a `Response`. */
export class HttpResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: HttpHeaders
  readonly body: AsyncIterable<Uint8Array>
  readonly #incoming: IncomingMessage

  constructor(
    readonly url: string,
    incoming: IncomingMessage,
  ) {
    this.status = incoming.statusCode ?? 0
    this.ok = this.status >= 200 && this.status < 300
    this.headers = new HttpHeaders(incoming.headers)
    this.body = incoming as AsyncIterable<Uint8Array>
    this.#incoming = incoming
  }

  /** The whole body as text. Rejects when the connection breaks before its end. */
  text(): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = ''
      this.#incoming.setEncoding('utf8')
      this.#incoming.on('data', (piece: string) => (text += piece))
      this.#incoming.on('end', () => resolve(text))
      this.#incoming.on('error', reject)
    })
  }
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
    for (const name in this.#headers) yield [name, String(this.#headers[name])]
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name in this.#headers) visit(String(this.#headers[name]), name)
  }
}
