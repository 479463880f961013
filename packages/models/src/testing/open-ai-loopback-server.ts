import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { embeddingViolations } from './embedding-rules'
import type { RecordedRequest } from './recorded-request'
import { requestViolations } from './request-rules'
import { failure, type FixedReply } from './fixed-reply'
import { responsesViolations } from './responses-rules'
import type { ScriptedReply } from './scripted-reply'

/** How an {@link OpenAiLoopbackServer} behaves. */
export interface OpenAiLoopbackServerOptions {
  /** What it answers, in the order of the requests. */
  readonly replies: readonly ScriptedReply[]
  /** Whether the last reply is given to all further requests. Default false: one request too many is a violation. */
  readonly repeatLast?: boolean
  /** Whether requests are held to the rules of the protocol. Default true. */
  readonly checksRequests?: boolean
}

/**
 * A server on 127.0.0.1 that speaks chat completions, the Responses API and embeddings, and answers from a script, for tests over real sockets.
 *
 * It records every request. A request that breaks the rules of the protocol is answered with status 400, and
 * {@link close} then throws: a test cannot pass over it by accident.
 *
 * ```ts
 * await using server = await OpenAiLoopbackServer.start([calls([{ name: 'add', arguments: { a: 2, b: 3 } }]), text('5')])
 * const model = new OpenAiChatModel({ model: 'test-model', baseUrl: server.baseUrl, apiKey: 'any' })
 * ```
 */
export class OpenAiLoopbackServer implements AsyncDisposable {
  readonly #options: OpenAiLoopbackServerOptions
  readonly #server: Server
  readonly #requests: RecordedExchange[] = []
  readonly #violations: string[] = []
  readonly #closing = new AbortController()

  private constructor(options: OpenAiLoopbackServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  /** Starts a server on a free port. */
  static async start(options: OpenAiLoopbackServerOptions | readonly ScriptedReply[]): Promise<OpenAiLoopbackServer> {
    const server = new OpenAiLoopbackServer('replies' in options ? options : { replies: options })
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  /** The base URL for a client: `http://127.0.0.1:<port>/v1`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  /** The requests so far, in the order they came. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests
  }

  /** What was wrong with them; empty when nothing was. */
  get violations(): readonly string[] {
    return this.#violations
  }

  /**
   * Stops listening and drops all connections. Idempotent.
   *
   * @throws {Error} naming every violation
   */
  async close(): Promise<void> {
    const wasOpen = !this.#closing.signal.aborted
    this.#closing.abort()
    this.#server.closeAllConnections()
    if (wasOpen) await new Promise((resolve) => this.#server.close(resolve))
    if (wasOpen && this.#violations.length > 0) {
      throw new Error(`The loopback server got wrong requests:\n- ${this.#violations.join('\n- ')}`)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const exchange = new RecordedExchange(this.#requests.length + 1, incoming, await bodyOf(incoming))
      this.#requests.push(exchange)
      const gone = exchange.watch(response, this.#closing.signal)
      await send(response, this.#replyTo(exchange), gone)
    } catch (error) {
      response.destroy(error as Error)
    }
  }

  #replyTo(request: RecordedRequest): FixedReply {
    const rules = Object.entries(RULES).find(([path]) => request.path.endsWith(path))?.[1]
    if (!rules) return failure(404, `There is nothing at ${request.path}.`)
    const wrong = this.#options.checksRequests === false ? [] : rules(request.body)
    if (wrong.length > 0) return this.#violated(request, wrong)
    const reply = this.#scripted(request.number)
    if (!reply) return this.#violated(request, [`the script has only ${this.#options.replies.length} replies`])
    return typeof reply === 'function' ? reply(request) : reply
  }

  #scripted(number: number): ScriptedReply | undefined {
    const { replies, repeatLast } = this.#options
    return replies[number - 1] ?? (repeatLast ? replies.at(-1) : undefined)
  }

  #violated(request: RecordedRequest, wrong: readonly string[]): FixedReply {
    this.#violations.push(...wrong.map((violation) => `request ${request.number}: ${violation}`))
    return failure(400, `Invalid request: ${wrong.join('; ')}.`, { 'x-should-retry': 'false' })
  }
}

/** The rules of the paths there are. */
const RULES = {
  '/chat/completions': requestViolations,
  '/responses': responsesViolations,
  '/embeddings': embeddingViolations,
}

class RecordedExchange implements RecordedRequest {
  readonly path: string
  readonly headers: RecordedRequest['headers']
  readonly body: RecordedRequest['body']
  readonly receivedAtMs = performance.now()
  readonly ended: Promise<boolean>
  closedByClient = false
  #end: (closedByClient: boolean) => void = () => {}

  constructor(
    readonly number: number,
    incoming: IncomingMessage,
    readonly text: string,
  ) {
    this.path = (incoming.url ?? '').replace(/\?.*$/, '')
    this.headers = incoming.headers
    this.body = parsedObject(text)
    this.ended = new Promise((resolve) => (this.#end = resolve))
  }

  /** Notes how the exchange ends. The signal is aborted when nobody reads the answer any more. */
  watch(response: ServerResponse, closing: AbortSignal): AbortSignal {
    const gone = new AbortController()
    response.on('close', () => {
      this.closedByClient = !response.writableFinished && !response.errored && !closing.aborted
      gone.abort()
      this.#end(this.closedByClient)
    })
    return gone.signal
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}

async function send(response: ServerResponse, reply: FixedReply, gone: AbortSignal): Promise<void> {
  const pieces = piecesOf(reply)
  const type = pieces ? 'text/event-stream' : 'application/json'
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers })
  if (!pieces) response.write(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  for (const piece of pieces ?? []) {
    await flush(response, piece)
    if (reply.pauseMs !== undefined) await delay(reply.pauseMs, undefined, { signal: gone })
  }
  if (reply.thenHoldOpenMs !== undefined) await delay(reply.thenHoldOpenMs, undefined, { signal: gone })
  if (reply.thenDrop) response.destroy(new Error('The script drops the connection.'))
  else response.end()
}

const piecesOf = ({ sse, sseBase64 }: FixedReply): readonly (string | Buffer)[] | undefined =>
  sse ?? sseBase64?.map((piece) => Buffer.from(piece, 'base64'))

/** Waits until the piece has left and the other side had a chance to read it. */
async function flush(response: ServerResponse, piece: string | Buffer): Promise<void> {
  if (response.destroyed || piece.length === 0) return
  await new Promise((resolve) => response.write(piece, resolve))
  await new Promise((resolve) => setImmediate(resolve))
}
