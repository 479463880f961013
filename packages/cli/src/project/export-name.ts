import ts from 'typescript'

/** Under which name the file of a class exports it: `default` for the default export, undefined when it does not. */
export function exportNameOf(node: ts.ClassDeclaration, checker: ts.TypeChecker): string | undefined {
  const module = checker.getSymbolAtLocation(node.getSourceFile())
  const own = checker.getTypeAtLocation(node).symbol as ts.Symbol | undefined
  const exports = module === undefined ? [] : checker.getExportsOfModule(module)
  return exports.find((each) => resolved(each, checker) === own)?.name
}

const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
