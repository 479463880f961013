import ts from 'typescript'
import { marked, noJsonForm, type Reading, type Schema } from './reading'

const BYTES = new Set(['Uint8Array', 'Buffer'])
const INSTEAD: Readonly<Record<string, string>> = {
  Promise: 'its value',
  RegExp: 'string',
  WeakMap: 'Map',
  WeakSet: 'Set',
  Error: 'string',
  ArrayBuffer: 'Uint8Array',
}

/** The types that come with the language and with Node and have a JSON form; undefined for types of the project. */
export function builtinSchema(reading: Reading, type: ts.Type, place: string): Schema | undefined {
  const symbol = type.symbol as ts.Symbol | undefined
  if (symbol === undefined || !isBuiltin(reading.program, symbol)) return undefined
  const { name } = symbol
  if (name === 'Date') return marked(reading, { type: 'string', format: 'date-time' }, 'date')
  if (name === 'URL') return marked(reading, { type: 'string', format: 'uri' }, 'url')
  if (BYTES.has(name)) return marked(reading, { type: 'string', contentEncoding: 'base64' }, 'bytes')
  if (name === 'Map' || name === 'ReadonlyMap') return mapSchema(reading, type, place)
  if (name === 'Set' || name === 'ReadonlySet') return setSchema(reading, type, place)
  // What the standard library writes with a name of its own may still be a plain object.
  if (!isNewable(reading, symbol)) return undefined
  const instead = INSTEAD[name] === undefined ? '' : `; use ${INSTEAD[name]}`
  return noJsonForm(reading, place, `has the type ${name}, which has no JSON form${instead}`)
}

const isBuiltin = (program: ts.Program, symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((node) => {
    const file = node.getSourceFile()
    return program.isSourceFileDefaultLibrary(file) || /\/@types\/node\/|\/undici-types\//.test(file.fileName)
  })

const isNewable = ({ checker }: Reading, symbol: ts.Symbol): boolean => {
  if (symbol.flags & ts.SymbolFlags.Class) return true
  if (!(symbol.flags & ts.SymbolFlags.Variable)) return false
  const value = checker.getTypeOfSymbol(symbol)
  return checker.getPropertyOfType(value, 'prototype') !== undefined
}

function mapSchema(reading: Reading, type: ts.Type, place: string): Schema {
  const [key, value] = reading.checker.getTypeArguments(type as ts.TypeReference) as [ts.Type, ts.Type]
  if (!(key.flags & ts.TypeFlags.StringLike) && !isTextUnion(key)) {
    return noJsonForm(reading, place, 'is a Map whose keys are not text, which has no JSON form')
  }
  const names = key.flags & ts.TypeFlags.String ? {} : { propertyNames: reading.schemaOf(key, `the keys of ${place}`) }
  const values = reading.schemaOf(value, `the values of ${place}`)
  return marked(reading, { type: 'object', ...names, additionalProperties: values }, 'map')
}

const isTextUnion = (type: ts.Type): boolean =>
  type.isUnion() && type.types.every(({ flags }) => flags & ts.TypeFlags.StringLike)

function setSchema(reading: Reading, type: ts.Type, place: string): Schema {
  const [item] = reading.checker.getTypeArguments(type as ts.TypeReference) as [ts.Type]
  return marked(reading, { type: 'array', items: reading.schemaOf(item, `${place}[]`), uniqueItems: true }, 'set')
}
