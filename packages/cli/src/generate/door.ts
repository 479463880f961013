import ts from 'typescript'
import type { ToolClass } from '../project/tool-methods'
import { isOfTools } from '../project/vernal-symbols'

/** The package the project imports `Tool` from, when it also has `describeTool`: the starter, or `@vernal/tools` itself. */
export function doorOf(classes: readonly ToolClass[], checker: ts.TypeChecker): string {
  for (const { file } of classes) {
    const door = file.statements.filter(ts.isImportDeclaration).find((node) => hasBoth(node.moduleSpecifier, checker))
    if (door !== undefined) return (door.moduleSpecifier as ts.StringLiteral).text
  }
  return '@vernal/tools'
}

function hasBoth(specifier: ts.Expression, checker: ts.TypeChecker): boolean {
  const module = checker.getSymbolAtLocation(specifier)
  if (module === undefined || (specifier as ts.StringLiteral).text.startsWith('.')) return false
  const exports = checker.getExportsOfModule(module)
  return ['Tool', 'describeTool'].every((name) => exports.some((each) => isOfTools(resolved(each, checker), name)))
}

const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
