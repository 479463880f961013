import ts from 'typescript'

/** The value of an expression that is a plain literal, a member of an enum, or a list or object of such; else undefined. */
export function constantValue(node: ts.Expression, checker: ts.TypeChecker): unknown {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return constantValue(node.expression, checker)
  if (ts.isPrefixUnaryExpression(node)) return negative(node, checker)
  if (ts.isArrayLiteralExpression(node)) return constantList(node.elements, checker)
  if (ts.isObjectLiteralExpression(node)) return constantObject(node, checker)
  return ts.isPropertyAccessExpression(node) ? enumMember(node, checker) : undefined
}

function enumMember({ name }: ts.PropertyAccessExpression, checker: ts.TypeChecker): string | number | undefined {
  const member = checker.getSymbolAtLocation(name)?.valueDeclaration
  return member !== undefined && ts.isEnumMember(member) ? checker.getConstantValue(member) : undefined
}

function negative({ operator, operand }: ts.PrefixUnaryExpression, checker: ts.TypeChecker): number | undefined {
  const value = operator === ts.SyntaxKind.MinusToken ? constantValue(operand, checker) : undefined
  return typeof value === 'number' ? -value : undefined
}

function constantList(elements: readonly ts.Expression[], checker: ts.TypeChecker): unknown[] | undefined {
  const values = elements.map((element) => constantValue(element, checker))
  return values.includes(undefined) ? undefined : values
}

function constantObject(
  { properties }: ts.ObjectLiteralExpression,
  checker: ts.TypeChecker,
): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {}
  for (const property of properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined
    const value = constantValue(property.initializer, checker)
    if (value === undefined) return undefined
    result[property.name.text] = value
  }
  return result
}
