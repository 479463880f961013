import {
  Agent as HttpAgent,
  request as httpRequest,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { HttpResponse } from './http-response'

/** The part of a request that the `openai` package hands to its `fetch`. */
export interface TransportRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  readonly signal?: AbortSignal | null
}

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_MS = 60_000

/**
 * Sends requests over node:http with connections that are kept and used again. It stands in for `fetch`, which costs
 * several times as much, and has what the `openai` package and this one use of it.
 *
 * Redirects are not followed, so that a key goes nowhere else.
 */
export class HttpTransport {
  readonly #options: AgentOptions
  #target: Target | undefined
  #http: HttpAgent | undefined
  #https: HttpsAgent | undefined

  /**
   * @param maxConnections at once to one server; further requests wait. At least 1
   * @param idleMs how long a connection is kept that nobody uses, unless the server tells a shorter time
   */
  constructor(maxConnections = Infinity, idleMs = IDLE_MS) {
    this.#options = {
      keepAlive: true,
      scheduling: 'lifo',
      maxSockets: maxConnections,
      // As many are kept as were needed at once.
      maxFreeSockets: maxConnections,
      // Ends idle connections alone: those in use are watched by whoever waits for an answer.
      timeout: idleMs,
    }
  }

  /** Sends a request; settles when the headers of the answer are there. Rejects with the signal's reason when aborted. */
  readonly fetch = async (url: string, request: TransportRequest): Promise<HttpResponse> => {
    try {
      return await this.#send(url, request)
    } catch (error) {
      // The server had closed a kept connection at the moment it was used again.
      if (!(error instanceof StaleConnection)) throw error
      return await this.#send(url, request)
    }
  }

  /** Drops the connections that are kept. Idempotent; further requests open new ones. */
  close(): void {
    this.#http?.destroy()
    this.#https?.destroy()
  }

  #send(url: string, request: TransportRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const { signal } = request
      if (signal?.aborted) return reject(signal.reason as Error)
      const outgoing = this.#open(url, request)
      const onAbort = (): void => void outgoing.destroy(signal?.reason as Error)
      signal?.addEventListener('abort', onAbort, { once: true })
      outgoing.on('close', () => signal?.removeEventListener('abort', onAbort))
      outgoing.on('socket', limitConnecting)
      outgoing.on('error', (error) => reject(isStale(outgoing, error) ? new StaleConnection() : error))
      outgoing.on('response', (incoming: IncomingMessage) => resolve(new HttpResponse(url, incoming)))
      outgoing.end(request.body ?? '')
    })
  }

  /** Made, and with it what Node needs for it loaded, when the first request needs it. */
  #agent(isSecure: boolean): HttpAgent {
    if (isSecure) return (this.#https ??= new HttpsAgent(this.#options))
    return (this.#http ??= new HttpAgent(this.#options))
  }

  #open(url: string, { method = 'GET', headers, body }: TransportRequest): ClientRequest {
    const { isSecure, host, ...address } = this.#targetOf(url)
    const fields = { host, ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) }
    // A list is written as it is, where an object would be taken apart and put together again.
    const options = { ...address, method, agent: this.#agent(isSecure), headers: Object.entries(fields).flat() }
    return isSecure ? httpsRequest(options) : httpRequest(options)
  }

  /** Nearly all requests go to one address, which is taken apart once. */
  #targetOf(url: string): Target {
    if (this.#target?.url !== url) this.#target = targetOf(url)
    return this.#target
  }
}

/** An address as node:http takes it. */
interface Target {
  readonly url: string
  readonly isSecure: boolean
  /** As the header says it. */
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly path: string
}

function targetOf(url: string): Target {
  const { protocol, host, hostname, port, pathname, search } = new URL(url)
  const isSecure = protocol === 'https:'
  // An IPv6 address stands in brackets in a URL only.
  const name = hostname.replace(/^\[|\]$/g, '')
  return { url, isSecure, host, hostname: name, port: port || (isSecure ? '443' : '80'), path: pathname + search }
}

class StaleConnection extends Error {}

const isStale = (outgoing: ClientRequest, error: Error): boolean =>
  outgoing.reusedSocket && /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')

/** A new connection may hang for minutes where nothing answers. */
function limitConnecting(socket: Socket): void {
  if (!socket.connecting) return
  const timer = setTimeout(() => {
    socket.destroy(new Error(`The connection was not made within ${CONNECT_TIMEOUT_MS} ms`))
  }, CONNECT_TIMEOUT_MS)
  const stop = (): void => clearTimeout(timer)
  socket.once('connect', stop).once('close', stop)
}
