import { randomUUID } from 'node:crypto'
import {
  ModelError,
  reasonOf,
  refusedByServer,
  timedOut,
  totalTimedOut,
  unreachable,
  type ModelErrorDetails,
} from '../model-error'
import { Deadline, totalTime } from '../deadline'
import { HttpTransport } from './http-transport'
import { withoutSecrets } from '../without-secrets'
import { openAiClient, openAiPackage, type OpenAiClient } from './open-ai-client'
import type { OpenAiConnectionOptions } from './open-ai-options'
import { OpenAiReply } from './open-ai-reply'
import { requestIdOf } from './request-id'
import { wireObject, wireText } from '../wire-value'
import { retryAfterMs, retrying } from '../retry'

/** A server that speaks the protocol, reached through the `openai` package. Retries, time-outs and errors are decided here. */
export class OpenAiServer {
  readonly #options: OpenAiConnectionOptions
  readonly #transport: HttpTransport
  #client: OpenAiClient | undefined

  constructor(options: OpenAiConnectionOptions) {
    this.#options = options
    this.#transport = new HttpTransport(options.maxConnections)
  }

  /** The address, as it may be shown. */
  get name(): string {
    return this.#options.baseUrl
  }

  /** Words of the server without the key, which some quote. */
  readonly conceal = (words: string): string => withoutSecrets(words, this.#options.apiKey)

  /** Posts a body and reads the whole answer. */
  async post(
    path: string,
    body: string,
    signal?: AbortSignal,
  ): Promise<{ readonly text: string; readonly reply: OpenAiReply }> {
    const request = new RepeatableRequest(path, body)
    const total = this.#total(signal)
    try {
      return await this.#retrying(total.signal, async (deadline) => {
        const reply = await this.#send(request, deadline)
        const text = await reply.text()
        deadline.release()
        return { text, reply }
      })
    } finally {
      total.release()
    }
  }

  /** Posts a body and hands out the answer as soon as it begins. The caller closes it. */
  async open(path: string, body: string, signal?: AbortSignal): Promise<OpenAiReply> {
    const request = new RepeatableRequest(path, body)
    const total = this.#total(signal)
    try {
      return await this.#retrying(total.signal, async (deadline) => {
        const reply = await this.#send(request, deadline)
        return reply.watchSilence(this.#options.idleTimeoutMs).onClose(() => total.release())
      })
    } catch (error) {
      total.release()
      throw error
    }
  }

  /** Drops the connections that are kept. Idempotent. */
  close(): void {
    this.#transport.close()
  }

  #total(signal: AbortSignal | undefined): ReturnType<typeof totalTime> {
    const { baseUrl: server, totalTimeoutMs } = this.#options
    return totalTime(signal, totalTimeoutMs, (timeMs) => totalTimedOut(server, timeMs))
  }

  async #send({ path, body, headers }: RepeatableRequest, deadline: Deadline): Promise<OpenAiReply> {
    const { baseUrl: server, timeoutMs } = this.#options
    deadline.start(timeoutMs, () => timedOut(server, timeoutMs))
    this.#client ??= openAiClient(this.#options, this.#options.fetch ?? this.#transport.fetch)
    const request = { body, headers, signal: deadline.signal }
    return new OpenAiReply(await this.#client.post(path, request).asResponse(), deadline, server)
  }

  #retrying<T>(signal: AbortSignal | undefined, attempt: (deadline: Deadline) => Promise<T>): Promise<T> {
    const once = async (): Promise<T> => {
      const deadline = new Deadline(signal)
      try {
        return await attempt(deadline)
      } catch (error) {
        deadline.close()
        throw signal?.aborted ? signal.reason : this.#failureOf(error, deadline)
      }
    }
    const { maxRetries, maxRetryDelayMs: maxDelayMs } = this.#options
    return retrying(once, { maxRetries, maxDelayMs, signal })
  }

  #failureOf(error: unknown, deadline: Deadline): ModelError {
    const known = deadline.expiry ?? error
    if (known instanceof ModelError) return known
    const { APIError } = openAiPackage()
    if (error instanceof APIError && error.status !== undefined) return this.#refusal(error)
    return unreachable(this.name, this.conceal(reasonOf(error)), error)
  }

  #refusal(error: StatusError): ModelError {
    const words = (error.error as { message?: string } | undefined)?.message ?? '(an empty body)'
    return refusedByServer(this.name, error.status, words, {
      cause: error,
      requestId: requestIdOf(error.headers) ?? requestIdIn(error.error),
      isRetryable: isRetryable(error),
      retryAfterMs: error.headers && retryAfterMs(error.headers),
    } satisfies ModelErrorDetails)
  }
}

/** A request that further attempts repeat. A server that knows its key does the work of it once. */
class RepeatableRequest {
  readonly headers = { 'content-type': 'application/json', 'idempotency-key': `vernal-${randomUUID()}` }

  constructor(
    readonly path: string,
    readonly body: string,
  ) {}
}

/** The part of the package's error that is read here. */
interface StatusError {
  readonly status: number
  readonly headers: Headers | undefined
  readonly error: unknown
  readonly code?: string | null | undefined
}

/** DashScope and some others name it in the body. */
const requestIdIn = (error: unknown): string | undefined => wireText(wireObject(error).request_id)

function isRetryable({ status, headers, code }: StatusError): boolean {
  const told = headers?.get('x-should-retry')
  if (told === 'true' || told === 'false') return told === 'true'
  if (code === 'insufficient_quota') return false
  return status === 408 || status === 409 || status === 429 || status >= 500
}
