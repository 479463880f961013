import type { Class } from '../beans/token'
import { autoConfigurationCycle } from '../failures/start-errors'
import { autoConfigurationOptions, nameOf } from './auto-configuration'

/**
 * Alphabetical, then by order, then each after what it wants to come after. References to absent classes are ignored.
 *
 * @throws {ContainerError} `AUTO_CONFIGURATION_CYCLE`
 */
export function sortAutoConfigurations(types: readonly Class[]): readonly Class[] {
  const byName = new Map(types.map((type) => [type.name, type]))
  const sorted = [...types]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .sort((a, b) => orderOf(a) - orderOf(b))
  const edges = afterEdges(sorted)
  const done = new Set<Class>()
  const visit = (type: Class, path: readonly Class[]): void => {
    if (done.has(type)) return
    if (path.includes(type)) throw autoConfigurationCycle([...path.slice(path.indexOf(type)), type].map(nameOf))
    for (const name of edges.get(type.name) ?? []) {
      const earlier = byName.get(name)
      if (earlier !== undefined) visit(earlier, [...path, type])
    }
    done.add(type)
  }
  for (const type of sorted) visit(type, [])
  return [...done]
}

function orderOf(type: Class): number {
  return autoConfigurationOptions(type)?.order ?? 0
}

/** What each name comes after; a `before` is an `after` of the other. */
function afterEdges(types: readonly Class[]): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>()
  const add = (later: string, earlier: string) => edges.set(later, [...(edges.get(later) ?? []), earlier])
  for (const type of types) {
    const { after = [], before = [] } = autoConfigurationOptions(type) ?? {}
    for (const earlier of after) add(type.name, nameOf(earlier))
    for (const later of before) add(nameOf(later), type.name)
  }
  return edges
}
