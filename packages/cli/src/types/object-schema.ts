import ts from 'typescript'
import { decoratorsOf } from '../project/vernal-symbols'
import { classMark } from './class-mark'
import { constantValue } from './constant-value'
import { docKeywords } from './doc-comment'
import { misplacedKeywords, placeOf } from './keyword-tag'
import { MARK, noJsonForm, type Reading, type Schema } from './reading'

/** Interfaces, object types, mapped types, intersections of them, and classes. */
export function objectSchema(reading: Reading, type: ts.Type, place: string): Schema {
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) {
    return noJsonForm(reading, place, 'is a function, which has no JSON form')
  }
  const mark = reading.direction === 'input' && type.isClass() ? classMark(reading, type, place) : undefined
  return {
    ...ownKeywords(reading, type),
    type: 'object',
    ...propertiesSchema(reading, type, place),
    ...(mark === undefined ? {} : { [MARK]: mark }),
  }
}

/** What the doc comment of the type says, when it is the project's and not that of `Record` or `Partial`. */
function ownKeywords(reading: Reading, type: ts.Type): Schema {
  const symbol = type.aliasSymbol ?? type.symbol
  const isOwn = symbol !== undefined && isOfProject(reading.program, symbol) && !symbol.name.startsWith('__')
  return isOwn ? docKeywords(reading, symbol) : {}
}

const isOfProject = (program: ts.Program, { declarations }: ts.Symbol): boolean =>
  declarations?.every((node) => !program.isSourceFileDefaultLibrary(node.getSourceFile())) ?? false

function propertiesSchema(reading: Reading, type: ts.Type, place: string): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const symbol of dataProperties(reading, type)) {
    const value = reading.checker.getTypeOfSymbol(symbol)
    if (isOnlyUndefined(value)) continue
    setOwn(properties, symbol.name, propertySchema(reading, symbol, value, `${place}.${symbol.name}`))
    if (!mayBeAbsent(symbol, value)) required.push(symbol.name)
  }
  return {
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...otherProperties(reading, type, place, Object.keys(properties).length > 0),
  }
}

/** Of a class only what is public and can be set counts; the methods of results do not. */
function dataProperties({ checker, direction }: Reading, type: ts.Type): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith('__@'))
  const all = properties.map((symbol) => ({ symbol, node: symbol.valueDeclaration }))
  return all
    .filter(({ node }) => node === undefined || !isHidden(node))
    .filter(({ symbol }) => direction === 'input' || !(symbol.flags & ts.SymbolFlags.Method))
    .filter(({ symbol, node }) => !(type.isClass() && node !== undefined && isFixed(symbol)))
    .map(({ symbol }) => symbol)
}

const isHidden = (node: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
  (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name))

/** A method, or a getter without a setter. */
const isFixed = ({ flags }: ts.Symbol): boolean =>
  (flags & ts.SymbolFlags.Method) !== 0 ||
  ((flags & ts.SymbolFlags.GetAccessor) !== 0 && !(flags & ts.SymbolFlags.SetAccessor))

/** The schema of a property or a parameter: its type, and what doc comments say about it and about the name of its type. */
export function propertySchema(reading: Reading, symbol: ts.Symbol, type: ts.Type, place: string): Schema {
  const schema = reading.schemaOf(type, place)
  const { checker } = reading
  const keywords = {
    ...namedTypeKeywords(symbol, reading),
    ...docKeywords(reading, symbol),
    ...decoratedKeywords(symbol, checker),
  }
  noteMisplaced(reading, symbol, keywords, schema)
  const { type: asType, ...others } = keywords as Schema & { readonly type?: unknown }
  return { ...schema, ...(asType === undefined ? {} : { type: integerOf(schema.type) }), ...others }
}

function noteMisplaced({ tagFaults }: Reading, symbol: ts.Symbol, keywords: Schema, schema: Schema): void {
  const node = symbol.valueDeclaration ?? symbol.declarations?.[0]
  for (const fault of node === undefined ? [] : misplacedKeywords(keywords, schema.type))
    tagFaults.add(`${placeOf(node!)}: ${symbol.name}: ${fault}`)
}

/** What `@ToolParam` says in words counts more than the doc comment. */
function decoratedKeywords({ valueDeclaration }: ts.Symbol, checker: ts.TypeChecker): Schema {
  const [decorator] = valueDeclaration === undefined ? [] : decoratorsOf(valueDeclaration, 'ToolParam', checker)
  if (decorator === undefined || !ts.isCallExpression(decorator.expression)) return {}
  const [options] = decorator.expression.arguments
  const said = options === undefined ? undefined : constantValue(options, checker)
  if (typeof said === 'string') return { description: said }
  const { description } = (said ?? {}) as { readonly description?: unknown }
  return typeof description === 'string' ? { description } : {}
}

const integerOf = (type: unknown): unknown =>
  Array.isArray(type) ? type.map(integerOf) : type === 'number' ? 'integer' : type

/** The compiler forgets the names of plain types: `type Sku = string` with a `@pattern` is found through the annotation. */
function namedTypeKeywords(symbol: ts.Symbol, reading: Reading): Schema {
  const { program, checker } = reading
  const node = symbol.valueDeclaration ?? symbol.declarations?.[0]
  const isTyped =
    node !== undefined && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node))
  if (!isTyped || node.type === undefined || !ts.isTypeReferenceNode(node.type)) return {}
  const named = checker.getSymbolAtLocation(node.type.typeName)
  const alias = named !== undefined && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  if (alias === undefined || !(alias.flags & ts.SymbolFlags.TypeAlias) || !isOfProject(program, alias)) return {}
  const isPlain = !(checker.getDeclaredTypeOfSymbol(alias).flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
  return isPlain ? docKeywords(reading, alias) : {}
}

function otherProperties(reading: Reading, type: ts.Type, place: string, hasProperties: boolean): Schema {
  const infos = reading.checker.getIndexInfosOfType(type)
  const byText = infos.find(({ keyType }) => keyType.flags & ts.TypeFlags.String)
  if (byText !== undefined) return { additionalProperties: reading.schemaOf(byText.type, `the values of ${place}`) }
  const byPattern = infos.filter(({ keyType }) => keyType.flags & (ts.TypeFlags.Number | ts.TypeFlags.TemplateLiteral))
  if (byPattern.length > 0) {
    const patterns = byPattern.map(({ keyType, type: value }) => [
      keyPattern(reading, keyType, place),
      reading.schemaOf(value, `the values of ${place}`),
    ])
    return { patternProperties: Object.fromEntries(patterns) as Schema, additionalProperties: false }
  }
  return hasProperties && reading.direction === 'input' ? { additionalProperties: false } : {}
}

const keyPattern = (reading: Reading, key: ts.Type, place: string): string =>
  key.flags & ts.TypeFlags.Number ? '^-?\\d+(?:\\.\\d+)?$' : (reading.schemaOf(key, place).pattern as string)

const isOnlyUndefined = ({ flags }: ts.Type): boolean =>
  (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0

/** Whether a property or parameter may be left out. */
export const mayBeAbsent = (symbol: ts.Symbol, type: ts.Type): boolean =>
  (symbol.flags & ts.SymbolFlags.Optional) !== 0 || acceptsUndefined(type)

/** Whether undefined is a value of the type. */
export const acceptsUndefined = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.some(acceptsUndefined)
    : (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0

/** Sets an own property, also one named `__proto__`. */
function setOwn(target: Record<string, Schema>, key: string, value: Schema): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
