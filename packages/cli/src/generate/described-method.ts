import { createHash } from 'node:crypto'
import ts from 'typescript'
import { isToolContext } from '../project/vernal-symbols'
import type { ToolMethod } from '../project/tool-methods'
import { constantValue } from '../types/constant-value'
import { docText, paramKeywords } from '../types/doc-comment'
import { misplacedKeywords, placeOf } from '../types/keyword-tag'
import { mayBeAbsent, propertySchema } from '../types/object-schema'
import { MARK, type Reading, type Schema } from '../types/reading'
import { startReading } from '../types/type-schema'
import { isLeftToDecorators, saysParameters } from './decorator-options'
import { resultSchema } from './result-schema'

/** What the generated file says about one method. Plain data. */
export interface DescribedMethod {
  readonly method: ToolMethod
  readonly description: Schema
  /** The classes whose instances the method receives. */
  readonly classes: ReadonlyMap<string, ts.ClassDeclaration>
  /** Where the types of the parameters are declared. */
  readonly files: ReadonlySet<ts.SourceFile>
  /** Changes with the signature, with every type it mentions and with the doc comments. */
  readonly hash: string
  readonly problems: readonly string[]
  /** What is wrong with tags of doc comments. */
  readonly tagFaults: ReadonlySet<string>
}

/** Reads the signature and the doc comments of a `@Tool` method. */
export function describeMethod(program: ts.Program, method: ToolMethod): DescribedMethod {
  const reading = startReading(program, 'input')
  const signature = signatureOf(method, reading.checker)
  const parameters = signature?.getParameters() ?? []
  const arguments_ = argumentsSchema(reading, method, parameters)
  const text = docTextOf(method, reading.checker)
  const output = signature && resultSchema(program, signature, method.place)
  const description = {
    ...(method.isStatic ? { isStatic: true } : {}),
    ...(text === '' ? {} : { description: text }),
    signature: parameters.map((parameter) => (isContext(reading, parameter) ? null : parameter.name)),
    parameters: arguments_,
    ...(output === undefined ? {} : { output }),
  }
  const hash = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 16)
  const { classes, files, problems, tagFaults } = reading
  return { method, description, classes, files, hash, problems, tagFaults }
}

function signatureOf({ type, declaration }: ToolMethod, checker: ts.TypeChecker): ts.Signature | undefined {
  const signatures = type.getCallSignatures()
  return (
    signatures.find((each) => each.declaration === declaration) ??
    // Of overloads the implementation counts: it takes what any of them takes.
    (signatures.length > 1 ? checker.getSignatureFromDeclaration(declaration) : signatures[0]) ??
    checker.getSignatureFromDeclaration(declaration)
  )
}

const isContext = ({ checker }: Reading, parameter: ts.Symbol): boolean =>
  isToolContext(checker.getTypeOfSymbol(parameter), checker)

function argumentsSchema(reading: Reading, method: ToolMethod, parameters: readonly ts.Symbol[]): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [at, parameter] of parameters.entries()) {
    if (isContext(reading, parameter)) continue
    const written = writtenParameters(method)[at]
    const type = reading.checker.getTypeOfSymbol(parameter)
    const schema = parameterSchema(reading, method, parameter, at)
    if (schema !== undefined) properties[parameter.name] = schema
    const isOptional = written !== undefined && (written.initializer ?? written.questionToken) !== undefined
    if (!isOptional && !mayBeAbsent(parameter, type)) required.push(parameter.name)
  }
  return reading.definitions.complete({
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  })
}

/** Without `this`, which is no parameter to those who call. */
const writtenParameters = ({ declaration }: ToolMethod): readonly ts.ParameterDeclaration[] =>
  declaration.parameters.filter(({ name }) => name.getText() !== 'this')

/** Undefined when the decorators say what the parameter is. */
function parameterSchema(reading: Reading, method: ToolMethod, symbol: ts.Symbol, at: number): Schema | undefined {
  const { checker, problems } = reading
  const written = writtenParameters(method)[at]
  const type = checker.getTypeOfSymbol(symbol)
  if (written === undefined || saysParameters(method.decorator) || isLeftToDecorators(written, type, checker))
    return undefined
  if (!ts.isIdentifier(written.name)) {
    problems.push(`${method.place}: parameter ${at + 1} is a pattern, so it has no name: make it a plain parameter`)
    return undefined
  }
  const place = `${method.place}: parameter "${symbol.name}"`
  if (written.dotDotDotToken !== undefined) {
    problems.push(`${place} is a rest parameter: make it an array`)
    return undefined
  }
  const before = problems.length
  const read = propertySchema(reading, symbol, type, symbol.name)
  const said = paramKeywords(reading, method.declaration, symbol.name)
  for (const fault of misplacedKeywords(said, read.type))
    reading.tagFaults.add(`${placeOf(written)}: ${symbol.name}: ${fault}`)
  const schema = { ...read, ...said }
  for (let index = before; index < problems.length; index++)
    problems[index] = placed(place, symbol.name, problems[index])
  return withDefault(schema, written, checker)
}

/** `filter.callback is a function` → `OrderService.find: parameter "filter": filter.callback is a function`. */
const placed = (place: string, name: string, problem = ''): string =>
  problem.startsWith(`${name} `) ? `${place}${problem.slice(name.length)}` : `${place}: ${problem}`

/** A default that JSON can say is told to the model; any other is left to the method. */
function withDefault(schema: Schema, { initializer }: ts.ParameterDeclaration, checker: ts.TypeChecker): Schema {
  if (initializer === undefined || 'default' in schema || JSON.stringify(schema).includes(`"${MARK}"`)) return schema
  const value = constantValue(initializer, checker)
  return value === undefined ? schema : { ...schema, default: value }
}

function docTextOf({ declaration }: ToolMethod, checker: ts.TypeChecker): string {
  const symbol = checker.getSymbolAtLocation(declaration.name)
  return symbol === undefined ? '' : docText(symbol, checker)
}
