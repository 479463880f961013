import {
  functionTool,
  geminiDialect,
  plainRootDialect,
  saidInWords,
  type JsonSchema,
  type SchemaDialect,
} from '@vernal/tools'
import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'

const ajv = new Ajv2020({ strict: false, logger: false })
const string = { type: 'string' }
const object = (properties: object, rest: object = {}): JsonSchema => ({ type: 'object', properties, ...rest })
const formOf = (schema: JsonSchema): JsonSchema => geminiDialect.convert(schema) ?? {}
const inGemini = (part: JsonSchema, rest: object = {}): unknown =>
  (formOf(object({ v: part }, rest)).properties as JsonSchema).v
const words = (leftOut: object): string => `Also holds (JSON Schema): ${JSON.stringify(leftOut)}`

describe('a plain root', () => {
  test('is left alone', () => {
    const schema = object({ a: { anyOf: [string, { type: 'null' }] } }, { required: ['a'] })
    expect(plainRootDialect.convert(schema)).toBe(schema)
  })

  test('is made of alternatives at the root, which are said in words', () => {
    const anyOf = [{ required: ['a'] }, { required: ['b'] }]
    expect(plainRootDialect.convert(object({ a: string, b: string }, { description: 'One.', anyOf }))).toEqual(
      object({ a: string, b: string }, { description: `One.\n${words({ anyOf })}` }),
    )
  })
})

describe('a root of alternatives', () => {
  const closed = (properties: object): JsonSchema => object(properties, { additionalProperties: false })

  test.each<[string, SchemaDialect]>([
    ['a plain root', plainRootDialect],
    ['Gemini', geminiDialect],
  ])('shows their properties to %s', (_name, dialect) => {
    const anyOf = [
      closed({ kind: { ...string, enum: ['a'] }, size: { type: 'integer' } }),
      closed({ kind: string, name: string }),
    ]
    expect(dialect.convert(object({}, { anyOf }))).toEqual(
      object(
        { kind: { anyOf: [{ ...string, enum: ['a'] }, string] }, size: { type: 'integer' }, name: string },
        { description: words({ anyOf }) },
      ),
    )
  })

  test('lets a property be anything that another alternative leaves open', () => {
    const anyOf = [closed({ size: string }), object({ name: string })]
    expect(plainRootDialect.convert(object({}, { anyOf }))?.properties).toEqual({ size: {}, name: string })
  })
})

test('words that would be longer than anybody reads name the keywords alone', () => {
  const { description } = saidInWords(string, { enum: Array.from({ length: 1000 }, (_, at) => at) })
  expect(description).toBe('Also holds (JSON Schema): enum')
})

describe('for Gemini', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ['null beside a type is nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'several types are alternatives',
      { type: ['string', 'integer'] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    ['null among alternatives is nullable', { anyOf: [string, { type: 'null' }] }, { anyOf: [string], nullable: true }],
    [
      'exclusive alternatives are alternatives',
      { oneOf: [string, { type: 'number' }] },
      { anyOf: [string, { type: 'number' }] },
    ],
    ['a constant is the only choice', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['choices keep null', { enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
    [
      'choices that are no text are said in words',
      { enum: [1, 2] },
      { type: 'number', description: words({ enum: [1, 2] }) },
    ],
    [
      'bounds it does not know are said in words',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9, default: 3, description: 'How many' },
      { type: 'integer', maximum: 9, description: `How many\n${words({ exclusiveMinimum: 0, default: 3 })}` },
    ],
    [
      'formats it does not know are said in words',
      { ...string, format: 'uuid' },
      { ...string, description: words({ format: 'uuid' }) },
    ],
    ['times keep their format', { ...string, format: 'date-time' }, { ...string, format: 'date-time' }],
    [
      'maps are objects',
      { type: 'object', additionalProperties: string },
      { type: 'object', description: words({ additionalProperties: string }) },
    ],
    ['closed objects are objects', object({ a: string }, { additionalProperties: false }), object({ a: string })],
    [
      'lists know their items',
      { type: 'array', items: { const: 'x' } },
      { type: 'array', items: { type: 'string', enum: ['x'] } },
    ],
  ])('%s', (_rule, schema, expected) => {
    expect(inGemini(schema)).toEqual(expected)
  })

  test('references are written out, and end where they would begin again', () => {
    const Node = object({ name: string, next: { $ref: '#/$defs/Node' } })
    const written = inGemini({ $ref: '#/$defs/Node', description: 'The first' }, { $defs: { Node } }) as JsonSchema
    expect(written).toMatchObject({ type: 'object', description: 'The first', properties: { name: string } })
    expect((written.properties as JsonSchema).next).toMatchObject({ description: words({ $ref: '#/$defs/Node' }) })
    expect(JSON.stringify(written)).not.toContain('$defs":')
  })

  test('references by anchor and to other documents are named', () => {
    for (const $ref of ['#node', 'https://example.org/node'])
      expect(inGemini({ $ref })).toMatchObject({ description: words({ $ref }) })
  })

  test('no parameters are nothing at all', () => {
    expect(geminiDialect.convert(object({}))).toBeUndefined()
    expect(geminiDialect.convert(object({}, { description: 'Nothing' }))).toBeUndefined()
    expect(inGemini(object({}))).toEqual({ type: 'object' })
    expect(geminiDialect.convert(object({}, { patternProperties: { '^a': string } }))).toMatchObject({ type: 'object' })
  })

  test('a schema that grows with each reference is bounded', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `D${at}`,
        object({ a: { $ref: `#/$defs/D${at + 1}` }, b: { $ref: `#/$defs/D${at + 1}` } }),
      ]),
    )
    const schema = object({ v: { $ref: '#/$defs/D0' } }, { $defs: { ...$defs, D30: string } })
    expect(JSON.stringify(geminiDialect.convert(schema)).length).toBeLessThan(500_000)
  })
})

