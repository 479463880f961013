import type { ChatOptions } from '@vernal/chat'
import { invalidBaseUrl } from '../model-error'
import { plainRootDialect, type SchemaDialect } from '@vernal/tools'
import type { ReasoningEcho } from './echoed-fields'
import type { StrictMode } from './strict-schema'
import { LONGEST_RETRY_DELAY_MS } from '../retry'
import { serverTraits, type OpenAiPreset, type ServerTraits } from './server-presets'

/** How an `OpenAiChatModel` reaches its server. */
export interface OpenAiChatModelOptions {
  /** The provider's name of the model. */
  readonly model: string
  /** The server, when it is a well-known one: its address and its ways. Default: what the address suggests. */
  readonly preset?: OpenAiPreset | undefined
  /** The key of the server. Without one, no `Authorization` header is sent. */
  readonly apiKey?: string | undefined
  /**
   * Address of the API without `/chat/completions`. A user and password in it become a header, its query goes with every
   * request. Default: that of the preset, else `https://api.openai.com/v1`.
   */
  readonly baseUrl?: string | undefined
  /** What is used where a prompt's options say nothing. */
  readonly defaultOptions?: ChatOptions | undefined
  /** Further attempts after a failure that may pass (connection, time-out, 408, 409, 429, 5xx). 0 or more; default 2. */
  readonly maxRetries?: number | undefined
  /** The longest pause before a further attempt, whatever `Retry-After` asks for, in milliseconds. Default 60,000. */
  readonly maxRetryDelayMs?: number | undefined
  /** How long one attempt may take, in milliseconds: a whole call, or the beginning of a stream. Default 600,000. */
  readonly timeoutMs?: number | undefined
  /** The longest silence between two pieces of a stream, in milliseconds. Default 300,000. */
  readonly idleTimeoutMs?: number | undefined
  /**
   * How long everything may take, in milliseconds: all attempts, the pauses between them, and a stream to its end, however
   * lively it is. Default: no limit of its own.
   */
  readonly totalTimeoutMs?: number | undefined
  /** Sent with every request, over the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Which assistant messages go back with the reasoning their provider sent. Default `turn`. */
  readonly reasoningEcho?: ReasoningEcho | undefined
  /**
   * Whether tools are offered with `strict`, so that the server holds the model to their schemas: `auto` for each tool whose
   * schema can be said in that form (optional parameters become nullable), `on` also where that leaves out what is checked here
   * anyway (`minLength`, …), `off` never. `auto` offers none where the server is not known to support it. Default `auto`.
   */
  readonly strict?: StrictMode | undefined
  /** Told of each tool that cannot be offered with `strict`, once, with the place in its schema and the reason. Default: nobody. */
  readonly onToolNotStrict?: ((tool: string, reason: string) => void) | undefined
  /** Where the server differs from what its preset or its address suggests. */
  readonly traits?: ServerTraits | undefined
  /** Connections at once to the server; further requests wait for one. At least 1; default unlimited. */
  readonly maxConnections?: number | undefined
  /** Sends the requests instead of the built-in transport, which keeps connections and follows no redirects. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The options with everything that has a default filled in. */
export interface OpenAiConnectionOptions {
  readonly apiKey: string | undefined
  /** Without user, password and query; this is how it may be shown. */
  readonly baseUrl: string
  /** The query of the configured address, which goes with every request (`api-version`). */
  readonly query: Readonly<Record<string, string>>
  readonly maxRetries: number
  readonly maxRetryDelayMs: number
  readonly timeoutMs: number
  readonly idleTimeoutMs: number
  readonly totalTimeoutMs: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly maxConnections: number | undefined
  readonly fetch: typeof globalThis.fetch | undefined
  readonly traits: ServerTraits
  readonly strict: StrictMode
  readonly onToolNotStrict: OpenAiChatModelOptions['onToolNotStrict']
  readonly dialect: SchemaDialect
}

/**
 * Fills in the defaults of what concerns the connection.
 *
 * @throws {ModelError} `MODEL_BASE_URL_INVALID`
 */
export function connectionOptions(options: OpenAiChatModelOptions): OpenAiConnectionOptions {
  const traits = { ...serverTraits(options.preset, options.baseUrl), ...options.traits }
  const address = baseAddress(options.baseUrl ?? traits.baseUrl)
  const { keyHeader } = traits
  return {
    apiKey: options.apiKey,
    traits,
    baseUrl: `${address.origin}${address.pathname.replace(/\/$/, '')}`,
    query: Object.fromEntries(address.searchParams),
    maxRetries: options.maxRetries ?? 2,
    maxRetryDelayMs: options.maxRetryDelayMs ?? LONGEST_RETRY_DELAY_MS,
    timeoutMs: options.timeoutMs ?? 600_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 300_000,
    totalTimeoutMs: options.totalTimeoutMs,
    headers: {
      ...basicAuthorization(address),
      ...(keyHeader !== undefined && options.apiKey !== undefined ? { [keyHeader]: options.apiKey } : {}),
      ...options.headers,
    },
    maxConnections: options.maxConnections,
    strict: strictMode(options.strict ?? 'auto', traits),
    onToolNotStrict: options.onToolNotStrict,
    dialect: traits.schemaDialect ?? plainRootDialect,
    fetch: options.fetch,
  }
}

const strictMode = (mode: StrictMode, { strictTools = false }: ServerTraits): StrictMode =>
  mode === 'auto' && !strictTools ? 'off' : mode

function baseAddress(baseUrl: string | undefined): URL {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) throw invalidBaseUrl()
  const address = new URL(baseUrl)
  if (!/^https?:$/.test(address.protocol)) throw invalidBaseUrl()
  return address
}

/** Requests must not have a user and a password in their address; a proxy that wants them reads this header. */
function basicAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}
