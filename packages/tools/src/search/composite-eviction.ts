import { invalidOption } from '../tool-error'
import { EvictionStrategy } from './eviction-strategy'

/** Forgets what any of several strategies would forget. */
export class CompositeEviction extends EvictionStrategy {
  readonly #strategies: readonly EvictionStrategy[]

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when there is no strategy */
  constructor(...strategies: readonly EvictionStrategy[]) {
    super()
    if (strategies.length === 0) throw invalidOption('strategies', 'names no strategy')
    this.#strategies = strategies
  }

  override onAccess(sessionId: string): readonly string[] {
    return [...new Set(this.#strategies.flatMap((strategy) => [...strategy.onAccess(sessionId)]))]
  }

  override onRemoved(sessionId: string): void {
    for (const strategy of this.#strategies) strategy.onRemoved(sessionId)
  }
}
