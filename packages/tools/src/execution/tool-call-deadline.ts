import { toolAborted, toolTimedOut, type ToolError } from '../tool-error'

/** Ends one running call: when its time is over, or when its caller gives up. */
export class ToolCallDeadline implements Disposable {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #giveUp: () => void
  readonly #timer: NodeJS.Timeout | undefined
  #end: (error: ToolError) => void = () => {}

  /** @param timeoutMs 0 for no limit */
  constructor(name: string, timeoutMs: number, caller: AbortSignal | undefined) {
    this.#caller = caller
    this.#giveUp = () => this.#stop(toolAborted(name, caller?.reason))
    caller?.addEventListener('abort', this.#giveUp, { once: true })
    this.#timer = timeoutMs > 0 ? setTimeout(() => this.#stop(toolTimedOut(name, timeoutMs)), timeoutMs) : undefined
  }

  /** For the tool: aborted when the call is over before its time. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What the work comes to, unless the call has to end before. Work that is given up may still reject; nobody listens then. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#end = reject
      if (this.signal.aborted) reject(this.signal.reason as ToolError)
      work.then(resolve, reject)
    })
  }

  #stop(error: ToolError): void {
    this.#end(error)
    this.#controller.abort(error)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#giveUp)
  }
}
