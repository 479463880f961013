import type { APIError, OpenAI } from 'openai'
import { packageMissing } from '../model-error'
import { withoutSecrets } from '../without-secrets'
import type { HttpTransport, TransportRequest } from './http-transport'
import type { OpenAiConnectionOptions } from './open-ai-options'
import { bodyExcerpt, providerErrorWords } from './provider-error'

/** The part of the `openai` client that is used here. */
export type OpenAiClient = Pick<OpenAI, 'post'>

/** What the client sends requests with: the part of `fetch` it uses. */
export type ClientFetch = typeof globalThis.fetch | HttpTransport['fetch']

type BuildRequest = OpenAI['buildRequest']
type RequestOptions = Parameters<BuildRequest>[0]
type BuiltRequest = Awaited<ReturnType<BuildRequest>>

/** What all requests to one path have in common. */
interface RequestOutline extends Pick<BuiltRequest, 'url' | 'timeout'> {
  readonly headers: Readonly<Record<string, string>>
}

/** Loads the `openai` package, which nothing before the first request needs. */
export function openAiPackage(): typeof import('openai') {
  try {
    return require('openai') as typeof import('openai')
  } catch (cause) {
    throw packageMissing('openai', cause)
  }
}

/**
 * A client that leaves retries, time-outs and aborts to its caller and tells everything a server says in its errors.
 * What is the same in each request – addresses, headers – is made once.
 */
export function openAiClient(options: OpenAiConnectionOptions, fetch: ClientFetch): OpenAiClient {
  const { OpenAI: Client } = openAiPackage()
  class LeanClient extends Client {
    readonly #outlines = new Map<string, RequestOutline>()

    override async buildRequest(request: RequestOptions, attempt?: { retryCount?: number }): ReturnType<BuildRequest> {
      const outline = this.#outlines.get(request.path) ?? (await this.#outline(request, attempt))
      const headers = { ...outline.headers, ...(request.headers as Record<string, string>) }
      const req = { method: request.method, headers, body: request.body, signal: request.signal }
      // The package's type has a `Headers`; all it does with it is to hand it to `fetch`, which takes an object too.
      return { req: req as unknown as BuiltRequest['req'], url: outline.url, timeout: outline.timeout }
    }

    override fetchWithTimeout(url: string, request: RequestInit): Promise<Response> {
      return fetch(url, request as TransportRequest & RequestInit) as Promise<Response>
    }

    async #outline(request: RequestOptions, attempt?: { retryCount?: number }): Promise<RequestOutline> {
      const { req, url, timeout } = await super.buildRequest({ ...request, headers: {} }, attempt)
      const outline = { url, timeout, headers: neededHeaders(req.headers) }
      this.#outlines.set(request.path, outline)
      return outline
    }

    /** The package only looks into `error`; servers also send lists, `detail`, `message`, or plain text. */
    protected override makeStatusError(
      status: number,
      body: object,
      text: string | undefined,
      headers: Headers,
    ): APIError {
      const words = redirection(headers) ?? providerErrorWords(body) ?? bodyExcerpt(text ?? JSON.stringify(body))
      const safe = { ...errorFields(body), message: withoutSecrets(words, options.apiKey) }
      return super.makeStatusError(status, { error: safe }, undefined, headers)
    }
  }
  return new LeanClient({
    apiKey: options.apiKey ?? 'none',
    baseURL: options.baseUrl,
    defaultQuery: options.query,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: options.timeoutMs,
    logLevel: 'off',
    defaultHeaders: { ...(usesBearer(options) ? {} : { authorization: null }), ...options.headers },
    fetch: fetch as typeof globalThis.fetch,
  })
}

/** Without what the package tells of machine and runtime, which nothing needs. */
function neededHeaders(headers: Headers): Readonly<Record<string, string>> {
  const entries: Iterable<[string, string]> = headers
  return Object.fromEntries(Array.from(entries).filter(([name]) => !name.startsWith('x-stainless-')))
}

const usesBearer = ({ apiKey, traits }: OpenAiConnectionOptions): boolean =>
  apiKey !== undefined && traits.keyHeader === undefined

function redirection(headers: Headers): string | undefined {
  const location = headers.get('location')
  return location ? `it redirects to ${location.replace(/[?#].*$/, '')}; set the base URL to where it leads` : undefined
}

/** The fields a program looks at: `code`, `type`, `param`, and the id of the request. */
function errorFields(body: unknown): object {
  const first: unknown = Array.isArray(body) ? body[0] : body
  const error: unknown = (first as { error?: unknown } | null | undefined)?.error
  const id: unknown = (first as { request_id?: unknown } | null | undefined)?.request_id
  return {
    ...(id === undefined ? {} : { request_id: id }),
    ...(typeof error === 'object' && error !== null ? error : {}),
  }
}
