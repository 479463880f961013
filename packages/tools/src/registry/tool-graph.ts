import { toolGraphInvalid } from '../tool-error'
import type { ToolCallback } from './tool-callback'

/** One tool of a {@link ToolGraph}. */
export interface ToolGraphNode {
  readonly name: string
  /** Tools whose calls run before, if there are any in the round. */
  readonly after: readonly string[]
  /** Tools that must have succeeded before. */
  readonly requires: readonly string[]
}

/** In which order tools depend on each other. Plain data, and a text for people. */
export interface ToolGraph {
  /** The tools that depend on others or are depended on, by name. */
  readonly nodes: readonly ToolGraphNode[]
  /** Names in the order in which they can be called: all of a step depend on earlier steps only. */
  readonly steps: readonly (readonly string[])[]
  /** One line for each tool. */
  toString(): string
}

/**
 * The plan that `after` and `requires` of some tools make.
 *
 * @throws {ToolError} `TOOL_GRAPH_INVALID` when a tool names one that is not there, or tools wait for each other
 */
export function toolGraph(tools: Iterable<ToolCallback>): ToolGraph {
  const all = new Map<string, ToolCallback>()
  for (const tool of tools) all.set(tool.definition.name, tool)
  const bound = [...all.values()].filter((tool) => !isFree(tool))
  for (const tool of bound) checkNames(tool, all)
  const involved = new Set(bound.flatMap((tool) => [tool.definition.name, ...before(tool)]))
  const nodes = [...all.values()]
    .filter(({ definition }) => involved.has(definition.name))
    .map(({ definition: { name }, metadata: { after, requires } }) => ({ name, after, requires }))
  const steps = stepsOf(nodes, all)
  return { nodes, steps, toString: () => nodes.map(lineOf).join('\n') }
}

/** The tools whose calls go before those of a tool. */
export const before = ({ metadata }: ToolCallback): readonly string[] =>
  metadata.after.length === 0 ? metadata.requires : [...metadata.after, ...metadata.requires]

const isFree = ({ metadata }: ToolCallback): boolean => metadata.after.length === 0 && metadata.requires.length === 0

function checkNames({ definition, metadata }: ToolCallback, all: ReadonlyMap<string, ToolCallback>): void {
  for (const option of ['after', 'requires'] as const) {
    const unknown = metadata[option].find((name) => !all.has(name))
    if (unknown === undefined) continue
    const known = [...all.keys()].filter((name) => name !== definition.name).join(', ') || 'none'
    throw toolGraphInvalid(
      `${metadata.source} has { ${option}: ['${unknown}'] }, and no tool is named so. The other tools are: ${known}.`,
    )
  }
}

function stepsOf(nodes: readonly ToolGraphNode[], all: ReadonlyMap<string, ToolCallback>): string[][] {
  const steps: string[][] = []
  const placed = new Set<string>()
  let rest = nodes
  while (rest.length > 0) {
    const isReady = ({ after, requires }: ToolGraphNode): boolean =>
      [...after, ...requires].every((name) => placed.has(name))
    const step = rest.filter(isReady).map(({ name }) => name)
    if (step.length === 0) throw toolGraphInvalid(`${cycleOf(rest, all)} wait for each other.`)
    for (const name of step) placed.add(name)
    rest = rest.filter(({ name }) => !placed.has(name))
    steps.push(step)
  }
  return steps
}

/** Every tool of `rest` waits for another one of it: going from one to the next must come back. */
function cycleOf(rest: readonly ToolGraphNode[], all: ReadonlyMap<string, ToolCallback>): string {
  const waiting = new Map(rest.map((node) => [node.name, node]))
  const path: string[] = []
  let name = rest[0]?.name
  while (name !== undefined && !path.includes(name)) {
    path.push(name)
    const node: ToolGraphNode | undefined = waiting.get(name)
    name = [...(node?.after ?? []), ...(node?.requires ?? [])].find((other) => waiting.has(other))
  }
  const cycle = path.slice(path.indexOf(name ?? ''))
  return cycle.map((member) => `${member} (${all.get(member)?.metadata.source ?? '?'})`).join(' and ')
}

function lineOf({ name, after, requires }: ToolGraphNode): string {
  const parts = [
    ...(requires.length > 0 ? [`requires ${requires.join(', ')}`] : []),
    ...(after.length > 0 ? [`after ${after.join(', ')}`] : []),
  ]
  return parts.length > 0 ? `${name}: ${parts.join('; ')}` : name
}
