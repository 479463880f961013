type Fields = Readonly<Record<string, unknown>>

const REFUSED = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'default',
] as const
const MOST_PROPERTIES = 5000
const DEEPEST = 10

/** What is wrong with a schema by the rules of strict mode; empty when nothing is. */
export function strictViolations(schema: unknown, where: string): readonly string[] {
  if (fields(schema).type !== 'object') return [`${where} must be of type "object" in strict mode`]
  const count = { properties: 0 }
  const violations = nodeViolations(fields(schema), { where, depth: 1, count })
  const tooMany = count.properties > MOST_PROPERTIES ? [`${where} has more than ${MOST_PROPERTIES} properties`] : []
  return [...violations, ...tooMany]
}

/** The format an answer must have: named, with a schema of an object, and strict only where the schema is. */
export function formatViolations(format: Fields, where: string): readonly string[] {
  const { name, schema, strict } = format
  return [
    ...(typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`${where}.name is not a name`]),
    ...(fields(schema).type === 'object' ? [] : [`${where}.schema must be of type "object"`]),
    ...(strict === true ? strictViolations(schema, `${where}.schema`) : []),
  ]
}

interface Place {
  readonly where: string
  readonly depth: number
  readonly count: { properties: number }
}

function nodeViolations(schema: Fields, place: Place): readonly string[] {
  const { where, depth } = place
  if (depth > DEEPEST) return [`${where} is nested more than ${DEEPEST} levels deep`]
  const refused = REFUSED.filter((keyword) => keyword in schema)
  return [
    ...refused.map((keyword) => `${where} has "${keyword}", which strict mode does not permit`),
    ...objectViolations(schema, place),
    ...partsOf(schema).flatMap(([name, part]) =>
      nodeViolations(part, {
        ...place,
        where: `${where}.${name}`,
        depth: name.startsWith('properties') ? depth + 1 : depth,
      }),
    ),
  ]
}

function objectViolations(
  { type, properties, required, additionalProperties }: Fields,
  place: Place,
): readonly string[] {
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'))
  if (!isObject) return []
  const names = Object.keys(fields(properties))
  place.count.properties += names.length
  const listed = new Set(Array.isArray(required) ? (required as readonly unknown[]) : [])
  return [
    ...(additionalProperties === false ? [] : [`${place.where}.additionalProperties must be false in strict mode`]),
    ...names
      .filter((name) => !listed.has(name))
      .map((name) => `${place.where}.required must include "${name}" in strict mode`),
  ]
}

function partsOf({ properties, items, anyOf, $defs }: Fields): readonly (readonly [string, Fields])[] {
  return [
    ...Object.entries(fields(properties)).map(([name, part]) => [`properties.${name}`, fields(part)] as const),
    ...Object.entries(fields($defs)).map(([name, part]) => [`$defs.${name}`, fields(part)] as const),
    ...(items === undefined ? [] : [['items', fields(items)] as const]),
    ...(Array.isArray(anyOf) ? anyOf.map((part, index) => [`anyOf[${index}]`, fields(part)] as const) : []),
  ]
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
