import { invalidOption } from '../tool-error'

/** How often a tool may be called. */
export interface CallRate {
  /** How many calls, at least 1. */
  readonly calls: number
  /** In which time, in milliseconds; at least 1. */
  readonly perMs: number
}

const MAX_CALLERS = 10_000

/**
 * Counts the calls of each caller in a sliding window: of any `perMs` in a row, no more than `calls`. Callers beyond ten
 * thousand are forgotten, the one that was quiet for longest first.
 */
export class CallRateMeter {
  readonly #rate: CallRate
  readonly #times = new Map<string, number[]>()
  readonly #now: () => number

  /** @param now the clock, in milliseconds; for tests */
  constructor(rate: CallRate, now: () => number = Date.now) {
    this.#rate = rate
    this.#now = now
  }

  /** Counts a call; when it comes too soon, it does not count, and what is returned is how long to wait, in milliseconds. */
  take(caller: string): number {
    const now = this.#now()
    const recent = (this.#times.get(caller) ?? []).filter((time) => time > now - this.#rate.perMs)
    const [oldest = now] = recent
    const isFree = recent.length < this.#rate.calls
    if (isFree) recent.push(now)
    this.#keep(caller, recent)
    return isFree ? 0 : oldest + this.#rate.perMs - now
  }

  #keep(caller: string, times: number[]): void {
    this.#times.delete(caller)
    this.#times.set(caller, times)
    if (this.#times.size <= MAX_CALLERS) return
    const [quietest] = this.#times.keys()
    this.#times.delete(quietest as string)
  }
}

/**
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID`
 */
export function checkedRate(rate: CallRate, source: string): CallRate {
  if (Number.isInteger(rate.calls) && rate.calls >= 1 && rate.perMs >= 1) return rate
  throw invalidOption('rate', `of ${source} must be { calls, perMs } with at least 1 call in at least 1 ms`)
}

/** The rate that the traits of a tool set, checked. */
export const traitRate = ({ rate }: { readonly rate?: CallRate }, source: string): CallRate | undefined =>
  rate && checkedRate(rate, source)
