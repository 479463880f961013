import fc from 'fast-check'
import { z } from 'zod'

/** A type of TypeScript, with what else is known of it. */
export interface RandomType {
  /** As a parameter has it; § stands for a number of its own. */
  readonly text: string
  /** What stands beside the class. */
  readonly declarations: readonly string[]
  /** What it accepts, by another route. */
  readonly zod: z.ZodType
  /** Values it accepts. */
  readonly value: fc.Arbitrary<unknown>
}

interface RandomField {
  readonly name: string
  readonly isOptional: boolean
  readonly type: RandomType
}

interface RandomObject extends RandomType {
  readonly fields: readonly RandomField[]
}

const plain = (text: string, zod: z.ZodType, value: fc.Arbitrary<unknown>): RandomType => ({
  text,
  declarations: [],
  zod,
  value,
})

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))

const SCALARS = fc.constantFrom(
  plain('string', z.string(), fc.string()),
  plain('number', z.number(), fc.oneof(fc.integer(), finite)),
  plain('boolean', z.boolean(), fc.boolean()),
  plain('null', z.null(), fc.constant(null)),
  plain('unknown[]', z.array(z.unknown()), fc.array(fc.jsonValue())),
  plain(
    '`id-${number}`',
    z.string().regex(/^id-(?:-?\d+(?:\.\d+)?)$/),
    fc.integer().map((value) => `id-${value}`),
  ),
  plain(
    "`${'a' | 'b'}:${string}`",
    z.string().regex(/^[ab]:[^]*$/),
    fc.string().map((value) => `a:${value}`),
  ),
)

const LITERALS = fc
  .uniqueArray(fc.oneof(fc.constantFrom('red', 'green', "it's", 'ü', ''), fc.integer({ min: -9, max: 9 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((values) =>
    plain(
      values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value))).join(' | '),
      z.union(values.map((value) => z.literal(value))),
      fc.constantFrom(...values),
    ),
  )

const ENUMS = fc
  .constantFrom(
    plain('Colour', z.enum(['red', 'blue']), fc.constantFrom('red', 'blue')),
    plain('Level', z.union([z.literal(0), z.literal(5), z.literal(6)]), fc.constantFrom(0, 5, 6)),
  )
  .map((type): RandomType => ({
    ...type,
    text: `${type.text}§`,
    declarations: [
      type.text === 'Colour' ? "enum Colour§ { Red = 'red', Blue = 'blue' }" : 'enum Level§ { Low, Mid = 5, High }',
    ],
  }))

const NAMES = fc.constantFrom('id', 'name', 'kind', 'with-dash', 'ünder', '$ref', 'items', 'type')

const inBrackets = ({ text }: RandomType): string => `(${text})`

const merged = (types: readonly RandomType[]): readonly string[] => [
  ...new Set(types.flatMap(({ declarations }) => declarations)),
]

const fieldText = ({ name, isOptional, type }: RandomField): string =>
  `${JSON.stringify(name)}${isOptional ? '?' : ''}: ${type.text}`

function objectOf(fields: readonly RandomField[]): RandomObject {
  const shape = Object.fromEntries(
    fields.map(({ name, isOptional, type }) => [name, isOptional ? type.zod.optional() : type.zod]),
  )
  const requiredKeys = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  return {
    text: `{ ${fields.map(fieldText).join('; ')} }`,
    declarations: merged(fields.map(({ type }) => type)),
    zod: z.strictObject(shape),
    value: fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, type.value])), {
      requiredKeys,
      noNullPrototype: true,
    }),
    fields,
  }
}

const objects = (type: fc.Arbitrary<RandomType>): fc.Arbitrary<RandomObject> =>
  fc
    .uniqueArray(fc.record({ name: NAMES, isOptional: fc.boolean(), type }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ name }) => name,
    })
    .map(objectOf)

const under = (text: string, { declarations, zod, value }: RandomType): RandomType => ({
  text,
  declarations,
  zod,
  value,
})

/** `Partial`, `Required`, `Readonly`, `Pick`, `Omit`, and an intersection of two halves: each another object. */
function derived(type: RandomObject): readonly RandomType[] {
  const { fields, text } = type
  const [first] = fields as readonly [RandomField]
  const rest = fields.slice(1)
  const all = (isOptional: boolean): RandomObject => objectOf(fields.map((field) => ({ ...field, isOptional })))
  const key = JSON.stringify(first.name)
  return [
    type,
    under(`Partial<${text}>`, all(true)),
    under(`Required<${text}>`, all(false)),
    under(`Readonly<${text}>`, type),
    under(`Pick<${text}, ${key}>`, objectOf([first])),
    ...(rest.length > 0
      ? [
          under(`Omit<${text}, ${key}>`, objectOf(rest)),
          under(`${objectOf([first]).text} & ${objectOf(rest).text}`, type),
        ]
      : []),
    under('Named§', { ...type, declarations: [...type.declarations, `interface Named§ ${text}`] }),
  ]
}

/** `{ kind: 'a', … } | { kind: 'b', … }` */
const discriminated = ([one, other]: readonly [RandomObject, RandomObject]): RandomType => {
  const member = (kind: string, { fields }: RandomObject): RandomObject =>
    objectOf([
      { name: 'kind', isOptional: false, type: plain(JSON.stringify(kind), z.literal(kind), fc.constant(kind)) },
      ...fields.filter(({ name }) => name !== 'kind'),
    ])
  return unionOf([member('a', one), member('b', other)])
}

