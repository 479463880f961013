import type { IndexedTools, ToolDefinition, ToolIndex } from '@vernal/tools'

/** Tools that are indexed for as long as a session or one of its turns needs them. */
export class ToolIndexHold {
  /** The tools that are indexed, as the very array. */
  readonly tools: readonly ToolDefinition[]
  /** Rejects when they could not be indexed. */
  readonly indexed: Promise<IndexedTools>
  #holders = 1
  #hasFailed = false

  /** Begins to index, with one holder. */
  constructor(index: ToolIndex, tools: readonly ToolDefinition[]) {
    this.tools = tools
    this.indexed = index.open(tools)
    // Whoever searches hears of it.
    this.indexed.catch(() => (this.#hasFailed = true))
  }

  get hasFailed(): boolean {
    return this.#hasFailed
  }

  retain(): this {
    this.#holders += 1
    return this
  }

  /** The last holder closes. */
  release(): void {
    this.#holders -= 1
    if (this.#holders === 0) this.indexed.then((tools) => tools.close()).catch(() => undefined)
  }
}
