import { toolNamePattern } from '../definition/tool-name-pattern'
import { nearestNames } from '../schema/near-names'
import type { ToolRegistry } from './tool-registry'

/**
 * What to tell of a setting about tools by name, when no tool of the registry has the name: often it was written wrongly, and a guard
 * is lost. One sentence for each, with the nearest names.
 *
 * @param names names, with `*` for any characters
 * @param place where they are said, for the sentences
 */
export function unmatchedToolNames(registry: ToolRegistry, names: readonly string[], place: string): readonly string[] {
  const known = registry.all().names
  return names
    .filter((name) => !known.some(toolNamePattern([name])))
    .map((name) => {
      const nearest = nearestNames(name, known)
      const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
      return `No tool is named "${name}", which ${place} is about.${hint}`
    })
}
