import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolRetry } from '../definition/tool-retry'

/**
 * Does some work until it succeeds, at most as often as allowed, and waits longer each time in between. Rejects with what the
 * last attempt threw, or with the reason of the signal when that is aborted before the next one.
 *
 * @param onRetry hears of each attempt that failed and is followed by another
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  retry: ToolRetry,
  signal: AbortSignal,
  onRetry: (attempt: number, error: unknown, delayMs: number) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= retry.attempts || signal.aborted || !retry.isTransient(error)) throw error
      const delayMs = pause(retry, attempt)
      onRetry(attempt, error, delayMs)
      await sleep(delayMs, undefined, { signal })
    }
  }
}

/** Half of it is left to chance, so that those who failed together do not come back together. */
const pause = ({ backoffMs, maxBackoffMs }: ToolRetry, attempt: number): number =>
  Math.min(maxBackoffMs, backoffMs * 2 ** (attempt - 1)) * (1 - Math.random() / 2)
