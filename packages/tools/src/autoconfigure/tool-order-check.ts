import { ApplicationStarted, EventListener } from '@vernal/container'
import { toolGraph } from '../registry/tool-graph'
import type { ToolRegistry } from '../registry/tool-registry'

/** Ends the start when tools wait for each other, or for one that is not there. */
export class ToolOrderCheck {
  readonly #registry: ToolRegistry

  constructor(registry: ToolRegistry) {
    this.#registry = registry
  }

  @EventListener(ApplicationStarted)
  check(): void {
    toolGraph(this.#registry.all())
  }
}
