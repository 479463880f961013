import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer of a provider: a JSON body, or the events of a stream. */
export type ProviderReply =
  | { readonly status?: number; readonly body: object }
  | { readonly events: readonly object[]; readonly thenHold?: boolean }

/** A server on 127.0.0.1 that answers from a script, whatever the protocol. */
export class ProviderServer implements AsyncDisposable {
  readonly requests: {
    readonly path: string
    readonly body: Record<string, unknown>
    readonly closed: Promise<void>
  }[] = []
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #replies: readonly ProviderReply[]

  private constructor(replies: readonly ProviderReply[]) {
    this.#replies = replies
  }

  static async start(replies: readonly ProviderReply[]): Promise<ProviderServer> {
    const server = new ProviderServer(replies)
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const closed = new Promise<void>((resolve) => response.on('close', resolve))
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>
    this.requests.push({ path: request.url ?? '', body, closed })
    this.#answer(
      response,
      this.#replies[this.requests.length - 1] ?? { status: 500, body: { error: 'no more replies' } },
    )
  }

  #answer(response: ServerResponse, reply: ProviderReply): void {
    if ('body' in reply) {
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of reply.events) {
      const name = (event as { type?: string }).type
      response.write(`${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    }
    if (!reply.thenHold) response.end()
  }
}
