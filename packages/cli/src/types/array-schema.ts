import ts from 'typescript'
import { noJsonForm, type Reading, type Schema } from './reading'

/** Arrays, read-only arrays and tuples; undefined for anything else. */
export function arraySchema(reading: Reading, type: ts.Type, place: string): Schema | undefined {
  const { checker } = reading
  if (checker.isTupleType(type)) return tupleSchema(reading, type as ts.TupleTypeReference, place)
  if (!checker.isArrayType(type)) return undefined
  const [item] = checker.getTypeArguments(type as ts.TypeReference)
  return { type: 'array', items: item === undefined ? {} : reading.schemaOf(item, `${place}[]`) }
}

function tupleSchema(reading: Reading, type: ts.TupleTypeReference, place: string): Schema {
  const { elementFlags, minLength } = type.target
  const types = reading.checker.getTypeArguments(type)
  const fixed = elementFlags.filter((flag) => flag & (ts.ElementFlags.Required | ts.ElementFlags.Optional)).length
  const rest = elementFlags.findIndex((flag) => flag & ts.ElementFlags.Variable)
  if (rest !== -1 && rest < elementFlags.length - 1) {
    return noJsonForm(reading, place, 'is a tuple with elements after its rest, which has no JSON Schema')
  }
  const items = types.map((item, at) => reading.schemaOf(item, `${place}[${at}]`))
  return {
    type: 'array',
    ...(fixed > 0 ? { prefixItems: items.slice(0, fixed) } : {}),
    items: rest === -1 ? false : items[rest],
    ...(minLength > 0 ? { minItems: minLength } : {}),
  }
}
