import ts from 'typescript'
import { resolveImport, type SourceModule, type SourceTree } from './source-tree'

/** What is wrong inside the doors: anything but exports by name. Each as a sentence with its place. */
export function findUntidyDoors(tree: SourceTree): readonly string[] {
  return doorModules(tree).flatMap((door) =>
    door.source.statements.flatMap((statement) => {
      const problem = untidy(statement)
      return problem === undefined ? [] : [`${door.path}:${lineOf(door, statement)}: ${problem}`]
    }),
  )
}

/** Names that a door promises and that have no docblock where they are declared. */
export function findUndocumentedExports(tree: SourceTree): readonly string[] {
  return doorModules(tree).flatMap((door) =>
    exportsOf(door).flatMap(({ name, original, specifier }) => {
      const problem = documentationProblem(tree, door, specifier, original)
      return problem === undefined ? [] : [`${door.path}: ${name} ${problem}`]
    }),
  )
}

/** The modules behind the doors of packages, each once. */
export function doorModules(tree: SourceTree): readonly SourceModule[] {
  const paths = new Set(tree.packages.flatMap(({ doors }) => [...doors.values()]))
  return [...paths].flatMap((path) => tree.modules.get(path) ?? [])
}

interface DoorExport {
  readonly name: string
  /** The name where it is declared. */
  readonly original: string
  readonly specifier: string
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

function exportsOf(module: SourceModule): readonly DoorExport[] {
  return module.source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      return []
    const specifier = statement.moduleSpecifier
    if (!specifier || !ts.isStringLiteral(specifier)) return []
    return statement.exportClause.elements.map((element) => ({
      name: element.name.text,
      original: (element.propertyName ?? element.name).text,
      specifier: specifier.text,
    }))
  })
}

function documentationProblem(
  tree: SourceTree,
  from: SourceModule,
  specifier: string,
  name: string,
): string | undefined {
  const target = resolveImport(tree, from, specifier)
  if (!target) return specifier.startsWith('.') ? `comes from ${specifier}, which is not there.` : undefined
  const passedOn = exportsOf(target).find((candidate) => candidate.name === name)
  if (passedOn) return documentationProblem(tree, target, passedOn.specifier, passedOn.original)
  const declarations = target.source.statements.filter((statement) => declaredNames(statement).includes(name))
  if (declarations.length === 0) return `is not declared in ${target.path}.`
  return declarations.some(hasDocblock) ? undefined : `has no docblock in ${target.path}.`
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText())
  }
  const isNamed =
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

const hasDocblock = (statement: ts.Statement): boolean =>
  ts.getJSDocCommentsAndTags(statement).some((comment) => ts.isJSDoc(comment) && !!comment.comment)

const lineOf = (module: SourceModule, node: ts.Node): number =>
  module.source.getLineAndCharacterOfPosition(node.getStart(module.source)).line + 1
