import type { MaybePromise } from '../beans/settle'

/**
 * A bean that works on its own between start and close: a server, a consumer, a schedule.
 *
 * `start` is called when all beans exist, lower phases first; `stop` at close, before any bean is destroyed, higher
 * phases first. Beans of one phase stop together, within `vernal.lifecycle.timeout-per-shutdown-phase`.
 */
export abstract class Lifecycle {
  /** Default 0. */
  readonly phase?: number
  abstract start(): MaybePromise<void>
  abstract stop(): MaybePromise<void>
}
