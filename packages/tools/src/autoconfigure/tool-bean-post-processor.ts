import { BeanPostProcessor, type Logger } from '@vernal/container'
import { ToolCallback } from '../registry/tool-callback'
import { ToolCallbackProvider } from '../registry/tool-callback-provider'
import { methodTools } from '../registry/method-tools'
import type { ToolPolicy } from '../policy/tool-policy'
import type { ToolRegistry } from '../registry/tool-registry'

/** Registers the tools of every bean: its `@Tool` methods, or itself when it is a tool or a provider of tools. */
export class ToolBeanPostProcessor extends BeanPostProcessor {
  readonly #registry: ToolRegistry
  readonly #policy: ToolPolicy
  readonly #logger: Logger

  constructor(registry: ToolRegistry, policy: ToolPolicy, logger: Logger) {
    super()
    this.#policy = policy
    this.#registry = registry
    this.#logger = logger
  }

  override afterInitialization(bean: unknown): undefined {
    for (const tool of toolsOf(bean)) {
      // What is said about the tool is read now, so that a mistake ends the start and not a request.
      this.#policy.restricts(tool)
      this.#registry.register(tool, bean as object)
      this.#log(tool)
    }
  }

  #log({ definition, metadata, access }: ToolCallback): void {
    const { effect, source, version, tags } = metadata
    const roles = access.flatMap(({ roles = [] }) => roles)
    const fields = {
      effect,
      // Counted only when the line is written.
      get tokens() {
        return Math.ceil(JSON.stringify(definition).length / CHARS_PER_TOKEN)
      },
      source,
      ...(version ? { version } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...(roles.length > 0 ? { roles } : {}),
    }
    this.#logger.info(fields, `Tool ${definition.name}`)
  }
}

/** A rough figure for English and JSON, good enough to see which tool is large. */
const CHARS_PER_TOKEN = 4

function toolsOf(bean: unknown): readonly ToolCallback[] {
  if (bean instanceof ToolCallback) return [bean]
  if (bean instanceof ToolCallbackProvider) return bean.toolCallbacks()
  return typeof bean === 'object' && bean !== null ? methodTools(bean) : []
}
