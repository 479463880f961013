/** Work that pushes into a queue. */
export interface QueueFeed {
  /** Settles when there is nothing more to come. */
  readonly drain: Promise<void>
  abort(): void
}

/** Hands over values from someone who pushes to someone who reads. Holds what has not been read yet. */
export class EventQueue<T> {
  readonly #values: T[] = []
  #wake: (() => void) | undefined

  /** Adds a value. Returns at once. */
  push(value: T): void {
    this.#values.push(value)
    this.#wake?.()
  }

  /** Starts the feed when the first value is read; ends when it ends, throws what it throws, aborts it when left early. */
  async *fedBy(start: () => QueueFeed): AsyncGenerator<T, void, undefined> {
    const feed = start()
    let isOver = false
    let failure: { readonly error: unknown } | undefined
    const settled = feed.drain
      .catch((error: unknown) => (failure = { error }))
      .finally(() => {
        isOver = true
        this.#wake?.()
      })
    try {
      for (;;) {
        while (this.#values.length > 0) yield this.#values.shift() as T
        if (isOver) break
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      feed.abort()
      await settled
    }
    if (failure) throw failure.error
  }
}
