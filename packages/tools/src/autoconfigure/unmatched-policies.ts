import { ApplicationReady, EventListener, type Logger } from '@vernal/container'
import type { ToolRegistry } from '../registry/tool-registry'
import { unmatchedToolNames } from '../registry/unmatched-names'
import type { ToolProperties } from './tool-properties'

/**
 * Warns of policies about tools that are not there when the application is ready: often a name that was written wrongly. It is no
 * error, since tools may be attached to single requests, or come later.
 */
export class UnmatchedPolicies {
  readonly #registry: ToolRegistry
  readonly #properties: ToolProperties
  readonly #logger: Logger

  constructor(registry: ToolRegistry, properties: ToolProperties, logger: Logger) {
    this.#registry = registry
    this.#properties = properties
    this.#logger = logger
  }

  @EventListener(ApplicationReady)
  warn(): void {
    const { policies, approval } = this.#properties
    for (const [at, { tools }] of policies.entries()) this.#check(tools, `vernal.ai.tools.policies[${at}]`)
    this.#check(approval.required, 'vernal.ai.tools.approval.required')
  }

  #check(names: readonly string[], place: string): void {
    for (const sentence of unmatchedToolNames(this.#registry, names, place)) {
      this.#logger.warn({ property: place }, sentence)
    }
  }
}
