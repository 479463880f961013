/** Aborts one exchange with a server: when its caller gives up, when a time runs out, or when it is closed. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #onCallerAbort = (): void => this.#controller.abort(this.#caller?.reason)
  #timer: NodeJS.Timeout | undefined
  #timeoutMs = 0
  #isPaused = false
  #expiry: Error | undefined

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller
    if (caller?.aborted) this.#onCallerAbort()
    else caller?.addEventListener('abort', this.#onCallerAbort, { once: true })
  }

  /** Aborted with the caller's reason or with the error of the time that ran out. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The error of the time that ran out. */
  get expiry(): Error | undefined {
    return this.#expiry
  }

  /** Starts a time; one that was running is forgotten. */
  start(timeoutMs: number, error: () => Error): void {
    clearTimeout(this.#timer)
    this.#timeoutMs = timeoutMs
    this.#isPaused = false
    this.#timer = setTimeout(() => {
      if (this.#isPaused) return void this.#timer?.refresh()
      this.#expiry = error()
      this.#controller.abort(this.#expiry)
    }, timeoutMs)
  }

  /** Lets a running time not run out while nothing is awaited from the server. */
  pause(): void {
    this.#isPaused = true
  }

  /** Starts the running time anew, also after a pause. */
  refresh(): void {
    this.#isPaused = false
    this.#timer?.refresh()
  }

  /** Whether a running time is longer than this. */
  isLongerThan(timeoutMs: number): boolean {
    return this.#timer !== undefined && this.#timeoutMs > timeoutMs
  }

  /** Stops the time and leaves the caller's signal; the connection stays as it is. Idempotent. */
  release(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#caller?.removeEventListener('abort', this.#onCallerAbort)
  }

  /** Ends the exchange, and with it the connection when its answer was not read to the end. Idempotent. */
  close(): void {
    this.release()
    this.#controller.abort()
  }
}

/** The time of a whole exchange, with its further attempts, its pauses, and a stream to its end. Without one, the caller's signal. */
export function totalTime(
  caller: AbortSignal | undefined,
  totalTimeoutMs: number | undefined,
  error: (totalTimeoutMs: number) => Error,
): Pick<Deadline, 'release'> & { readonly signal: AbortSignal | undefined } {
  if (totalTimeoutMs === undefined) return { signal: caller, release: () => undefined }
  const total = new Deadline(caller)
  total.start(totalTimeoutMs, () => error(totalTimeoutMs))
  return total
}
