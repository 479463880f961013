import type { ToolSet } from '@vernal/tools'

/** Remembers what was made of a tool set as long as the set lives, so that it is made once and not in every round. */
export class ToolSetMemo<T> {
  readonly #made = new WeakMap<ToolSet, T>()
  readonly #make: (tools: ToolSet) => T

  constructor(make: (tools: ToolSet) => T) {
    this.#make = make
  }

  /** What belongs to a tool set; made with the first call. */
  of(tools: ToolSet): T {
    const known = this.#made.get(tools)
    if (known !== undefined) return known
    const made = this.#make(tools)
    this.#made.set(tools, made)
    return made
  }
}
