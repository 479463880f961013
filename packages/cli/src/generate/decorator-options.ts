import ts from 'typescript'
import { decoratorsOf } from '../project/vernal-symbols'

const SAYS_TYPE = ['schema', 'type', 'items', 'enum']

/** Whether `@Tool` gives one schema for all parameters. */
export const saysParameters = (decorator: ts.Decorator): boolean => hasOption(decorator, ['parameters'])

/**
 * Whether decorators say what a parameter is: its own, or those on the fields of the class that is its type. Then they count,
 * and what the signature says is not needed.
 */
export function isLeftToDecorators(node: ts.ParameterDeclaration, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (decoratorsOf(node, 'ToolParam', checker).some(saysType)) return true
  const fields = checker.getNonNullableType(type).symbol?.declarations?.filter(ts.isClassDeclaration) ?? []
  return fields.some(({ members }) => members.some((field) => decoratorsOf(field, 'ToolParam', checker).some(saysType)))
}

const saysType = (decorator: ts.Decorator): boolean => hasOption(decorator, SAYS_TYPE)

/** What cannot be read here may say anything. */
function hasOption({ expression }: ts.Decorator, names: readonly string[]): boolean {
  const [options] = ts.isCallExpression(expression) ? expression.arguments : []
  if (options === undefined || ts.isStringLiteralLike(options)) return false
  if (!ts.isObjectLiteralExpression(options)) return true
  return options.properties.some(({ name }) => name === undefined || names.includes(name.getText()))
}
