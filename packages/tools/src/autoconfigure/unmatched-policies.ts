import { ApplicationReady, EventListener, type Logger } from '@vernal/container'
import { toolNamePattern } from '../definition/tool-name-pattern'
import { nearestToolNames } from '../execution/unknown-tool-text'
import type { ToolRegistry } from '../registry/tool-registry'
import type { ToolProperties } from './tool-properties'

/** Warns of policies about tools that are not there when the application is ready: often a name that was written wrongly. */
export class UnmatchedPolicies {
  readonly #registry: ToolRegistry
  readonly #policies: ToolProperties['policies']
  readonly #logger: Logger

  constructor(registry: ToolRegistry, policies: ToolProperties['policies'], logger: Logger) {
    this.#registry = registry
    this.#policies = policies
    this.#logger = logger
  }

  @EventListener(ApplicationReady)
  warn(): void {
    const { names } = this.#registry.all()
    for (const [at, { tools }] of this.#policies.entries()) {
      for (const pattern of tools.filter((each) => !names.some(toolNamePattern([each])))) {
        const nearest = nearestToolNames(pattern, names)
        const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
        this.#logger.warn(
          { policy: `vernal.ai.tools.policies[${at}]` },
          `No tool is named "${pattern}", which vernal.ai.tools.policies[${at}] is about.${hint}`,
        )
      }
    }
  }
}
