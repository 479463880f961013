import { functionTool, type JsonSchema } from '@vernal/tools'
import fc from 'fast-check'

/** What a model reads when a tool with these parameters refuses the arguments. */
async function refusal(parameters: JsonSchema, args: unknown): Promise<string> {
  const tool = functionTool({ name: 'probe', parameters, execute: () => 'ran' })
  const outcome = await tool.call(JSON.stringify(args))
  expect(outcome.type).toBe('refusal')
  return outcome.text
}
const refusalOf = (v: JsonSchema, value: unknown): Promise<string> =>
  refusal({ properties: { v }, required: ['v'] }, { v: value })

/** The lines that tell a problem. */
const problems = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2))

const member = (kind: string, rest: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { kind: { const: kind }, ...rest },
  required: ['kind', ...Object.keys(rest)],
  additionalProperties: false,
})
const card = member('card', {
  number: { type: 'string', pattern: '^\\d+$' },
  expiry: { type: 'string', format: 'date' },
})
const iban = member('iban', { iban: { type: 'string', minLength: 10 } })
const cash = member('cash', {})
const left = { type: 'object', properties: { left: { type: 'integer' } }, required: ['left'] }
const right = {
  type: 'object',
  properties: { right: { type: 'integer' }, more: { type: 'string' } },
  required: ['right', 'more'],
}

describe('a refused member of a union', () => {
  const missing = ['v.number: required, but missing', 'v.expiry: required, but missing']

  test.each([
    ['oneOf', { kind: 'card' }, missing],
    ['anyOf', { kind: 'card' }, missing],
    ['oneOf', { kind: 'Card' }, missing],
    ['oneOf', '{"kind":"card"}', missing],
    ['oneOf', { kind: 'iban', iban: 'x' }, ['v.iban: expected at least 10 characters, received "x"']],
    ['oneOf', { kind: 'bitcoin' }, ['v.kind: expected one of "card", "iban", "cash", received "bitcoin"']],
    ['oneOf', { number: '1' }, ['v.kind: required, but missing: expected one of "card", "iban", "cash"']],
    ['oneOf', 'card', ['v: expected an object, received "card"']],
  ])('of %s hears what is wrong with the member it names: %j', async (keyword, value, expected) => {
    expect(problems(await refusalOf({ [keyword]: [card, iban, cash] }, value))).toEqual(expected)
  })

  test('is told so behind references, in lists, beside null and in a union of unions', async () => {
    const $defs = { card, iban, any: { anyOf: [{ $ref: '#/$defs/card' }, { $ref: '#/$defs/iban' }] } }
    const v = { type: 'array', items: { anyOf: [{ type: 'null' }, cash, { $ref: '#/$defs/any' }] } }
    const text = await refusal({ properties: { v }, $defs }, { v: [null, { kind: 'iban' }, { kind: 'x' }] })
    expect(problems(text)).toEqual([
      'v[1].iban: required, but missing',
      'v[2].kind: expected one of "cash", "card", "iban", received "x"',
    ])
    expect(text).toContain('Schema of v[1].iban: {"type":"string","minLength":10}')
  })

  test('may be named by several values, and by parts of an allOf', async () => {
    const base = (kinds: string[], rest: JsonSchema): JsonSchema => ({
      allOf: [{ type: 'object', properties: { kind: { enum: kinds } }, required: ['kind'] }, rest],
    })
    const v = { anyOf: [base(['a', 'b'], left), base(['c'], right)] }
    expect(problems(await refusalOf(v, { kind: 'b', right: 1 }))).toEqual(['v.left: required, but missing'])
  })

  test('without a name is compared with the one that knows most of its properties', async () => {
    const [first, ...rest] = problems(await refusalOf({ anyOf: [left, right] }, { right: 'x' }))
    expect(first).toMatch(/^v: fits none of the alternatives: .*To be an object with right, more:$/)
    expect(rest).toEqual(['v.right: expected an integer, received "x"', 'v.more: required, but missing'])
  })

  test('is told in few words, however large the union', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `kind-${at}-${'x'.repeat(50)}`)
    const text = await refusalOf({ oneOf: names.map((name) => member(name, {})) }, { kind: 'none' })
    expect(text).toContain('and 470 more, received "none"')
    expect(text.length).toBeLessThanOrEqual(2000)
    const shapes = names.map((name) => ({ ...right, title: name, properties: { [name]: {} }, required: [name] }))
    expect((await refusalOf({ anyOf: shapes }, {})).length).toBeLessThanOrEqual(2000)
  })

  test('is found also when it is named like a member of every object', async () => {
    const v = { anyOf: [member('toString', left.properties), member('constructor', right.properties)] }
    expect(problems(await refusalOf(v, {}))).toEqual([
      'v.kind: required, but missing: expected one of "toString", "constructor"',
    ])
    expect(problems(await refusalOf(v, { kind: 'toString' }))).toEqual(['v.left: required, but missing'])
  })
})