const unionOf = (members: readonly RandomType[]): RandomType => ({
  text: members.map(inBrackets).join(' | '),
  declarations: merged(members),
  zod: z.union(members.map(({ zod }) => zod)),
  value: fc.oneof(...members.map(({ value }) => value)),
})

const arrayOf = (item: RandomType): RandomType => ({
  ...item,
  text: `readonly ${inBrackets(item)}[]`,
  zod: z.array(item.zod),
  value: fc.array(item.value, { maxLength: 3 }),
})

const recordOf = (item: RandomType): RandomType => ({
  ...item,
  text: `Record<string, ${item.text}>`,
  zod: z.record(z.string(), item.zod),
  value: fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    item.value,
    { maxKeys: 3, noNullPrototype: true },
  ),
})

const tupleOf = ([first, second, rest]: readonly [RandomType, RandomType, RandomType]): RandomType => ({
  text: `[${first.text}, ${second.text}, ...${inBrackets(rest)}[]]`,
  declarations: merged([first, second, rest]),
  zod: z.tuple([first.zod, second.zod], rest.zod),
  value: fc
    .tuple(first.value, second.value, fc.array(rest.value, { maxLength: 2 }))
    .map(([one, two, more]) => [one, two, ...more]),
})

const genericOf = (item: RandomType): RandomType => ({
  ...objectOf([
    { name: 'items', isOptional: false, type: arrayOf(item) },
    { name: 'next', isOptional: true, type: item },
  ]),
  text: `Page§<${item.text}>`,
  declarations: [...item.declarations, 'interface Page§<T> { items: T[]; next?: T }'],
})

/** A tree whose leaves are of another type. */
function treeOf(leaf: RandomType): RandomType {
  const zod: z.ZodType = z.lazy(() => z.strictObject({ leaf: leaf.zod, children: z.array(zod).optional() }))
  const { node } = fc.letrec((tie) => ({
    node: fc.record(
      { leaf: leaf.value, children: fc.array(tie('node'), { maxLength: 2 }) },
      { requiredKeys: ['leaf'], noNullPrototype: true },
    ),
  }))
  return {
    text: 'Tree§',
    declarations: [...leaf.declarations, `interface Tree§ { leaf: ${leaf.text}; children?: Tree§[] }`],
    zod,
    value: node,
  }
}

const { type } = fc.letrec<{ type: RandomType; small: RandomType }>((tie) => ({
  small: fc.oneof(SCALARS, LITERALS, ENUMS),
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('small'),
    objects(tie('type')).chain((object) => fc.constantFrom(...derived(object))),
    fc.tuple(objects(tie('small')), objects(tie('small'))).map(discriminated),
    fc.array(tie('type'), { minLength: 2, maxLength: 3 }).map(unionOf),
    fc.tuple(tie('small'), tie('small'), tie('type')).map(tupleOf),
    tie('type').map(arrayOf),
    tie('type').map(recordOf),
    tie('small').map(genericOf),
    tie('small').map(treeOf),
  ),
}))

/** Types of a small grammar: what people write in signatures. Declared names are used once in a type. */
export const typeArbitrary: fc.Arbitrary<RandomType> = type.filter(({ declarations }) => {
  const names = declarations.map((text) => /^\w+ (\w+§)/.exec(text)?.[1])
  return new Set(names).size === names.length
})

const PER_TYPE = 12

/** Values a type accepts, the same with one thing changed, and values of other types. */
export function candidatesFor(
  wanted: RandomType,
  others: readonly RandomType[],
  seeds: fc.Stream<number>,
): readonly unknown[] {
  const seed = (): number => (seeds.next().value as number | undefined) ?? 0
  const own = fc.sample(wanted.value, { numRuns: PER_TYPE, seed: seed() })
  const changed = own.map((value) => changedValue(value, seed()))
  const foreign = Array.from({ length: PER_TYPE / 2 }, () => others[seed() % others.length] ?? wanted)
  return [...own, ...changed, ...foreign.flatMap(({ value }) => fc.sample(value, { numRuns: 1, seed: seed() }))].map(
    asJson,
  )
}

/** What arrives is JSON. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const OTHER_VALUES = [null, 'x', 7, 1.5, true, [], {}, 'id-1', 'red']

/** Another value somewhere, a property less or one more. */
function changedValue(value: unknown, seed: number): unknown {
  const other = OTHER_VALUES[seed % OTHER_VALUES.length]
  if (Array.isArray(value) && value.length > 0 && seed % 3 > 0) {
    const place = seed % value.length
    return value.map((item, at) => (at === place ? changedValue(item, seed >> 2) : item) as unknown)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
  const entries = Object.entries(value)
  const place = entries.length === 0 ? 0 : seed % entries.length
  if (seed % 5 === 0) return { ...value, surplus: other }
  if (seed % 5 === 1) return Object.fromEntries(entries.filter((_, at) => at !== place))
  return Object.fromEntries(
    entries.map(([key, item], at) => [key, at === place ? changedValue(item, seed >> 2) : (item as unknown)]),
  )
}
