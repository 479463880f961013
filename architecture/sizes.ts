import ts from 'typescript'
import { shippedModules, type SourceModule, type SourceTree } from './source-tree'

/** How long the named functions of a room are, in lines. */
export interface FunctionSizes {
  readonly room: string
  readonly median: number
  readonly ninetieth: number
  /** The longest, as `25 packages/tools/src/gate.ts pass`, longest first. */
  readonly longest: readonly string[]
}

/** Files with more lines than `limit`. */
export const findLongFiles = (tree: SourceTree, limit: number): readonly string[] =>
  shippedModules(tree)
    .map((module) => ({ path: module.path, lines: module.source.getLineStarts().length }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path} has ${lines} lines.`)

/** The sizes of functions, room by room; a room without functions is left out. */
export function measureFunctions(tree: SourceTree): readonly FunctionSizes[] {
  const byRoom = groupByRoom(shippedModules(tree).flatMap(functionsOf))
  return [...byRoom].map(([room, functions]) => {
    const sorted = [...functions].sort((left, right) => left.lines - right.lines)
    return {
      room,
      median: at(sorted, 0.5),
      ninetieth: at(sorted, 0.9),
      longest: sorted
        .slice(-3)
        .reverse()
        .map(({ lines, place }) => `${lines} ${place}`),
    }
  })
}

interface MeasuredFunction {
  readonly room: string
  readonly lines: number
  readonly place: string
}

function functionsOf(module: SourceModule): readonly MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const name = measuredName(node)
      if (name !== undefined)
        found.push({ room: module.room, lines: linesOf(module, node), place: `${module.path} ${name}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(module.source)
  return found
}

/** The name of a function with a block that has one, by itself or by what it is assigned to. */
function measuredName(node: ts.SignatureDeclaration): string | undefined {
  if (!('body' in node) || !node.body || !ts.isBlock(node.body)) return undefined
  if (ts.isConstructorDeclaration(node)) return undefined
  const owner = node.parent
  const isAssigned =
    ts.isVariableDeclaration(owner) || ts.isPropertyDeclaration(owner) || ts.isPropertyAssignment(owner)
  return node.name?.getText() ?? (isAssigned ? owner.name.getText() : undefined)
}

function linesOf(module: SourceModule, node: ts.Node): number {
  const line = (position: number): number => module.source.getLineAndCharacterOfPosition(position).line
  return line(node.getEnd()) - line(node.getStart(module.source)) + 1
}

const at = (sorted: readonly MeasuredFunction[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.lines ?? 0

function groupByRoom(functions: readonly MeasuredFunction[]): ReadonlyMap<string, readonly MeasuredFunction[]> {
  const rooms = new Map<string, MeasuredFunction[]>()
  for (const measured of functions) rooms.set(measured.room, [...(rooms.get(measured.room) ?? []), measured])
  return rooms
}
