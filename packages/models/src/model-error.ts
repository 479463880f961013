/** What can go wrong between the application and a model. A retired code is never used again. */
export type ModelErrorCode =
  | 'MODEL_KEY_MISSING'
  | 'MODEL_BASE_URL_INVALID'
  /** The server refused the key, or there was none (401, 403). */
  | 'MODEL_UNAUTHORIZED'
  /** The server knows no such model or address (404). */
  | 'MODEL_NOT_FOUND'
  /** The server refused the request (400 and other statuses below 500). */
  | 'MODEL_REQUEST_REFUSED'
  /** The server wants fewer requests, or the account has no quota left (429). */
  | 'MODEL_RATE_LIMITED'
  /** The server failed (500 and above). */
  | 'MODEL_SERVER_FAILED'
  | 'MODEL_UNREACHABLE'
  /** The answer did not come in time: one attempt, or everything together. */
  | 'MODEL_TIMED_OUT'
  /** A stream began and then fell silent. */
  | 'MODEL_STREAM_IDLE'
  /** A stream ended before the model said that it was done. */
  | 'MODEL_STREAM_CUT'
  /** The model stopped within the arguments of a tool call: at its token limit, by a filter, or by a failure. */
  | 'MODEL_ANSWER_CUT'
  /** A successful HTTP answer that is not an answer of a chat model. */
  | 'MODEL_ANSWER_UNUSABLE'
  | 'MODEL_EMBEDDINGS_UNUSABLE'
  | 'MODEL_OPTION_INVALID'
  | 'MODEL_RESTING'
  | 'MODEL_NAME_UNKNOWN'
  | 'MODEL_PRIMARY_UNCLEAR'
  | 'MODEL_CASSETTE_INVALID'
  | 'MODEL_CASSETTE_MISSING'
  | 'MODEL_CASSETTE_MISMATCH'
  | 'MODEL_CASSETTE_LEFTOVER'
  /** An error object inside an answer whose HTTP status said success. */
  | 'MODEL_REPORTED_ERROR'
  | 'MODEL_PACKAGE_MISSING'
  | 'MODEL_MEDIA_UNSUPPORTED'
  | 'MODEL_NOT_AI_SDK'
  | 'MODEL_AI_SDK_NAME_INVALID'

