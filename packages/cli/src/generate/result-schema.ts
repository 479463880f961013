import ts from 'typescript'
import type { Schema } from '../types/reading'
import { startReading } from '../types/type-schema'

const STREAMS = new Set([
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncGenerator',
  'AsyncIteratorObject',
  'Generator',
])
/** The result text has its own way to write these. */
const WITH_OWN_TEXT = ['Uint8Array', 'Buffer', 'Map', 'Set', 'Error']

/** The schema of what a tool returns, without its promise; undefined when there is nothing to say, or JSON does not carry it. */
export function resultSchema(program: ts.Program, signature: ts.Signature, place: string): Schema | undefined {
  const reading = startReading(program, 'output')
  const { checker } = reading
  const type = collectedType(checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType(), checker)
  if (type === undefined || isNothing(type) || hasOwnText(type)) return undefined
  const schema = reading.definitions.complete(reading.schemaOf(type, `the result of ${place}`))
  return reading.problems.length > 0 || Object.keys(schema).length === 0 ? undefined : schema
}

/** Streams of text are joined, other streams become a list. */
function collectedType(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!STREAMS.has(type.symbol?.name)) return type
  const [item, returned] = checker.getTypeArguments(type as ts.TypeReference)
  if (returned !== undefined && !isNothing(returned)) return returned
  return item !== undefined && item.flags & ts.TypeFlags.String ? item : undefined
}

const isNothing = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(
    ({ flags }) =>
      flags &
      (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never),
  )

const hasOwnText = (type: ts.Type): boolean => WITH_OWN_TEXT.includes(type.symbol?.name)
