import type { ToolDefinition, ToolIndex } from '@vernal/tools'
import { ToolIndexHold } from './tool-index-hold'

/** How many found tools a session keeps; of more, those that were found longest ago are forgotten. */
const MAX_FOUND_TOOLS = 100

/** What is kept of a session between its turns: the tools it found, and a hold on the index of its tools. */
export class ToolSearchSession {
  readonly #index: ToolIndex
  readonly #found = new Set<string>()
  #hold: ToolIndexHold | undefined

  constructor(index: ToolIndex) {
    this.#index = index
  }

  /** The names of the tools that were found, in the order in which they were. */
  get found(): readonly string[] {
    return [...this.#found]
  }

  addFound(names: readonly string[]): void {
    for (const name of names) this.#found.add(name)
    const tooMany = Math.max(0, this.#found.size - MAX_FOUND_TOOLS)
    for (const name of [...this.#found].slice(0, tooMany)) this.#found.delete(name)
  }

  /** A hold on these tools for a turn, which releases it. The session keeps one too, until others take their place. */
  hold(tools: readonly ToolDefinition[]): ToolIndexHold {
    if (this.#hold?.tools !== tools || this.#hold.hasFailed) {
      const before = this.#hold
      this.#hold = new ToolIndexHold(this.#index, tools)
      before?.release()
    }
    return this.#hold.retain()
  }

  /** Lets go of everything. A turn that is under way has a hold of its own. */
  forget(): void {
    this.#found.clear()
    this.#hold?.release()
    this.#hold = undefined
  }
}
