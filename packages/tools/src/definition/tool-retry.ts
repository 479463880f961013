import { invalidOption } from '../tool-error'

/** How a tool that failed is tried again: at most `attempts` times in all, with growing pauses, within the time of the call. */
export interface ToolRetryOptions {
  /** How often it is tried in all, at least 1. Default 3. */
  readonly attempts?: number
  /** The first pause, in milliseconds; each further one is twice as long. A random half of it is left out. Default 100. */
  readonly backoffMs?: number
  /** The longest pause, in milliseconds. Default 5000, or the first one where that is longer. */
  readonly maxBackoffMs?: number
  /** Whether an error may go away by trying again. Default: every error. */
  readonly isTransient?: (error: unknown) => boolean
}

/** {@link ToolRetryOptions} with everything said. */
export type ToolRetry = Required<ToolRetryOptions>

/**
 * A number means so many attempts.
 *
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID`
 */
export function checkedRetry(retry: number | ToolRetryOptions, source: string): ToolRetry {
  const options = typeof retry === 'number' ? { attempts: retry } : retry
  const { attempts = 3, backoffMs = 100, maxBackoffMs = Math.max(5000, backoffMs), isTransient = () => true } = options
  if (!(Number.isInteger(attempts) && attempts >= 1) || !(backoffMs >= 0) || !(maxBackoffMs >= backoffMs)) {
    const rule = 'must have at least 1 attempt and pauses of 0 ms or more, the longest no shorter than the first'
    throw invalidOption('retry', `of ${source} ${rule}`)
  }
  return Object.freeze({ attempts, backoffMs, maxBackoffMs, isTransient })
}
