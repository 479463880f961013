import {
  functionTool,
  ToolGate,
  ToolSet,
  type JsonSchema,
  type ToolCallOutcome,
  type ToolGateOptions,
} from '@vernal/tools'
import { z } from 'zod'

/** What a tool with these parameters makes of the arguments: what it received, or the text of the refusal. */
const bind = async (parameters: JsonSchema, args: string, options?: ToolGateOptions): Promise<unknown> => {
  const tool = functionTool({ name: 'probe', parameters, execute: (received) => received })
  const call = { id: '1', name: 'probe', arguments: args }
  const outcome: ToolCallOutcome = await new ToolGate(options).pass(call, { tools: ToolSet.of([tool]) })
  return outcome.type === 'success' ? outcome.value : outcome.text
}
const CLOSED: JsonSchema = { type: 'object', properties: { x: {} }, additionalProperties: false }
const one = (v: JsonSchema, json: string, required = true): Promise<unknown> =>
  bind({ properties: { v }, ...(required ? { required: ['v'] } : {}) }, `{"v":${json}}`)

describe('conversion', () => {
  test.each([
    ['number', '"5"', 5],
    ['number', '" 1.5e3 "', 1500],
    ['integer', '"24071956"', 24071956],
    ['integer', '5.0', 5],
    ['boolean', '"false"', false],
    ['boolean', '"True"', true],
    ['string', '42', '42'],
    ['object', '"{\\"a\\":1}"', { a: 1 }],
    ['array', '"[1,2]"', [1, 2]],
  ])('takes for a %s what can mean nothing else: %s', async (type, json, expected) => {
    expect(await one({ type }, json)).toEqual({ v: expected })
  })

  test.each([
    ['number', '""'],
    ['number', '"NaN"'],
    ['number', '"Infinity"'],
    ['number', '"0x10"'],
    ['number', '"1,000"'],
    ['number', 'true'],
    ['number', '1e400'],
    ['number', '"1e400"'],
    ['integer', '1.5'],
    ['integer', '"1.5"'],
    ['boolean', '0'],
    ['boolean', '""'],
    ['boolean', '"yes"'],
    ['string', '1.5'],
    ['string', 'true'],
    ['object', '[]'],
    ['array', '{}'],
    ['array', '"a"'],
    ['string', 'null'],
  ])('refuses for a %s what may mean something else: %s', async (type, json) => {
    expect(await one({ type }, json)).toMatch(/- v: expected/)
  })

  test('takes an enum value in another spelling only when one is meant', async () => {
    expect(await one({ enum: ['Celsius', 'Fahrenheit'] }, '" celsius"')).toEqual({ v: 'Celsius' })
    expect(await one({ enum: ['a', 'A'] }, '"a"')).toEqual({ v: 'a' })
    expect(await one({ enum: ['ab', 'AB'] }, '"Ab"')).toContain('expected one of "ab", "AB", received "Ab"')
  })

  test('puts defaults in for what is absent or null', async () => {
    expect(await one({ type: 'integer', default: 7 }, 'null')).toEqual({ v: 7 })
    expect(await bind({ properties: { v: { type: 'array', default: [1] } } }, '')).toEqual({ v: [1] })
  })

  test('prefers the alternative that takes the value as it is', async () => {
    const alternatives = { anyOf: [{ type: 'integer' }, { type: 'string' }] }
    expect(await one(alternatives, '"5"')).toEqual({ v: '5' })
    expect(await one({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '"5"')).toEqual({ v: 5 })
    expect(await one({ type: ['integer', 'null'] }, 'null')).toEqual({ v: null })
  })

  test('tells the problems of the alternative that was meant', async () => {
    const of = (kind: string, rest: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, ...rest },
      required: ['kind', ...Object.keys(rest)],
    })
    const shape = { oneOf: [of('circle', { radius: { type: 'number' } }), of('square', { side: { type: 'number' } })] }
    expect(await one(shape, '{"kind":"square","side":"x"}')).toContain('v.side: expected a number')
  })
})

