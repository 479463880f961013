import { ToolCallback, ToolCallbackProvider, ToolCallbacks, ToolSet, type ToolRegistry } from '@vernal/tools'
import { unknownToolSource } from '../chat-error'

/** A class with `@Tool` methods that is a bean. */
export type ToolClass = abstract new (...args: never[]) => object

/**
 * Something `tools(...)` takes: a tool, a provider or set of tools, an object with `@Tool` methods, a class or a name (or glob)
 * of the registry, a function that gives a set when asked, or a list of these.
 */
export type ToolSource =
  ToolCallback | ToolCallbackProvider | ToolSet | ToolClass | string | (() => ToolSet) | object | readonly ToolSource[]

/** Finds the tools behind sources. Looks once into each object; a function or provider is asked every time. */
export class ToolSourceResolver {
  readonly #registry: ToolRegistry | undefined
  readonly #objects = new WeakMap<object, readonly ToolCallback[]>()

  constructor(registry?: ToolRegistry) {
    this.#registry = registry
  }

  /** @throws {ChatError} `CHAT_TOOL_SOURCE_UNKNOWN` when a source has no tools */
  resolve(source: ToolSource): Iterable<ToolCallback> {
    if (source === null || source === undefined) throw unknownToolSource(String(source), 'Leave it out.')
    if (source instanceof ToolCallback) return [source]
    if (source instanceof ToolSet) return source
    if (source instanceof ToolCallbackProvider) return source.toolCallbacks()
    if (Array.isArray(source)) return source.flatMap((each: ToolSource) => [...this.resolve(each)])
    if (typeof source === 'string') return this.#named(source)
    if (typeof source === 'function') return isClass(source) ? this.#ofClass(source) : callSource(source)
    return this.#ofObject(source)
  }

  #named(pattern: string): Iterable<ToolCallback> {
    const registry = this.#requireRegistry(`the name "${pattern}"`)
    const tools = registry.matching([pattern])
    if (tools.size > 0) return tools
    const known = registry.all().names.join(', ') || 'none'
    throw unknownToolSource(`"${pattern}", which names no tool of the registry.`, `The registry has: ${known}.`)
  }

  #ofClass(type: ToolClass): Iterable<ToolCallback> {
    const tools = this.#requireRegistry(`the class ${type.name}`).ofClass(type)
    if (tools.length > 0) return tools
    throw unknownToolSource(
      `the class ${type.name}, which has no tools in the registry.`,
      'Make it a bean with @Service() and give it a @Tool method, or pass an instance.',
    )
  }

  #ofObject(object: object): readonly ToolCallback[] {
    let tools = this.#objects.get(object)
    if (!tools) {
      tools = ToolCallbacks.from(object)
      this.#objects.set(object, tools)
    }
    return tools
  }

  #requireRegistry(what: string): ToolRegistry {
    if (this.#registry) return this.#registry
    throw unknownToolSource(`${what}, and this ChatClient has no registry to look it up`, 'Pass an object or a tool.')
  }
}

/** Builds the set of some tools once for as long as the tools stay the same, so that a model serialises them once. */
export class ToolSetCache {
  #tools: readonly ToolCallback[] = []
  #set = ToolSet.empty

  /** The set of `tools`; one that stands there twice is taken once. */
  of(tools: Iterable<ToolCallback>): ToolSet {
    if (tools instanceof ToolSet) return tools
    const distinct = [...new Set(tools)]
    if (!isSame(distinct, this.#tools)) {
      this.#set = ToolSet.of(distinct)
      this.#tools = distinct
    }
    return this.#set
  }
}

const isSame = (left: readonly ToolCallback[], right: readonly ToolCallback[]): boolean =>
  left.length === right.length && left.every((tool, index) => tool === right[index])

const callSource = (source: unknown): ToolSet => (source as () => ToolSet)()

const isClass = (value: object): value is ToolClass => {
  const prototype = Object.getOwnPropertyDescriptor(value, 'prototype')
  return prototype?.writable === false
}
