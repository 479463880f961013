import type { CircuitBreakerPolicy } from 'cockatiel'
import { atLeastOne } from '../at-least-one'
import { modelResting, packageMissing } from '../model-error'

/** When a model rests, and how long. */
export interface CircuitBreakerOptions {
  /** Failures in a row after which a model is not asked any more. At least 1, default 5. */
  readonly failures?: number | undefined
  /** After how long it is tried again, with one request, in milliseconds. At least 1, default 30,000. */
  readonly restMs?: number | undefined
}

/** Asks one model, and lets it rest when it keeps failing. */
export class ModelBreaker {
  readonly #name: string
  readonly #restMs: number
  readonly #policy: CircuitBreakerPolicy | undefined

  /** @param isFailure which errors count */
  constructor(name: string, options: CircuitBreakerOptions | undefined, isFailure: (error: unknown) => boolean) {
    const { failures = 5, restMs = 30_000 } = options ?? {}
    this.#name = name
    this.#restMs = atLeastOne('restMs', restMs)
    if (options === undefined) return
    const { circuitBreaker, ConsecutiveBreaker, handleWhen } = cockatiel()
    const breaker = new ConsecutiveBreaker(atLeastOne('failures', failures))
    this.#policy = circuitBreaker(handleWhen(isFailure), { halfOpenAfter: restMs, breaker })
  }

  /** @throws {ModelError} `MODEL_RESTING` while the model rests */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#policy === undefined) return ask()
    try {
      return await this.#policy.execute(ask)
    } catch (error) {
      throw isBroken(error) ? modelResting(this.#name, this.#restMs) : error
    }
  }
}

const isBroken = (error: unknown): boolean =>
  (error as { isBrokenCircuitError?: unknown } | null)?.isBrokenCircuitError === true

function cockatiel(): typeof import('cockatiel') {
  try {
    return require('cockatiel') as typeof import('cockatiel')
  } catch (cause) {
    throw packageMissing('cockatiel', cause)
  }
}
