import { functionTool, type JsonSchema, type ToolCallOutcome } from '@vernal/tools'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'

const ajv = new Ajv2020({ strict: false, logger: false })
const withFormats: (target: Ajv2020) => unknown = addFormats.default
withFormats(ajv)

const KEYS = ['a', 'b', 'c'] as const
const key = fc.constantFrom(...KEYS)
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'B', 'abc', '5', 'true', 'null', '2031-05-06'),
  fc.integer({ min: -9, max: 9 }),
  fc.boolean(),
  fc.constant(null),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(key, tie('any'), { maxKeys: 3 }),
})).any

const bounded = (least: string, most: string): fc.Arbitrary<JsonSchema> =>
  fc.record({ [least]: fc.integer({ min: 0, max: 2 }), [most]: fc.integer({ min: 1, max: 4 }) }, { requiredKeys: [] })
const merged = (...parts: fc.Arbitrary<JsonSchema>[]): fc.Arbitrary<JsonSchema> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonSchema)
const constant = (schema: JsonSchema): fc.Arbitrary<JsonSchema> => fc.constant(schema)

const text = merged(
  constant({ type: 'string' }),
  bounded('minLength', 'maxLength'),
  fc.record(
    { pattern: fc.constantFrom('^a', '[0-9]', '^(a|b)*$'), format: fc.constantFrom('date', 'uuid') },
    { requiredKeys: [] },
  ),
)
const number = merged(
  fc.constantFrom({ type: 'number' }, { type: 'integer' }),
  bounded('minimum', 'maximum'),
  fc.record({ multipleOf: fc.constantFrom(1, 2, 3), exclusiveMaximum: fc.constant(5) }, { requiredKeys: [] }),
)
const choice = fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values }))

/** Schemas of the kind tools have, built of the keywords that are checked without a library. */
const schema = fc.letrec<{ any: JsonSchema; list: JsonSchema; object: JsonSchema; mix: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    choice,
    scalar.map((one) => ({ const: one })),
    fc
      .uniqueArray(fc.constantFrom('string', 'integer', 'boolean', 'null', 'array', 'object'), { minLength: 1 })
      .map((type) => ({ type })),
    constant({}),
    tie('list'),
    tie('object'),
    tie('mix'),
  ),
  list: merged(
    constant({ type: 'array' }),
    bounded('minItems', 'maxItems'),
    fc.record(
      {
        items: tie('any'),
        prefixItems: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  ),
  object: merged(
    constant({ type: 'object' }),
    bounded('minProperties', 'maxProperties'),
    fc.record(
      {
        properties: fc.dictionary(key, tie('any'), { maxKeys: 3 }),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('any')),
        patternProperties: fc.record({ '^a': tie('any') }),
        propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ['a', 'b'] }),
      },
      { requiredKeys: ['properties'] },
    ),
  ),
  mix: fc.oneof(
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(tie('any'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie('any').map((not) => ({ not })),
  ),
})).any

interface Bound {
  readonly outcome: ToolCallOutcome
  readonly received: unknown
}

function binder(parameters: JsonSchema): (args: string) => Promise<Bound> {
  const tool = functionTool({ name: 'probe', parameters, execute: (args) => args })
  return async (args) => {
    const outcome = await tool.call(args)
    return { outcome, received: outcome.type === 'success' ? outcome.value : undefined }
  }
}

const rootOf = (inner: JsonSchema, isRequired: boolean): JsonSchema => ({
  type: 'object',
  properties: { v: inner },
  ...(isRequired ? { required: ['v'] } : {}),
  additionalProperties: false,
})
const cases = fc.record({
  root: fc.tuple(schema, fc.boolean()).map(([inner, isRequired]) => rootOf(inner, isRequired)),
  // As it comes from JSON: among objects without a prototype, ajv finds equal ones different.
  v: value.map((any) => JSON.parse(JSON.stringify(any)) as unknown),
})

describe('arguments and a random schema', () => {
  test('what the schema accepts reaches the tool unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ root, v }) => {
        fc.pre(ajv.validate(root, { v }))
        const { outcome, received } = await binder(root)(JSON.stringify({ v }))
        expect(outcome.type === 'success' ? '' : outcome.text).toBe('')
        expect(received).toEqual(JSON.parse(JSON.stringify({ v })))
      }),
      { numRuns: 250 },
    )
  })

  test('what reaches the tool is what the schema accepts, and binding it again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ root, v }) => {
        const bind = binder(root)
        const { outcome, received } = await bind(JSON.stringify({ v }))
        fc.pre(outcome.type === 'success')
        expect(ajv.validate(root, received) ? '' : ajv.errorsText()).toBe('')
        expect((await bind(JSON.stringify(received))).received).toEqual(received)
      }),
      { numRuns: 250 },
    )
  })

  test('a refusal names a place, stays short and shows no internals', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ root, v }) => {
        const { outcome } = await binder(root)(JSON.stringify({ v, other: 1 }))
        fc.pre(outcome.type === 'refusal')
        expect(outcome.text).toContain('"probe"')
        expect(outcome.text.length).toBeLessThanOrEqual(2000)
        expect(outcome.text).not.toMatch(/\bat .*\.(js|ts)\b|undefined/)
      }),
      { numRuns: 150 },
    )
  })

  test('no text makes it throw', async () => {
    const bind = binder(
      rootOf({ anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/properties/v' } }] }, true),
    )
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((json) => `{"v":${json}}`),
      fc.json().map((json) => `{"v":${json}`),
      fc.json().map((json) => JSON.stringify(json)),
    )
    await fc.assert(
      fc.asyncProperty(anyText, async (args) => {
        expect(['success', 'refusal']).toContain((await bind(args)).outcome.type)
      }),
      { numRuns: 500 },
    )
  })
})