describe('numbers that JavaScript would round', () => {
  const big = '7300123456789012345'

  test('arrive as text where text is allowed', async () => {
    expect(await one({ type: ['string', 'integer'] }, big)).toEqual({ v: big })
    expect(await one({ type: 'string' }, big)).toEqual({ v: big })
    expect(await one({}, `{"deep":[${big}]}`)).toEqual({ v: { deep: [big] } })
    expect(await one({ anyOf: [{ type: 'integer' }, { type: 'string' }] }, big)).toEqual({ v: big })
  })

  test('are refused where only a number is allowed, saying what to do', async () => {
    expect(await one({ type: 'integer' }, big)).toMatch(/v: the number 7300123456789012345 is too large.*as a string/)
    expect(await one({ type: 'number' }, '-9007199254740993')).toMatch(/too large/)
    expect(await one({ type: 'number' }, '1e21')).toEqual({ v: 1e21 })
  })

  test('reach a bigint of zod with all their digits', async () => {
    const parameters = z.object({ id: z.bigint(), when: z.date().optional() })
    const tool = functionTool({ name: 'probe', parameters, execute: ({ id }) => id })
    expect(await tool.call(`{"id":${big}}`)).toMatchObject({ type: 'success', value: BigInt(big) })
    expect(await tool.call('{"id":"12"}')).toMatchObject({ type: 'success', value: 12n })
  })
})

describe('text that is no object', () => {
  test.each(['', ' ', 'null', '""', '{}', '"{}"', '"null"'])('%j means no arguments', async (args) => {
    expect(await bind({}, args)).toEqual({})
  })

  test.each(['[]', '5', 'true', '"text"', '[{}]'])('%j is refused', async (args) => {
    expect(await bind({}, args)).toMatch(/"probe" was not run.*\n- the arguments must be one JSON object/)
  })

  test.each([
    ['{"a":1,}', /comma/],
    ['{"a":1}{"a":2}', /more than one object/],
    ['{"a":"x', /cut off/],
    ["{'a':1}", /double quotes/],
    ['<xml/>', /not valid JSON/],
  ])('%j is refused with the likely reason', async (args, reason) => {
    expect(await bind({}, args)).toMatch(reason)
  })
})

describe('repair, when it is switched on', () => {
  const gate = new ToolGate({ repairArguments: true })
  const tool = functionTool({
    name: 'probe',
    parameters: { properties: { a: { type: ['string', 'integer'] }, list: { type: 'array' } } },
    execute: (args) => args,
  })
  const pass = (args: string): Promise<ToolCallOutcome> =>
    gate.pass({ id: '1', name: 'probe', arguments: args }, { tools: ToolSet.of([tool]) })

  test.each([
    ['{"a":1,"list":[1,2,],}', { a: 1, list: [1, 2] }],
    ["{'a': 'it\\'s'}", { a: "it's" }],
    ['```json\n{"a":"x"}\n```', { a: 'x' }],
    ['{"a":7300123456789012345,}', { a: '7300123456789012345' }],
    ['{"a":"x"} // done', { a: 'x' }],
  ])('%j is understood', async (args, value) => {
    expect(await pass(args)).toMatchObject({ type: 'success', value })
  })

  test.each(['{"a":1}{"a":2}', '{"a":"cut of', '{"a":1,"list":[1,2', '{"a":', "{'a': 'x", 'just words', '[1,]'])(
    '%j is still refused',
    async (args) => {
      expect(await pass(args)).toMatchObject({ type: 'refusal', reason: 'invalid-arguments' })
    },
  )
})

