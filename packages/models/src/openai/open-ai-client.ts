import type { APIError, OpenAI } from 'openai'
import { packageMissing } from '../model-error'
import { withoutSecrets } from '../without-secrets'
import type { HttpTransport } from './http-transport'
import type { OpenAiConnectionOptions } from './open-ai-options'
import { bodyExcerpt, providerErrorWords } from './provider-error'

/** The part of the `openai` client that is used here. */
export type OpenAiClient = Pick<OpenAI, 'post'>

/** What the client sends requests with: the part of `fetch` it uses. */
export type ClientFetch = typeof globalThis.fetch | HttpTransport['fetch']

/** Loads the `openai` package, which nothing before the first request needs. */
export function openAiPackage(): typeof import('openai') {
  try {
    return require('openai') as typeof import('openai')
  } catch (cause) {
    throw packageMissing('openai', cause)
  }
}

/** A client that leaves retries and time-outs to its caller and tells everything a server says in its errors. */
export function openAiClient(options: OpenAiConnectionOptions, fetch: ClientFetch): OpenAiClient {
  const { OpenAI: Client } = openAiPackage()
  class WordKeepingClient extends Client {
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
  return new WordKeepingClient({
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
