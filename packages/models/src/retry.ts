import { ModelError } from './model-error'

/** The longest time a server's `Retry-After` makes us wait where nothing else is said, in milliseconds. */
export const LONGEST_RETRY_DELAY_MS = 60_000

const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000

/** The part of a `Headers` object that is read here. */
export interface ReadableHeaders {
  get(name: string): string | null
}

/** How often an attempt is repeated. */
export interface RetryOptions {
  /** Further attempts after the first. */
  readonly maxRetries: number
  /** The longest pause, in milliseconds. */
  readonly maxDelayMs?: number
  readonly signal: AbortSignal | undefined
}

/**
 * Makes attempts until one succeeds, fails for good, or was the last. Attempts reject with a {@link ModelError} that says
 * whether another one makes sense; an aborted signal ends the attempts and the pauses with its reason.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { maxRetries, maxDelayMs = LONGEST_RETRY_DELAY_MS, signal }: RetryOptions,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (!(error instanceof ModelError) || !error.isRetryable || failures >= maxRetries) throw error
      await pause(Math.min(retryDelayMs(error, failures), maxDelayMs), signal)
    }
  }
}

/**
 * How long to wait before the next attempt, in milliseconds: what the server asked for, else a growing delay with jitter.
 *
 * @param attempt 0 for the first failure
 */
function retryDelayMs(failure: ModelError, attempt: number): number {
  if (failure.retryAfterMs !== undefined) return failure.retryAfterMs
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS)
  return backoff * (1 - Math.random() * 0.25)
}

/** The wait a server asked for: `retry-after-ms`, or `Retry-After` as seconds or as any HTTP date. Never negative. */
export function retryAfterMs(headers: ReadableHeaders, now: number = Date.now()): number | undefined {
  const milliseconds = wholeNumber(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  const seconds = wholeNumber(value)
  return seconds !== undefined ? seconds * 1000 : untilDate(value, now)
}

function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}

/** The asctime form of HTTP dates names no zone; all HTTP dates are in GMT. */
function untilDate(value: string, now: number): number | undefined {
  if (!/^[a-z]{3}/i.test(value)) return undefined
  const time = Date.parse(/(GMT|UTC|Z|[+-]\d{4})$/i.test(value) ? value : `${value} GMT`)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
