import type { ToolDefinition } from '../definition/tool-definition'
import { toolSetDecorator, type ToolSetOptions } from '../definition/tool-set-declaration'
import { toolNameTaken } from '../tool-error'
import type { ToolCallback } from './tool-callback'

/** Tools with unique names, in a fixed order. Immutable. */
class UniqueTools implements Iterable<ToolCallback> {
  /** No tools. */
  static readonly empty: ToolSet = new UniqueTools(new Map())

  readonly #tools: ReadonlyMap<string, ToolCallback>
  /** In order. */
  readonly names: readonly string[]
  /** In order; the same array every time. */
  readonly definitions: readonly ToolDefinition[]

  private constructor(tools: ReadonlyMap<string, ToolCallback>) {
    this.#tools = tools
    this.names = Object.freeze([...tools.keys()])
    this.definitions = Object.freeze([...tools.values()].map(({ definition }) => definition))
  }

  /**
   * The tools in the order given; the same callback given twice counts once.
   *
   * @throws {ToolError} `TOOL_NAME_TAKEN` when two of them have one name
   */
  static of(callbacks: Iterable<ToolCallback>): ToolSet {
    return UniqueTools.empty.with(callbacks)
  }

  get size(): number {
    return this.#tools.size
  }

  /** The tool of that name, or undefined. */
  find(name: string): ToolCallback | undefined {
    return this.#tools.get(name)
  }

  /**
   * These tools and more, after them.
   *
   * @throws {ToolError} `TOOL_NAME_TAKEN` when two of them have one name
   */
  with(callbacks: Iterable<ToolCallback>): ToolSet {
    const tools = new Map(this.#tools)
    for (const callback of callbacks) {
      const { name } = callback.definition
      const existing = tools.get(name)
      if (existing !== undefined && existing !== callback) {
        throw toolNameTaken(name, existing.metadata.source, callback.metadata.source)
      }
      tools.set(name, callback)
    }
    return tools.size === this.size ? this : new UniqueTools(tools)
  }

  [Symbol.iterator](): Iterator<ToolCallback> {
    return this.#tools.values()
  }
}

/** Tools with unique names, in a fixed order. Immutable. */
export type ToolSet = UniqueTools

/**
 * As a decorator of a class: what all its tools have in common, a prefix of their names and defaults of their options. What a tool
 * says of itself counts more; tags add up, and roles and authorisers of both must agree.
 *
 * ```ts
 * @ToolSet({ prefix: 'orders_', tags: ['orders'], roles: ['clerk'] })
 * class OrderService { … }
 * ```
 *
 * As a value: `ToolSet.of(callbacks)` makes a set of tools, `ToolSet.empty` has none.
 */
export const ToolSet: ((options: ToolSetOptions) => ClassDecorator) & {
  /** For `instanceof`. */
  readonly prototype: ToolSet
  /** No tools. */
  readonly empty: ToolSet
  /**
   * The tools in the order given; the same callback given twice counts once.
   *
   * @throws {ToolError} `TOOL_NAME_TAKEN` when two of them have one name
   */
  of(callbacks: Iterable<ToolCallback>): ToolSet
} = Object.assign(
  function toolSet(options: ToolSetOptions): ClassDecorator {
    return toolSetDecorator(options)
  },
  {
    prototype: UniqueTools.prototype,
    empty: UniqueTools.empty,
    of: (callbacks: Iterable<ToolCallback>): ToolSet => UniqueTools.of(callbacks),
  },
)