const GEMINI_KEYWORDS = new Set(
  (
    'type format title description nullable enum minItems maxItems properties required minProperties maxProperties ' +
    'minLength maxLength pattern anyOf items minimum maximum'
  ).split(' '),
)

/** What Gemini would refuse, and the schema as ajv reads it. */
function read(form: JsonSchema): JsonSchema {
  const unknown = Object.keys(form).filter((keyword) => !GEMINI_KEYWORDS.has(keyword))
  expect(unknown).toEqual([])
  expect(form.type ?? form.anyOf).toBeDefined()
  if (form.type !== undefined) expect(typeof form.type).toBe('string')
  if (form.type === 'array') expect(form.items).toBeDefined()
  const { nullable, anyOf, properties = {}, items, required = [], ...rest } = form
  expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(required as string[]))
  const plain = {
    ...rest,
    required,
    ...(form.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties as object).map(([name, part]) => [name, read(part as JsonSchema)]),
          ),
        }
      : {}),
    ...(items ? { items: read(items as JsonSchema) } : {}),
    ...(anyOf ? { anyOf: (anyOf as JsonSchema[]).map(read) } : {}),
  }
  return nullable ? { anyOf: [plain, { type: 'null' }] } : plain
}

const leaf = fc.constantFrom<JsonSchema>(
  string,
  { ...string, minLength: 1, pattern: '^a' },
  { ...string, format: 'uuid' },
  { type: 'integer', minimum: 0 },
  { type: 'number', exclusiveMinimum: 0 },
  { type: ['string', 'null'] },
  { type: ['boolean', 'integer'], minimum: 1 },
  { enum: ['a', 'b'] },
  { enum: ['a', 1, null] },
  { type: ['string', 'integer'], enum: ['a', 'b'] },
  { const: 3 },
  { const: null },
  { type: 'null' },
  { type: 'object', additionalProperties: { type: 'integer' } },
  {},
)
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  object: fc
    .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')), fc.subarray(['a', 'b', 'c']))
    .map(([properties, required]) => object(properties, { required })),
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items, maxItems: 2 })),
    fc.tuple(tie('schema'), tie('schema')).map((prefixItems) => ({ type: 'array', prefixItems })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    fc.tuple(tie('object'), tie('schema')).map(([whole, part]) => ({ ...whole, anyOf: [part, {}] })),
  ),
}))
const scalar = fc.constantFrom<unknown>('', 'a', 'b', 'abc', 0, 1, 3, 1.5, true, null)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(fc.oneof(scalar, tie('object')), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
})).any

describe('whatever the schema', () => {
  const anyCase = fc.tuple(fc.tuple(schema, fc.boolean()), value)
  const root = (part: JsonSchema, isRequired: boolean): JsonSchema =>
    object({ v: part }, isRequired ? { required: ['v'] } : {})

  test('its form for Gemini has nothing Gemini refuses, and takes all that the schema takes', () => {
    fc.assert(
      fc.property(anyCase, ([[part, isRequired], v]) => {
        const neutral = root(part, isRequired)
        const form = read(formOf(neutral))
        if (ajv.validate(neutral, { v })) expect([form, ajv.validate(form, { v })]).toEqual([form, true])
      }),
      { numRuns: 400 },
    )
  })

  test('what a form takes that says nothing in words, binds to the tool', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ([[part, isRequired], v]) => {
        const neutral = root(part, isRequired)
        const form = formOf(neutral)
        fc.pre(!JSON.stringify(form).includes('Also holds') && !JSON.stringify(neutral).includes('oneOf'))
        fc.pre(ajv.validate(read(form), { v }))
        const tool = functionTool({ name: 'f', parameters: neutral, execute: () => 'ran' })
        const outcome = await tool.call({ v })
        expect(outcome.text).toBe('ran')
      }),
      { numRuns: 200 },
    )
  })
})
