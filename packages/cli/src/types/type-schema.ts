import ts from 'typescript'
import { arraySchema } from './array-schema'
import { builtinSchema } from './builtin-schema'
import { Definitions } from './definitions'
import { objectSchema } from './object-schema'
import { marked, noJsonForm, type Reading, type Schema } from './reading'
import { templateSchema } from './template-schema'
import { typeName } from './type-name'
import { unionSchema } from './union-schema'

/** Deeper types only come from generics that grow without end. */
const MAX_DEPTH = 60

/** Starts reading the types of one tool. */
export function startReading(program: ts.Program, direction: Reading['direction']): Reading {
  let depth = 0
  const reading: Reading = {
    program,
    checker: program.getTypeChecker(),
    direction,
    definitions: new Definitions(),
    classes: new Map(),
    files: new Set(),
    problems: [],
    tagFaults: new Set(),
    schemaOf(type, place) {
      if (depth >= MAX_DEPTH) return noJsonForm(reading, place.slice(0, 200), 'has a type that grows without end')
      noteFiles(reading, type)
      depth++
      const schema = schemaOf(reading, type, place)
      depth--
      return schema
    },
  }
  return reading
}

function noteFiles({ files }: Reading, { symbol, aliasSymbol }: ts.Type): void {
  const declarations = [symbol as ts.Symbol | undefined, aliasSymbol].flatMap((each) => each?.declarations ?? [])
  for (const node of declarations) files.add(node.getSourceFile())
}

function schemaOf(reading: Reading, type: ts.Type, place: string): Schema {
  const simple = simpleSchema(reading, type)
  if (simple !== undefined) return simple
  if (type.flags & ts.TypeFlags.TemplateLiteral) return templateSchema(type as ts.TemplateLiteralType)
  if (type.isUnion()) return unionOrDefinition(reading, type, place)
  if (type.isIntersection()) return intersectionSchema(reading, type, place)
  if (type.flags & ts.TypeFlags.Object) return structureSchema(reading, type, place)
  return noJsonForm(reading, place, problemOf(reading, type))
}

function simpleSchema(reading: Reading, type: ts.Type): Schema | undefined {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
  if (type.isStringLiteral()) return { type: 'string', const: type.value }
  if (type.isNumberLiteral()) return { type: Number.isInteger(type.value) ? 'integer' : 'number', const: type.value }
  if (flags & ts.TypeFlags.BooleanLiteral)
    return { type: 'boolean', const: reading.checker.typeToString(type) === 'true' }
  if (flags & ts.TypeFlags.String) return { type: 'string' }
  if (flags & (ts.TypeFlags.Number | ts.TypeFlags.Enum)) return { type: 'number' }
  if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
  if (flags & ts.TypeFlags.BigInt) return marked(reading, { type: 'string', pattern: '^-?\\d+$' }, 'bigint')
  if (flags & ts.TypeFlags.BigIntLiteral)
    return marked(reading, { type: 'string', const: reading.checker.typeToString(type).replace('n', '') }, 'bigint')
  if (flags & ts.TypeFlags.Null) return { type: 'null' }
  if (flags & ts.TypeFlags.NonPrimitive) return { type: 'object' }
  return flags & ts.TypeFlags.Never ? { not: {} } : undefined
}

/** A union with a name may contain itself; one of plain values cannot. */
function unionOrDefinition(reading: Reading, type: ts.UnionType, place: string): Schema {
  const isNamed = type.aliasSymbol !== undefined && type.types.some(({ flags }) => flags & ts.TypeFlags.Object)
  if (!isNamed) return unionSchema(reading, type, place)
  return reading.definitions.refTo(type, typeName(type, place), () => unionSchema(reading, type, place))
}

/** A branded type (`string & { __brand: … }`) is what it is made of. */
function intersectionSchema(reading: Reading, type: ts.IntersectionType, place: string): Schema {
  const plain = type.types.find(({ flags }) => !(flags & (ts.TypeFlags.Object | ts.TypeFlags.TypeParameter)))
  if (plain !== undefined) return reading.schemaOf(plain, place)
  return structureSchema(reading, type, place)
}

function structureSchema(reading: Reading, type: ts.Type, place: string): Schema {
  const direct = arraySchema(reading, type, place) ?? builtinSchema(reading, type, place)
  if (direct !== undefined) return direct
  return reading.definitions.refTo(type, typeName(type, place), () => objectSchema(reading, type, place))
}

function problemOf({ checker }: Reading, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.ESSymbolLike) return 'is a symbol, which has no JSON form'
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'can only be undefined: leave it out'
  const name = checker.typeToString(type)
  return type.flags & ts.TypeFlags.TypeParameter
    ? `has the type parameter ${name} as its type, which nothing settles`
    : `has the type ${name}, which depends on a type parameter that nothing settles`
}