/** What is known about a failure besides its words. */
export interface ModelErrorDetails extends ErrorOptions {
  /** HTTP status of the answer; absent when there was none. */
  readonly status?: number | undefined
  /** The provider's id of the request. */
  readonly requestId?: string | undefined
  /** Whether the same request may succeed later. Default false. */
  readonly isRetryable?: boolean
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/**
 * A model could not be configured, reached, or understood.
 *
 * The message says what happened, at which server, and which property to change. It never contains a key.
 * Test `code`, not the text.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly isRetryable: boolean
  readonly retryAfterMs: number | undefined

  constructor(
    readonly code: ModelErrorCode,
    readonly problem: string,
    readonly action: string,
    details: ModelErrorDetails = {},
  ) {
    super(`${problem} ${action}`, details.cause === undefined ? {} : { cause: details.cause })
    this.status = details.status
    this.requestId = details.requestId
    this.isRetryable = details.isRetryable ?? false
    this.retryAfterMs = details.retryAfterMs
  }
}

/** The chosen server wants a key. */
export const keyMissing = (variable: string, prefix = 'vernal.ai.openai'): ModelError =>
  new ModelError(
    'MODEL_KEY_MISSING',
    prefix === 'vernal.ai.openai'
      ? 'The chat model is openai, but no key is configured for its server.'
      : `${prefix} is a model of openai, but no key is configured for its server.`,
    `Set ${variable} or ${prefix}.api-key; for a server that wants none, set ${prefix}.base-url.`,
  )

/** The configured address is not one. The value is not shown, since it may hold a password. */
export const invalidBaseUrl = (): ModelError =>
  new ModelError(
    'MODEL_BASE_URL_INVALID',
    'The base URL of the model is not an http or https URL.',
    'Set vernal.ai.openai.base-url (OPENAI_BASE_URL) to an address like https://api.openai.com/v1.',
  )

/** A server answered with an HTTP status that is not a success. */
export function refusedByServer(server: string, status: number, words: string, details: ModelErrorDetails): ModelError {
  const [code, action] = CODE_OF_STATUS[status] ?? (status >= 500 ? SERVER_FAILED : REQUEST_REFUSED)
  const id = details.requestId ? ` (request id ${details.requestId})` : ''
  return new ModelError(code, `${server} answered ${status}: ${sentence(words)}${id}`, action, { ...details, status })
}

const UNAUTHORIZED = [
  'MODEL_UNAUTHORIZED',
  'Set OPENAI_API_KEY or vernal.ai.openai.api-key to a key of this server.',
] as const
const NOT_FOUND = ['MODEL_NOT_FOUND', 'Check vernal.ai.openai.model and vernal.ai.openai.base-url.'] as const
const RATE_LIMITED = [
  'MODEL_RATE_LIMITED',
  'Wait, raise vernal.ai.openai.max-retries, or raise the limits of the account.',
] as const
const SERVER_FAILED = ['MODEL_SERVER_FAILED', 'Try again later, or raise vernal.ai.openai.max-retries.'] as const
const REQUEST_REFUSED = [
  'MODEL_REQUEST_REFUSED',
  'Check vernal.ai.openai.model and the options of the request.',
] as const

const CODE_OF_STATUS: Readonly<Record<number, readonly [ModelErrorCode, string]>> = {
  401: UNAUTHORIZED,
  403: UNAUTHORIZED,
  404: NOT_FOUND,
  429: RATE_LIMITED,
}

/** A message holds media that the server does not take. Nothing was sent. */
export const unsupportedMedia = (server: string, what: string): ModelError =>
  new ModelError(
    'MODEL_MEDIA_UNSUPPORTED',
    `${server} does not take ${what} in a message.`,
    'Leave it out, send its bytes instead of its address, or choose another server or model.',
  )

/** No answer came: the connection could not be made, or broke before the answer was whole. */
export const unreachable = (server: string, reason: string, cause: unknown): ModelError =>
  new ModelError(
    'MODEL_UNREACHABLE',
    `${server} could not be reached: ${sentence(reason)}`,
    'Check that the server runs and that vernal.ai.openai.base-url (OPENAI_BASE_URL) is right.',
    { cause, isRetryable: true },
  )

/** The answer did not come in time. */
export const timedOut = (server: string, timeoutMs: number): ModelError =>
  new ModelError(
    'MODEL_TIMED_OUT',
    `${server} did not answer within ${timeoutMs} ms: the request timed out.`,
    'Raise vernal.ai.openai.timeout, or ask for a shorter answer.',
    { isRetryable: true },
  )

/** All attempts together, or a whole stream, took longer than allowed. */
export const totalTimedOut = (server: string, totalTimeoutMs: number): ModelError =>
  new ModelError(
    'MODEL_TIMED_OUT',
    `${server} did not complete the answer within ${totalTimeoutMs} ms in all: the request timed out.`,
    'Raise vernal.ai.openai.total-timeout, or ask for a shorter answer.',
    { isRetryable: true },
  )

/** A stream began and then fell silent. */
export const streamIdle = (server: string, idleTimeoutMs: number): ModelError =>
  new ModelError(
    'MODEL_STREAM_IDLE',
    `The stream from ${server} was idle for ${idleTimeoutMs} ms and timed out.`,
    'Raise vernal.ai.openai.idle-timeout if the model thinks longer than that between two pieces.',
  )

/** A stream ended before the model said that it was done. */
export const streamCut = (server: string, where: string, cause?: unknown): ModelError =>
  new ModelError(
    'MODEL_STREAM_CUT',
    `The stream from ${server} ended before the answer was complete${where}.`,
    'Nothing of the incomplete part was used; ask again.',
    cause === undefined ? {} : { cause },
  )

/** The model stopped within the arguments of a tool call: at its token limit, by a filter, or by a failure. */
export const answerCut = (server: string, tool: string, finishReason: string): ModelError =>
  new ModelError(
    'MODEL_ANSWER_CUT',
    `The answer from ${server} was truncated (finish reason ${finishReason}: its token limit, or an interruption), ` +
      `within the arguments for the tool "${tool}".`,
    'The tool was not called. Raise vernal.ai.openai.max-tokens, or ask again.',
  )

/** A successful HTTP answer that is not an answer of a chat model. */
export const unusableAnswer = (server: string, problem: string): ModelError =>
  new ModelError(
    'MODEL_ANSWER_UNUSABLE',
    `${server} sent an answer that is not a chat completion: ${sentence(problem)}`,
    'Check that vernal.ai.openai.base-url (OPENAI_BASE_URL) is the address of an OpenAI-compatible API, often ending in /v1.',
  )

/** An answer that does not hold one embedding for each text, all of one length. */
export const unusableEmbeddings = (source: string, problem: string): ModelError =>
  new ModelError(
    'MODEL_EMBEDDINGS_UNUSABLE',
    `${source} sent embeddings that cannot be used: ${sentence(problem)}`,
    'Check the name of the embedding model, its dimensions and the base URL.',
  )

/** An option has a value out of its range. */
export const optionInvalid = (option: string, value: unknown, rule: string): ModelError =>
  new ModelError('MODEL_OPTION_INVALID', `The option "${option}" is ${String(value)}.`, sentence(rule))

/** A model failed so often that it is not asked for a while, and there is no other. */
export const modelResting = (model: string, restMs: number): ModelError =>
  new ModelError(
    'MODEL_RESTING',
    `The model "${model}" failed several times in a row and rests for ${restMs} ms.`,
    'Ask again later, or name a further model to fall back to.',
    { isRetryable: true, retryAfterMs: restMs },
  )

/** The configuration names a model that it does not describe. */
export const modelNameUnknown = (property: string, name: string, known: readonly string[]): ModelError =>
  new ModelError(
    'MODEL_NAME_UNKNOWN',
    `${property} names the model "${name}", which is not configured.`,
    known.length > 0
      ? `Known models: ${known.join(', ')}.`
      : `There are none yet: describe it under vernal.ai.models.${name}.`,
  )

/** There are several models, and none is the one to ask where no name is said. */
export const primaryUnclear = (names: readonly string[]): ModelError =>
  new ModelError(
    'MODEL_PRIMARY_UNCLEAR',
    `Several models could answer where none is named: ${names.join(', ')}.`,
    `Set vernal.ai.model.primary to one of them, or vernal.ai.models.<name>.primary to true.`,
  )

/** The file of a cassette cannot be read as one. */
export const cassetteInvalid = (place: string, problem: string): ModelError =>
  new ModelError('MODEL_CASSETTE_INVALID', `${place}: ${sentence(problem)}`, 'Mend the file, or record it again.')

/** A cassette is to be replayed, and there is no file. */
export const cassetteMissing = (path: string): ModelError =>
  new ModelError(
    'MODEL_CASSETTE_MISSING',
    `There is no cassette ${path}.`,
    'Record it first: set the mode to record or auto, outside of CI.',
  )

/** A request is not on the cassette. */
export const cassetteMismatch = (path: string, difference: string): ModelError =>
  new ModelError(
    'MODEL_CASSETTE_MISMATCH',
    `The request is not on the cassette ${path}.\n${difference}\n`,
    'If the change is meant, record the cassette again.',
  )

/** Not everything on a cassette was asked for. */
export const cassetteLeftover = (path: string, entries: readonly string[]): ModelError =>
  new ModelError(
    'MODEL_CASSETTE_LEFTOVER',
    `${entries.length} of the entries of ${path} were not asked for: ${sentence(entries.join('; '))}`,
    'If fewer requests are right, record the cassette again.',
  )

/** An error object inside an answer whose HTTP status said success. */
export const reportedError = (server: string, words: string): ModelError =>
  new ModelError(
    'MODEL_REPORTED_ERROR',
    `${server} reported an error: ${sentence(words)}`,
    'The answer was not complete and was not used.',
  )

/** A provider of the AI SDK could not be used, or answered with an error. */
export function providerFailed(provider: string, words: string, details: ModelErrorDetails): ModelError {
  const { status } = details
  const [code] =
    (status === undefined ? undefined : CODE_OF_STATUS[status]) ??
    (status !== undefined && status < 500 ? REQUEST_REFUSED : SERVER_FAILED)
  const answered = status === undefined ? 'failed' : `answered ${status}`
  const action = 'Check vernal.ai.ai-sdk.model and the key of the provider.'
  return new ModelError(code, `${provider} ${answered}: ${sentence(words)}`, action, details)
}

/** An object that was handed over as a model of the AI SDK is none, or speaks another version. */
export const notAiSdkModel = (problem: string): ModelError =>
  new ModelError(
    'MODEL_NOT_AI_SDK',
    `This is not a language model of the AI SDK: ${sentence(problem)}`,
    'Hand over what a provider makes, such as anthropic("claude-sonnet-4-5"), of specification v2, v3 or v4.',
  )

/** The property that names a package and a model says something else. */
export const aiSdkModelUnknown = (text: string, problem: string): ModelError =>
  new ModelError(
    'MODEL_AI_SDK_NAME_INVALID',
    `vernal.ai.ai-sdk.model is "${text}": ${sentence(problem)}`,
    'Write the package and the model, such as @ai-sdk/anthropic:claude-sonnet-4-5.',
  )

/** A package that a chosen model needs is not installed. */
export const packageMissing = (name: string, cause: unknown): ModelError =>
  new ModelError('MODEL_PACKAGE_MISSING', `The package "${name}" is not installed.`, `Run: npm install ${name}`, {
    cause,
  })

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** The innermost reason: `fetch failed` tells nothing, `connect ECONNREFUSED 127.0.0.1:1` does. */
export function reasonOf(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  if (!(reason instanceof Error)) return String(reason)
  const code = (reason as NodeJS.ErrnoException).code
  return reason.message || code || reason.name
}