describe('a model can act on', () => {
  test.each<[string, JsonSchema, unknown, string[]]>([
    [
      'a scalar that fits no alternative',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      0,
      ['v: expected at least 1 or null, received 0'],
    ],
    [
      'formats to choose from',
      { anyOf: [{ type: 'string', format: 'date' }, { enum: ['today', 'tomorrow'] }] },
      'soon',
      ['v: expected a date such as 2031-05-06 or one of "today", "tomorrow", received "soon"'],
    ],
    [
      'an object where scalars are wanted',
      { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      {},
      ['v: expected an integer or a string, received an object'],
    ],
    [
      'an element of a list that is one of the alternatives',
      { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] },
      ['x'],
      ['v[0]: expected an integer, received "x"'],
    ],
    [
      'a value that fits twice',
      { oneOf: [left, right] },
      { left: 1, right: 1, more: '' },
      [
        'v: fits 2 of the alternatives at once (an object with left or an object with right, more), but must fit exactly one',
      ],
    ],
    [
      'what is excluded',
      { not: { enum: ['root', 'admin'] } },
      'root',
      ['v: must not be "root", "admin", received "root"'],
    ],
    [
      'a property that another makes necessary',
      { type: 'object', dependentRequired: { from: ['to'] } },
      { from: 1 },
      ['v: the property "to" is required when "from" is given'],
    ],
    [
      'a property that a condition makes necessary',
      { type: 'object', if: { required: ['from'] }, then: { required: ['to'] } },
      { from: 1 },
      ['v.to: required, but missing'],
    ],
    [
      'a property that nothing speaks of',
      { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
      { a: 1, other: 2 },
      ['v: the property "other" is not expected'],
    ],
    [
      'what a list must contain',
      { type: 'array', contains: { const: 3 }, minContains: 2 },
      [1, 3],
      ['v: expected at least 2 elements that fit {"const":3}'],
    ],
    [
      'a constant under a condition',
      { type: 'object', if: { required: ['a'] }, then: { properties: { b: { const: 'x' }, c: { enum: [1, 2] } } } },
      { a: 1, b: 'y', c: 3 },
      ['v.b: expected "x", received "y"', 'v.c: expected one of 1, 2, received 3'],
    ],
  ])('%s', async (_, schema, value, expected) => {
    expect(problems(await refusalOf(schema, value))).toEqual(expected)
  })

  test('a problem deep in a large parameter, since the schema of that part is shown', async () => {
    const line = { type: 'object', properties: { sku: { type: 'string', pattern: '^A' } }, required: ['sku'] }
    const order = { type: 'object', description: 'x'.repeat(500), properties: { lines: { items: line } } }
    const text = await refusalOf(order, { lines: [{ sku: 'B' }] })
    expect(text).toContain(`Schema of v.lines: {"items":${JSON.stringify(line)}}`)
  })
})

test('what a model reads never ends in the middle of a character, names no internals and stays short', async () => {
  const schema = {
    properties: { v: { anyOf: [card, iban, left, right, { type: 'array', items: card }, { type: 'integer' }] } },
    required: ['v'],
  }
  const tool = functionTool({ name: 'probe', parameters: schema, execute: () => 'ran' })
  const value = fc.oneof(
    fc.record({ kind: fc.oneof(fc.constantFrom('card', 'iban'), fc.string({ unit: 'binary' })) }),
    fc.jsonValue(),
    fc.string({ unit: 'binary', minLength: 50, maxLength: 90 }),
  )
  await fc.assert(
    fc.asyncProperty(value, async (v) => {
      const { text } = await tool.call(JSON.stringify({ v }))
      expect(text.isWellFormed()).toBe(true)
      expect(text.length).toBeLessThanOrEqual(2000)
      expect(text).not.toMatch(/\bat .*\.[jt]s\b/)
    }),
    { numRuns: 500 },
  )
})

test('a union that only refers to itself is refused, and nothing turns in circles', async () => {
  const node = { anyOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/node' }] }
  const started = Date.now()
  const text = await refusal({ properties: { v: { $ref: '#/$defs/node' } }, $defs: { node } }, { v: { w: [1] } })
  expect(problems(text)).toHaveLength(1)
  expect(Date.now() - started).toBeLessThan(3000)
})

test.each<[JsonSchema, unknown, string]>([
  [{ type: 'array', minItems: 1 }, [], 'at least 1 element, received 0'],
  [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'at most 2 elements, received 3'],
  [{ type: 'object', minProperties: 1 }, {}, 'at least 1 property, received 0'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'at most 1 character, received "ab"'],
])('what is counted is told in numbers that fit: %j', async (schema, value, expected) => {
  expect(problems(await refusalOf(schema, value))).toEqual([`v: expected ${expected}`])
})
