import type { ToolDefinition } from '../definition/tool-definition'

/** How one list of tools becomes another. */
export interface ToolListChange {
  readonly removed: readonly ToolDefinition[]
  readonly added: readonly ToolDefinition[]
}

/** The change between two lists that hold the same objects but for one place, which is how registries change. */
export function changeBetween(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): ToolListChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) }
}
