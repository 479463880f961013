import ts from 'typescript'
import type { Reading, Schema } from './reading'

type Scalar = string | number | boolean

/** The members of a union, sorted by how they are written. */
interface Members {
  readonly constants: readonly Scalar[]
  /** `string`, `number`, `boolean` */
  readonly scalars: readonly string[]
  readonly others: readonly Schema[]
  readonly hasNull: boolean
}

/** Constants become an `enum`, plain types one `type`, the rest `anyOf`. What may be undefined is not said here. */
export function unionSchema(reading: Reading, type: ts.UnionType, place: string): Schema {
  const members = sorted(
    type.types
      .filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)))
      .map((member) => reading.schemaOf(member, place)),
  )
  const { constants, scalars, others, hasNull } = members
  if (others.length === 0 && constants.length === 0) return typeOf([...scalars, ...(hasNull ? ['null'] : [])])
  if (others.length === 0 && scalars.length === 0) return enumSchema(constants, hasNull)
  const parts = [
    ...(constants.length > 0 ? [enumSchema(constants, false)] : []),
    ...(scalars.length > 0 ? [typeOf(scalars)] : []),
    ...others,
    ...(hasNull ? [{ type: 'null' }] : []),
  ]
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { anyOf: parts }
}

function sorted(schemas: readonly Schema[]): Members {
  const constants = schemas.filter(isConstant).map((schema) => schema.const as Scalar)
  const hasBoth = constants.includes(true) && constants.includes(false)
  const scalars = schemas.filter(isScalar).map((schema) => schema.type as string)
  const others = schemas.filter((schema) => !isConstant(schema) && !isScalar(schema) && !isNull(schema))
  return {
    constants: hasBoth ? constants.filter((value) => typeof value !== 'boolean') : constants,
    scalars: [...new Set([...scalars, ...(hasBoth ? ['boolean'] : [])])],
    others: [...new Map(others.map((schema) => [JSON.stringify(schema), schema])).values()],
    hasNull: schemas.some(isNull),
  }
}

const hasOnly = (schema: Schema, ...keywords: readonly string[]): boolean =>
  Object.keys(schema).length === keywords.length && keywords.every((keyword) => keyword in schema)

const isConstant = (schema: Schema): boolean => hasOnly(schema, 'type', 'const')
const isNull = (schema: Schema): boolean => hasOnly(schema, 'type') && schema.type === 'null'
const isScalar = (schema: Schema): boolean =>
  hasOnly(schema, 'type') && ['string', 'number', 'boolean'].includes(schema.type as string)

const typeOf = (types: readonly string[]): Schema => ({ type: types.length === 1 ? types[0] : types })

function enumSchema(values: readonly Scalar[], hasNull: boolean): Schema {
  const types = [...new Set([...values.map(typeOfConstant), ...(hasNull ? ['null'] : [])])]
  const [only] = values
  if (values.length === 1 && !hasNull) return { ...typeOf(types), const: only }
  return { ...typeOf(types), enum: hasNull ? [...values, null] : values }
}

const typeOfConstant = (value: Scalar): string =>
  typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
