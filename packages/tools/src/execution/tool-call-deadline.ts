import { toolAborted, toolTimedOut, type ToolError } from '../tool-error'

/** Ends one running call: when its time is over, or when its caller gives up. */
export class ToolCallDeadline implements Disposable {
  /** For the tool: aborted when the call is over before its time. */
  readonly signal: AbortSignal
  /** Rejects when the call has to end. */
  readonly passed: Promise<never>
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #giveUp: () => void
  readonly #timer: NodeJS.Timeout | undefined
  #end: (error: ToolError) => void = () => {}

  /** @param timeoutMs 0 for no limit */
  constructor(name: string, timeoutMs: number, caller: AbortSignal | undefined) {
    this.signal = this.#controller.signal
    this.passed = new Promise((_, reject) => {
      this.#end = reject
    })
    this.passed.catch(() => {})
    this.#caller = caller
    this.#giveUp = () => this.#stop(toolAborted(name, caller?.reason))
    caller?.addEventListener('abort', this.#giveUp, { once: true })
    this.#timer = timeoutMs > 0 ? setTimeout(() => this.#stop(toolTimedOut(name, timeoutMs)), timeoutMs) : undefined
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
