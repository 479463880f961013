import ts from 'typescript'
import { readPublicNames } from './public-names'
import type { SourceModule, SourceTree } from './source-tree'

/** What is wrong inside the doors: anything but exports by name. Each as a sentence with its place. */
export function findUntidyDoors(tree: SourceTree): readonly string[] {
  return doorModules(tree).flatMap((door) =>
    door.source.statements.flatMap((statement) => {
      const problem = untidy(statement)
      return problem === undefined ? [] : [`${door.path}:${lineOf(door, statement)}: ${problem}`]
    }),
  )
}

/** Names that a door promises and that have no docblock where they are declared, or are not declared at all. */
export function findUndocumentedExports(tree: SourceTree): readonly string[] {
  return readPublicNames(tree).flatMap((each) => {
    if ('problem' in each) return [`${each.door}: ${each.name} ${each.problem}`]
    return each.summary === undefined ? [`${each.door}: ${each.name} has no docblock in ${each.path}.`] : []
  })
}

function doorModules(tree: SourceTree): readonly SourceModule[] {
  const paths = new Set(tree.packages.flatMap(({ doors }) => [...doors.values()]))
  return [...paths].flatMap((path) => tree.modules.get(path) ?? [])
}

function untidy(statement: ts.Statement): string | undefined {
  if (ts.isExportAssignment(statement)) return 'a door has no default export.'
  if (ts.isImportDeclaration(statement) && !statement.importClause) return undefined
  if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) {
    return 'a door only lists names: `export { Name } from "./file"`.'
  }
  if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) return 'a door lists its exports by name.'
  const hasDefault = statement.exportClause.elements.some((element) => element.name.text === 'default')
  return hasDefault ? 'a door has no default export.' : undefined
}

const lineOf = (module: SourceModule, node: ts.Node): number =>
  module.source.getLineAndCharacterOfPosition(node.getStart(module.source)).line + 1
