import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const TOOLS_PACKAGE = '@vernal/tools'

/** What an expression or a name stands for, through imports and re-exports. */
export function targetSymbol(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Whether a symbol is declared under this name by `@vernal/tools`, wherever it was imported from. */
export function isOfTools(symbol: ts.Symbol | undefined, name: string): boolean {
  if (symbol?.name !== name) return false
  return (symbol.declarations ?? []).some((node) => packageOf(node.getSourceFile().fileName) === TOOLS_PACKAGE)
}

/** The decorators of a node that are `name` of `@vernal/tools`. */
export function decoratorsOf(node: ts.Node, name: string, checker: ts.TypeChecker): readonly ts.Decorator[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return decorators.filter(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression
    return isOfTools(targetSymbol(ts.isPropertyAccessExpression(callee) ? callee.name : callee, checker), name)
  })
}

/** Whether a type is `ToolContext` or a class derived from it, also when it may be undefined. */
export function isToolContext(type: ts.Type, checker: ts.TypeChecker): boolean {
  const present = checker.getNonNullableType(type)
  if (isOfTools(present.symbol, 'ToolContext')) return true
  return present.isClass() && checker.getBaseTypes(present).some((base) => isToolContext(base, checker))
}

/** The name of the package a file belongs to: of the nearest package.json that has one. */
function packageOf(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const name = packageNameIn(folder)
    if (name !== undefined || dirname(folder) === folder) return name
  }
}

function packageNameIn(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name : undefined
}
