import { createHash, randomUUID } from 'node:crypto'
import { principalOf, type ToolPrincipal } from '../policy/tool-principal'

/**
 * What the application hands to a tool besides the model's arguments. Never part of the schema and never sent to the model.
 *
 * A method receives it by declaring a parameter of this type.
 */
export class ToolContext {
  /** The values the caller attached to the request with `toolContext(...)`. A frozen copy; empty when there are none. */
  readonly values: Readonly<Record<string, unknown>>
  /** Aborted when the caller gives up, or the deadline of the call has passed. Never undefined. */
  readonly signal: AbortSignal
  /** The id the model gave to this call, or `direct` when a person called the tool. */
  readonly callId: string
  readonly #turnId: string | undefined
  readonly #onProgress: ((progress: ToolProgress) => void) | undefined
  #idempotencyKey: string | undefined

  /**
   * The same for every attempt of this call, and another one for every other call, also after the turn was resumed: hand it to
   * systems that must not do the same thing twice. 32 hexadecimal digits.
   */
  get idempotencyKey(): string {
    return (this.#idempotencyKey ??= createHash('sha256')
      .update(JSON.stringify([this.#turnId ?? randomUUID(), this.callId]))
      .digest('hex')
      .slice(0, 32))
  }

  /** On whose behalf the tool is called: the value `principal`. Undefined when the application attached none. */
  get principal(): ToolPrincipal | undefined {
    return principalOf(this.values)
  }

  constructor(options: ToolContextOptions = {}) {
    this.values = Object.freeze({ ...options.values })
    this.signal = options.signal ?? new AbortController().signal
    this.callId = options.callId ?? 'direct'
    this.#turnId = options.turnId
    this.#onProgress = options.onProgress
  }

  /** Tells whoever listens to the turn how far the tool is. Never read by the model; without effect once the call is over. */
  reportProgress(progress: ToolProgress): void {
    this.#onProgress?.(progress)
  }

  /** The value attached under `key`, or undefined. */
  get<T = unknown>(key: string): T | undefined {
    return Object.hasOwn(this.values, key) ? (this.values[key] as T) : undefined
  }
}

/** How far a running tool is, as in the Model Context Protocol. */
export interface ToolProgress {
  /** How much is done; it should grow. */
  readonly progress?: number
  /** How much there is to do in all, in the same measure. */
  readonly total?: number
  /** For people. */
  readonly message?: string
  /** A part of the result that is there already; what a generator or an observable gave last. */
  readonly data?: unknown
}

/** What a {@link ToolContext} is made of. */
export interface ToolContextOptions {
  readonly values?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
  readonly callId?: string
  /** The turn the call belongs to. Absent: a call by itself. */
  readonly turnId?: string | undefined
  /** Hears of progress. Default: nobody. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}
