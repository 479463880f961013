import type { ToolSet } from '@vernal/tools'

/** How large a set of tools is; what is absent says nothing. */
export interface ToolSetSize {
  /** A number of tools. */
  readonly tools?: number
  /** About how many tokens their definitions have, at four characters each. */
  readonly tokens?: number
}

/** Whether a set of tools is within one of the sizes. */
export function isWithin(tools: ToolSet, size: ToolSetSize): boolean {
  if (size.tools !== undefined && tools.size <= size.tools) return true
  return size.tokens !== undefined && hasAtMost(size.tokens * CHARACTERS_PER_TOKEN, tools)
}

const CHARACTERS_PER_TOKEN = 4

/** Stops counting as soon as there are more. */
function hasAtMost(characters: number, { definitions }: ToolSet): boolean {
  let left = characters
  for (const definition of definitions) {
    left -= JSON.stringify(definition).length
    if (left < 0) return false
  }
  return true
}
