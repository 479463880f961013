/** Lets a number of calls run at once; the others wait in order. */
export class ConcurrencyLimit {
  readonly #waiting = new Set<() => void>()
  #free: number

  /** @param count at least 1 */
  constructor(count: number) {
    this.#free = count
  }

  /** Runs `work` when it is its turn. Rejects with the reason of the signal when that is aborted before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /** A place is handed over, so it is not free in between. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(start)
        reject(signal.reason as Error)
      }
      const start = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(start)
    })
  }

  #next(): void {
    const [start] = this.#waiting
    if (start === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(start)
    start()
  }
}
