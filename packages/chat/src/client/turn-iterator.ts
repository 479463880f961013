/** A turn that is being read. */
export interface TurnReading<T> {
  readonly pieces: AsyncIterator<T, unknown>
  /** Ends the turn: the model's request is cancelled, running tools get the signal. */
  abort(): void
}

/**
 * Reads a turn, which starts with the first piece. Unlike a generator it can be left while a piece is awaited, as a server does
 * whose client is gone: the abort goes ahead of the wait, and whoever still waits is told that there is nothing more.
 */
export class TurnIterator<T> implements AsyncIterableIterator<T> {
  readonly #start: () => TurnReading<T>
  #reading: TurnReading<T> | undefined
  #isLeft = false

  constructor(start: () => TurnReading<T>) {
    this.#start = start
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#isLeft) return Promise.resolve(DONE)
    this.#reading ??= this.#start()
    return this.#reading.pieces.next().then(undefined, this.#failed)
  }

  async return(): Promise<IteratorResult<T>> {
    this.#isLeft = true
    this.#reading?.abort()
    await this.#reading?.pieces.return?.().catch(() => undefined)
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  readonly #failed = (error: unknown): IteratorResult<T> => {
    if (this.#isLeft) return DONE
    throw error
  }
}

const DONE = { done: true, value: undefined } as const
