import { ApplicationReady, EventListener, type Logger } from '@vernal/container'
import { toolNamePattern } from '../definition/tool-name-pattern'
import { nearestToolNames } from '../execution/unknown-tool-text'
import type { ToolRegistry } from '../registry/tool-registry'
import type { ToolProperties } from './tool-properties'

/** Warns of policies about tools that are not there when the application is ready: often a name that was written wrongly. */
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

  #check(patterns: readonly string[], place: string): void {
    const { names } = this.#registry.all()
    for (const pattern of patterns.filter((each) => !names.some(toolNamePattern([each])))) {
      const nearest = nearestToolNames(pattern, names)
      const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
      this.#logger.warn({ property: place }, `No tool is named "${pattern}", which ${place} is about.${hint}`)
    }
  }
}
