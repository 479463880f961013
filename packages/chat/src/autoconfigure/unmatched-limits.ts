import { ApplicationReady, EventListener, type Logger } from '@vernal/container'
import { unmatchedToolNames, type ToolRegistry } from '@vernal/tools'
import { TOOL_SEARCH_TOOL_NAME } from '../advisors/tool-search-tool'
import { READ_RESULT_TOOL_NAME } from '../loop/kept-results'
import type { ToolCallLimitsProperties } from './chat-properties'

/** Tools that are never in the registry, and may have limits all the same. */
const BUILT_IN: readonly string[] = [TOOL_SEARCH_TOOL_NAME, READ_RESULT_TOOL_NAME]

/** Warns of limits for tools that are not there when the application is ready: written wrongly, they limit nothing. */
export class UnmatchedLimits {
  readonly #registry: ToolRegistry
  readonly #properties: ToolCallLimitsProperties
  readonly #logger: Logger

  constructor(registry: ToolRegistry, properties: ToolCallLimitsProperties, logger: Logger) {
    this.#registry = registry
    this.#properties = properties
    this.#logger = logger
  }

  @EventListener(ApplicationReady)
  warn(): void {
    const { maxCallsPerTool, excludedTools } = this.#properties
    this.#check(Object.keys(maxCallsPerTool), 'vernal.ai.tools.limits.max-calls-per-tool')
    this.#check(excludedTools, 'vernal.ai.tools.limits.excluded-tools')
  }

  #check(names: readonly string[], place: string): void {
    const others = names.filter((name) => !BUILT_IN.includes(name))
    for (const sentence of unmatchedToolNames(this.#registry, others, place)) {
      this.#logger.warn({ property: place }, sentence)
    }
  }
}
