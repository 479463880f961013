import type { ToolCaller, ToolPolicy } from '../policy/tool-policy'
import type { ToolCallback } from './tool-callback'
import { ToolSet } from './tool-set'

const MAX_SETS = 100

/**
 * Leaves out of tool sets what a policy denies to the caller. The same tools give the same set each time, so that a model
 * writes them down once; tools open to everyone cost nothing.
 */
export class VisibleTools {
  readonly #policy: ToolPolicy
  readonly #restricted = new WeakMap<ToolSet, readonly ToolCallback[]>()
  readonly #sets = new WeakMap<ToolSet, Map<string, ToolSet>>()

  constructor(policy: ToolPolicy) {
    this.#policy = policy
  }

  /** The tools of a set that the caller may know of, in their order. */
  of(tools: ToolSet, caller: ToolCaller): ToolSet {
    const restricted = this.#restrictedOf(tools)
    if (restricted.length === 0) return tools
    const hidden = restricted.filter((tool) => !this.#policy.mayUse(tool, caller).permitted)
    return hidden.length === 0 ? tools : this.#without(tools, hidden)
  }

  #restrictedOf(tools: ToolSet): readonly ToolCallback[] {
    const known = this.#restricted.get(tools)
    if (known !== undefined) return known
    const restricted = [...tools].filter((tool) => this.#policy.restricts(tool))
    this.#restricted.set(tools, restricted)
    return restricted
  }

  #without(tools: ToolSet, hidden: readonly ToolCallback[]): ToolSet {
    const sets = this.#sets.get(tools) ?? new Map<string, ToolSet>()
    this.#sets.set(tools, sets)
    const key = hidden.map(({ definition }) => definition.name).join(' ')
    const set = sets.get(key) ?? ToolSet.of([...tools].filter((tool) => !hidden.includes(tool)))
    // Moved to the end, so that the one that was not asked for longest is the first.
    sets.delete(key)
    sets.set(key, set)
    const [oldest] = sets.keys()
    if (sets.size > MAX_SETS) sets.delete(oldest as string)
    return set
  }
}
