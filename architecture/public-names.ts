import ts from 'typescript'
import { summaryOf } from './docblock'
import { resolveImport, type SourceModule, type SourceTree } from './source-tree'

/** A name that somebody outside can import. */
export interface PublicName {
  /** What is imported from: `@vernal/models/openai`. */
  readonly door: string
  readonly name: string
  readonly kind: PublicKind
  /** The first sentence of its docblock; undefined when it has none. */
  readonly summary: string | undefined
  /** The module that declares it. */
  readonly path: string
}

/** What a name stands for. */
export type PublicKind = 'class' | 'function' | 'interface' | 'type' | 'constant'

/** A name that a door promises and that is not there. */
export interface BrokenName {
  readonly door: string
  readonly name: string
  readonly problem: string
}

/** Every name behind every door, in the order of the doors, followed to where it is declared. */
export function readPublicNames(tree: SourceTree): readonly (PublicName | BrokenName)[] {
  return tree.packages.flatMap(({ doors }) =>
    [...doors].flatMap(([door, path]) => {
      const module = tree.modules.get(path)
      return module ? exportsOf(module).flatMap((each) => publicName(tree, door, module, each)) : []
    }),
  )
}

interface DoorExport {
  readonly name: string
  /** The name where it is declared. */
  readonly original: string
  readonly specifier: string
}

function publicName(
  tree: SourceTree,
  door: string,
  module: SourceModule,
  { name, original, specifier }: DoorExport,
): readonly (PublicName | BrokenName)[] {
  const place = findDeclaration(tree, module, specifier, original)
  if (place === 'foreign') return []
  return [typeof place === 'string' ? { door, name, problem: place } : { door, name, ...place }]
}

/** Where a name is declared, a sentence about why it is nowhere, or `foreign` for a name of somebody else's package. */
function findDeclaration(
  tree: SourceTree,
  from: SourceModule,
  specifier: string,
  name: string,
): Pick<PublicName, 'kind' | 'summary' | 'path'> | string {
  const target = resolveImport(tree, from, specifier)
  if (!target) return specifier.startsWith('.') ? `comes from ${specifier}, which is not there.` : 'foreign'
  const passedOn = exportsOf(target).find((candidate) => candidate.name === name)
  if (passedOn) return findDeclaration(tree, target, passedOn.specifier, passedOn.original)
  const declarations = target.source.statements.filter((statement) => declaredNames(statement).includes(name))
  const [first] = declarations
  if (!first) return `is not declared in ${target.path}.`
  const summary = declarations.map(summaryOf).find((text) => text !== undefined)
  return { kind: kindOf(first), summary, path: target.path }
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

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText())
  }
  return isNamed(statement) && statement.name ? [statement.name.text] : []
}

const isNamed = (statement: ts.Statement) =>
  ts.isClassDeclaration(statement) ||
  ts.isFunctionDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  ts.isEnumDeclaration(statement)

function kindOf(statement: ts.Statement): PublicKind {
  if (ts.isClassDeclaration(statement)) return 'class'
  if (ts.isInterfaceDeclaration(statement)) return 'interface'
  if (ts.isTypeAliasDeclaration(statement)) return 'type'
  if (ts.isFunctionDeclaration(statement)) return 'function'
  const value = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.initializer : undefined
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? 'function' : 'constant'
}