describe('hostile arguments', () => {
  test('cannot reach a prototype', async () => {
    const hostile =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"v":{"__proto__":{"polluted":1},"x":1}}'
    const parameters = { properties: { v: { type: 'object' } }, additionalProperties: true }
    expect(await bind(parameters, hostile)).toMatch(/- v\.__proto__: .*\n- __proto__: .*\n- constructor: is a name/)
    expect(await bind(parameters, hostile, { unknownArguments: 'drop' })).toEqual({ v: { x: 1 } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test.each([100, 1000, 10_000, 100_000])('nested %d deep are refused', async (depth) => {
    const nested = `{"v":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(await one({}, nested.slice(5, -1))).toContain('nested deeper than 64 levels')
    const list = { type: 'array', items: { $ref: '#/$defs/list' } }
    expect(await bind({ properties: { v: { $ref: '#/$defs/list' } }, $defs: { list } }, nested)).toContain(
      'nested deeper',
    )
    expect(await one({}, nested.slice(5, -1).replace('[]', '[7300123456789012345]'))).toContain('nested deeper')
  })

  test('with masses of unknown keys are refused in few words', async () => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()
    const text = await bind({}, `{${keys}}`)
    expect(text).toContain('more than 10000 keys')
    expect(String(text).length).toBeLessThanOrEqual(2000)
  })

  test('with masses of problems are refused in few words', async () => {
    const text = String(
      await one({ type: 'array', items: { type: 'integer' } }, JSON.stringify(Array(5000).fill('x'.repeat(100)))),
    )
    expect(text).toMatch(/and 49\d\d more problems/)
    expect(text.length).toBeLessThanOrEqual(2000)
  })

  test('longer than the limit are refused unparsed', async () => {
    expect(await bind({}, ' '.repeat(2_000_000))).toContain('longer than 1048576 characters')
  })

  test('with lone surrogates arrive well-formed', async () => {
    expect(await one({ type: 'string' }, '"a\\ud800b"')).toEqual({ v: 'a\ufffdb' })
    expect(await one({}, '["a\\udc00"]')).toEqual({ v: ['a\ufffd'] })
    expect(await one({ type: 'string' }, '"\\ud83d\\ude00"')).toEqual({ v: '😀' })
  })

  test('do not hold the process with a pattern', async () => {
    const slow = { type: 'string', pattern: '^(\\w+\\s?)*$' }
    expect(await one(slow, JSON.stringify('a '.repeat(20_000) + '!'))).toContain('at most 10000 characters')
  })

  test('against a schema full of alternatives are bounded in work', async () => {
    const node = { anyOf: Array.from({ length: 4 }, () => ({ type: 'array', items: { $ref: '#/$defs/node' } })) }
    const nested = `${'['.repeat(40)}"x"${']'.repeat(40)}`
    const started = Date.now()
    expect(await bind({ properties: { v: { $ref: '#/$defs/node' } }, $defs: { node } }, `{"v":${nested}}`)).toContain(
      '"probe"',
    )
    expect(Date.now() - started).toBeLessThan(3000)
  })

  test.each<[string, JsonSchema, string, RegExp]>([
    ['misspelt', { properties: { limit: {}, sort: {} } }, '{"limt":3}', /limt: is not known; did you mean "limit"\?/],
    [
      'deep inside',
      { properties: { f: { properties: { a: {} }, additionalProperties: false } } },
      '{"f":{"b":1}}',
      /f\.b:/,
    ],
    [
      'in a list',
      { properties: { f: { items: { $ref: '#/$defs/p' } } }, $defs: { p: CLOSED } },
      '{"f":[{"x":1},{"y":1}]}',
      /f\[1\]\.y:/,
    ],
    [
      'in a union',
      { properties: { f: { anyOf: [CLOSED, { type: 'string' }] } } },
      '{"f":{"y":1}}',
      /f\.y: is not known/,
    ],
  ])('are refused when a name is %s', async (_, parameters, args, problem) => {
    expect(await bind(parameters, args)).toMatch(problem)
    expect(await bind(parameters, args, { unknownArguments: 'drop' })).not.toEqual(expect.any(String))
  })

  test.each<[string, JsonSchema, string]>([
    ['is open', { properties: { a: {} }, additionalProperties: true }, '{"b":1}'],
    ['knows patterns', { properties: { a: {} }, patternProperties: { '^x-': {} } }, '{"x-b":1}'],
    ['is open inside', { properties: { a: { type: 'object', properties: { c: {} } } } }, '{"a":{"b":1}}'],
  ])('are kept where the schema %s', async (_, parameters, args) => {
    expect(await bind(parameters, args)).toEqual(JSON.parse(args))
  })

  test('are left out of a tool without parameters', async () => {
    expect(await bind({}, '{"random_string":"dummy"}')).toEqual({})
  })

  test('name few of many, the nearest first', async () => {
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, {}]))
    const text = await bind({ properties }, '{"fiedl7":1}')
    expect(text).toMatch(/did you mean "field7"\? Known here: field7, /)
    expect(String(text).length).toBeLessThan(600)
  })

  test('never shift positions by unknown keys', async () => {
    const parameters = { properties: { from: { type: 'string' }, to: { type: 'string' } }, required: ['from', 'to'] }
    const args = '{"to":"B","reason":"x","from":"A"}'
    expect(await bind(parameters, args)).toContain('- reason: is not known. Known here: from, to')
    expect(await bind(parameters, args, { unknownArguments: 'drop' })).toEqual({ from: 'A', to: 'B' })
  })
})

describe('formats', () => {
  test.each([
    ['uri', 'https://example.com/a?b#c', 'no uri'],
    ['url', 'https://example.com', 'mailto:a@example.com'],
    ['uri-reference', '/a/b?c', 'a b'],
    ['uri-template', '/orders/{id}', '/orders/{id'],
    ['hostname', 'a-b.example.com', '-a.example.com'],
    ['ipv4', '192.0.2.1', '192.0.2.256'],
    ['ipv6', '2001:db8::1', '2001:db8:::1'],
    ['time', '07:08:09Z', '25:00:00Z'],
    ['iso-time', '07:08:09', '7'],
    ['duration', 'P1DT2H', 'P'],
    ['regex', '^a+$', '('],
    ['json-pointer', '/a/0', 'a'],
    ['relative-json-pointer', '1/a', '/a'],
    ['byte', 'aGVsbG8=', 'a*'],
    ['words-of-others', 'anything', undefined],
  ])('%s takes %p and not %p', async (format, good, bad) => {
    const parameters = { properties: { v: { type: 'string', format } } }

    expect(await bind(parameters, JSON.stringify({ v: good }))).toEqual({ v: good })
    if (bad !== undefined)
      expect(await bind(parameters, JSON.stringify({ v: bad }))).toMatch(
        `v: expected ${/^[aei]/.test(format) ? 'an' : 'a'} ${format}`,
      )
  })
})

describe('a property that a name and a pattern speak of', () => {
  const parameters = (own: object, pattern: object): JsonSchema => ({
    type: 'object',
    properties: { v: { type: 'object', properties: { a: own }, patternProperties: { '^a': pattern } } },
  })

  test('stays out when null leaves it out', async () => {
    expect(await bind(parameters({ const: '' }, { enum: [null, 0] }), '{"v":{"a":null}}')).toEqual({ v: {} })
  })

  test('is refused when one of them undoes what the other asks for', async () => {
    expect(await bind(parameters({ type: 'string' }, { type: 'integer' }), '{"v":{"a":"5"}}')).toContain('v.a: ')
  })

  test('is converted when both agree', async () => {
    expect(await bind(parameters({ type: 'integer' }, { minimum: 3 }), '{"v":{"a":"5"}}')).toEqual({ v: { a: 5 } })
    expect(await bind(parameters({ type: 'integer' }, { minimum: 6 }), '{"v":{"a":"5"}}')).toContain('v.a: ')
  })
})

describe('schemas with rare keywords', () => {
  test('are checked by the library, after conversion', async () => {
    const parameters = {
      properties: { card: { type: 'integer' }, cvc: { type: 'string' }, site: { type: 'string', format: 'uri' } },
      dependentRequired: { card: ['cvc'] },
    }
    expect(await bind(parameters, '{"card":"12","cvc":"1"}')).toEqual({ card: 12, cvc: '1' })
    expect(await bind(parameters, '{"card":12}')).toContain(
      'the arguments: the property "cvc" is required when "card" is given',
    )
    expect(await bind(parameters, '{"site":"no uri"}')).toContain(
      'site: expected a uri such as https://example.com/path',
    )
  })

  test('may refer to themselves', async () => {
    const parameters = { type: 'object', properties: { x: { $ref: '#' } }, dependentRequired: { y: ['x'] } }
    expect(await bind(parameters, '{"x":{"x":{}}}')).toEqual({ x: { x: {} } })
  })

  test('fail at start when they are wrong', () => {
    const make = (parameters: JsonSchema) => () => functionTool({ name: 'wrong', parameters, execute: () => 1 })
    expect(make({ properties: { v: { $ref: '#/$defs/missing' } } })).toThrow(
      /functionTool\(wrong\).*"#\/\$defs\/missing" leads nowhere/,
    )
    expect(make({ properties: { v: { type: 'strng' } } })).toThrow(/"strng" is not a type/)
    expect(make({ properties: { v: { pattern: '(' } } })).toThrow(/regular expression/i)
    expect(make({ type: 'string' })).toThrow(/root of the schema must be an object/)
  })
})

describe('zod', () => {
  test('checks with its own messages and may wait', async () => {
    const taken = z.string().refine(async (name) => Promise.resolve(name !== 'taken'), 'that name is taken')
    const tool = functionTool({
      name: 'probe',
      parameters: z.object({ name: taken, days: z.array(z.date()).optional() }),
      execute: (args) => args,
    })
    expect((await tool.call({ name: 'taken' })).text).toContain('- name: that name is taken')
    const outcome = await tool.call('{"name":"free","days":["2031-05-06T07:08:09Z"]}')
    expect(outcome).toMatchObject({ value: { name: 'free', days: [new Date('2031-05-06T07:08:09Z')] } })
  })

  test('sees absent what is null in an optional place, and null where null is allowed', async () => {
    const parameters = z.object({ city: z.string(), unit: z.enum(['c', 'f']).optional(), note: z.string().nullable() })
    const tool = functionTool({ name: 'probe', parameters, execute: (args) => args })
    expect(await tool.call('{"city":"Rome","unit":null,"note":null}')).toMatchObject({
      value: { city: 'Rome', note: null },
    })
  })

  test('that throws is a refusal, not a crash', async () => {
    const broken = z.string().transform(() => {
      throw new Error('broken transform')
    })
    const tool = functionTool({ name: 'probe', parameters: z.object({ v: broken }), execute: (args) => args })
    expect(await tool.call('{"v":"x"}')).toMatchObject({ type: 'refusal' })
  })
})
