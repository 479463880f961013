import fc from 'fast-check'
import { ChatClient, userMessage, type ChatModel } from '@vernal/chat'
import {
  OpenAiChatModel,
  OpenAiResponsesModel,
  type OpenAiChatModelOptions,
  type OpenAiPreset,
  type StrictMode,
} from '@vernal/models/openai'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { functionTool, ToolSet, type JsonSchema } from '@vernal/tools'

type ModelMaker = (options: OpenAiChatModelOptions) => ChatModel
const chat: ModelMaker = (options) => new OpenAiChatModel(options)
const responses: ModelMaker = (options) => new OpenAiResponsesModel(options)

interface Offered {
  readonly name: string
  readonly strict?: boolean
  readonly parameters: JsonSchema
}

/** How a server is told of a tool with these parameters. The server refuses what breaks the rules of strict mode. */
async function offered(
  parameters: JsonSchema,
  { strict, preset = 'openai', make = chat }: { strict?: StrictMode; preset?: OpenAiPreset; make?: ModelMaker } = {},
): Promise<Offered> {
  await using server = await OpenAiLoopbackServer.start([text('ok')])
  const model = make({ model: 'm', preset, strict, apiKey: 'k', baseUrl: server.baseUrl, maxRetries: 0 })
  const tools = ToolSet.of([functionTool({ name: 'f', parameters, execute: () => 1 })])
  await model.call({ messages: [userMessage('go')], options: { tools } })
  const [tool] = server.requests[0]!.body.tools as readonly (Offered & { function?: Offered })[]
  return tool!.function ?? tool!
}

const object = (properties: object, rest: object = {}): JsonSchema => ({ type: 'object', properties, ...rest })
const string = { type: 'string' }
const words = (leftOut: object): string => `Also holds (JSON Schema): ${JSON.stringify(leftOut)}`

describe.each<[string, ModelMaker]>([
  ['chat completions', chat],
  ['the Responses API', responses],
])('over %s', (_api, make) => {
  test('a schema that obeys the rules is offered in strict mode as it is', async () => {
    const schema = object({ city: string }, { required: ['city'], additionalProperties: false })
    expect(await offered(schema, { make })).toMatchObject({ strict: true, parameters: schema })
  })

  test('a schema without a strict form is offered as it is, without', async () => {
    const schema = object({ tags: { type: 'object', additionalProperties: string } })
    const tool = await offered(schema, { make })
    expect(tool.parameters).toMatchObject(schema)
    expect(tool.strict ?? false).toBe(false)
  })
})

describe('in the strict form', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    [
      'optional properties may be null',
      object({ a: { ...string, description: 'A' } }),
      object({ a: { type: ['string', 'null'], description: 'A' } }, { required: ['a'], additionalProperties: false }),
    ],
    [
      'optional choices may be null',
      object({ a: { ...string, enum: ['x'] } }),
      object({ a: { type: ['string', 'null'], enum: ['x', null] } }, { required: ['a'], additionalProperties: false }),
    ],
    [
      'optional alternatives may be null',
      object({ a: { anyOf: [string, { type: 'number' }] } }),
      object(
        { a: { anyOf: [string, { type: 'number' }, { type: 'null' }] } },
        { required: ['a'], additionalProperties: false },
      ),
    ],
    [
      'optional constants may be null',
      object({ a: { const: 1, description: 'One' } }),
      object(
        { a: { description: 'One', anyOf: [{ const: 1 }, { type: 'null' }] } },
        { required: ['a'], additionalProperties: false },
      ),
    ],
    [
      'objects within are closed',
      object({ a: object({ b: string }, { required: ['b'] }) }, { required: ['a'] }),
      object(
        { a: object({ b: string }, { required: ['b'], additionalProperties: false }) },
        { required: ['a'], additionalProperties: false },
      ),
    ],
    [
      'defaults are said in words',
      object({ a: { ...string, default: 'x' } }),
      object(
        { a: { type: ['string', 'null'], description: words({ default: 'x' }) } },
        { required: ['a'], additionalProperties: false },
      ),
    ],
    ['no parameters are an empty object', object({}), object({}, { required: [], additionalProperties: false })],
  ])('%s', async (_rule, schema, expected) => {
    const { parameters, strict } = await offered(schema)
    expect({ parameters, strict }).toEqual({ parameters: expected, strict: true })
  })
})

describe('there is no strict form', () => {
  test.each<[string, JsonSchema]>([
    ['of maps', object({ a: { type: 'object', additionalProperties: string } })],
    ['of objects of any shape', object({ a: { type: 'object' } })],
    ['of anything', object({ a: {} })],
    ['of exclusive choices', object({ a: { oneOf: [string, { type: 'number' }] } })],
    ['of tuples', object({ a: { type: 'array', prefixItems: [string] } })],
    ['of patterns that look around', object({ a: { ...string, pattern: '^(?!x)' } })],
    ['of formats nobody knows', object({ a: { ...string, format: 'iban' } })],
    [
      'of references with words beside them',
      object({ a: { $ref: '#/$defs/A', description: 'A' } }, { $defs: { A: string } }),
    ],
    ['of lists of maps', object({ a: { type: 'array', items: { type: 'object', additionalProperties: string } } })],
  ])('%s', async (_what, schema) => {
    for (const strict of ['auto', 'on'] as const) {
      const tool = await offered(schema, { strict })
      expect(tool.parameters).toMatchObject(schema)
      expect(tool).not.toHaveProperty('strict')
    }
  })
})

test('what is checked here anyway stands in the way, unless strict mode is wanted', async () => {
  const schema = object({ a: { ...string, minLength: 1 } }, { required: ['a'], additionalProperties: true })
  expect(await offered(schema)).not.toHaveProperty('strict')
  expect(await offered(schema, { strict: 'on' })).toMatchObject({
    strict: true,
    parameters: object(
      { a: { ...string, description: words({ minLength: 1 }) } },
      { required: ['a'], additionalProperties: false },
    ),
  })
})

test.each<OpenAiPreset>(['openai', 'ollama', 'gemini', 'dashscope'])(
  'alternatives at the root are said in words: %s',
  async (preset) => {
    const anyOf = [{ required: ['a'] }, { required: ['b'] }]
    const { parameters } = await offered(object({ a: string, b: string }, { anyOf }), { preset })
    expect(parameters).not.toHaveProperty('anyOf')
    expect(parameters).toMatchObject({ type: 'object', description: words({ anyOf }) })
  },
)

test('Gemini gets schemas in its own form', async () => {
  const schema = object(
    { a: { oneOf: [{ const: 'x' }, { $ref: '#/$defs/N' }] } },
    { $defs: { N: { type: ['integer', 'null'] } } },
  )
  expect((await offered(schema, { preset: 'gemini' })).parameters).toEqual(
    object({
      a: {
        anyOf: [
          { type: 'string', enum: ['x'] },
          { type: 'integer', nullable: true },
        ],
      },
    }),
  )
})

test('Gemini is told of no parameters where there are none', async () => {
  expect(await offered(object({}), { preset: 'gemini' })).toEqual({ name: 'f', description: 'f' })
  expect((await offered(object({ a: object({}) }), { preset: 'gemini' })).parameters).toEqual(
    object({ a: { type: 'object' } }),
  )
})

test('an application may bring a form of its own', async () => {
  await using server = await OpenAiLoopbackServer.start([text('ok'), text('ok')])
  const schemaDialect = { name: 'own', convert: () => object({}) }
  const model = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, traits: { schemaDialect } })
  const tools = ToolSet.of([functionTool({ name: 'f', parameters: object({ a: string }), execute: () => 1 })])
  for (let round = 0; round < 2; round++) await model.call({ messages: [userMessage('go')], options: { tools } })
  expect(server.requests.map(({ body }) => body.tools)).toMatchObject(
    [1, 2].map(() => [{ function: { parameters: object({}) } }]),
  )
})

test.each<[OpenAiPreset, StrictMode, boolean]>([
  ['openai', 'auto', true],
  ['azure', 'auto', true],
  ['openai', 'off', false],
  ['mistral', 'auto', false],
  ['ollama', 'auto', false],
  ['vllm', 'auto', false],
  ['mistral', 'on', true],
])('%s with strict: %s is asked for it: %s', async (preset, strict, expected) => {
  expect((await offered(object({ a: string }), { preset, strict })).strict ?? false).toBe(expected)
})

test('a null for what was optional reaches the tool as nothing', async () => {
  const seen: unknown[] = []
  const find = functionTool({
    name: 'find',
    parameters: object(
      { city: string, limit: { type: 'integer', default: 5 }, unit: { enum: ['c', 'f'] } },
      { required: ['city'] },
    ),
    execute: (args) => void seen.push(args),
  })
  const replies = [calls([{ name: 'find', arguments: { city: 'Oslo', limit: null, unit: null } }]), text('ok')]
  await using server = await OpenAiLoopbackServer.start(replies)
  const model = new OpenAiChatModel({ model: 'm', preset: 'openai', apiKey: 'k', baseUrl: server.baseUrl })
  expect(await new ChatClient({ model }).prompt('Oslo?').tools(find).call().content()).toBe('ok')
  expect(seen).toEqual([{ city: 'Oslo', limit: 5 }])
  expect(JSON.stringify(server.requests[0]!.body.tools)).toContain('"strict":true')
})

test('whatever the schema, the request obeys the rules of strict mode', async () => {
  const leaf = fc.constantFrom<JsonSchema>(
    string,
    { type: 'integer', minimum: 0 },
    { enum: ['a', 1] },
    { type: ['string', 'null'] },
    { const: 'x' },
    { ...string, default: 'd' },
    { ...string, minLength: 2 },
    {},
  )
  const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
    object: fc
      .tuple(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
        fc.subarray(['a', 'b', 'c']),
        fc.constantFrom(undefined, false, true),
      )
      .map(([properties, required, additionalProperties]) =>
        object(properties, {
          required: required.filter((name) => name in properties),
          ...(additionalProperties === undefined ? {} : { additionalProperties }),
        }),
      ),
    schema: fc.oneof(
      { depthSize: 'small' },
      leaf,
      tie('object'),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    ),
  }))
  const property = fc.asyncProperty(schema, fc.constantFrom<StrictMode>('auto', 'on'), async (part, strict) => {
    const tool = await offered(object({ part }), { strict })
    expect(tool.name).toBe('f')
  })
  await fc.assert(property, { numRuns: 80 })
})

describe('a tool that cannot be strict', () => {
  const reasonFor = async (
    parameters: JsonSchema,
    strict?: StrictMode,
    preset: OpenAiPreset = 'openai',
  ): Promise<string[]> => {
    await using server = await OpenAiLoopbackServer.start([text('ok'), text('ok')])
    const told: string[] = []
    const onToolNotStrict = (tool: string, reason: string): void => void told.push(`${tool}: ${reason}`)
    const model = chat({ model: 'm', preset, strict, apiKey: 'k', baseUrl: server.baseUrl, onToolNotStrict })
    const tool = (): ToolSet => ToolSet.of([functionTool({ name: 'f', parameters, execute: () => 1 })])
    for (let request = 0; request < 2; request++)
      await model.call({ messages: [userMessage('go')], options: { tools: tool() } })
    return told
  }

  test.each<[string, JsonSchema, string]>([
    [
      'a keyword',
      object({ a: { type: 'array', items: { ...string, minLength: 2 } } }),
      'at properties.a.items: strict mode does not know "minLength"',
    ],
    [
      'a map',
      object({ a: { type: 'object', additionalProperties: string } }),
      'at properties.a: properties of any name are allowed',
    ],
    ['a type that is missing', object({ a: { description: 'x' } }), 'at properties.a: it has no type'],
    [
      'a format',
      object({ a: { ...string, format: 'uri' } }),
      'at properties.a: strict mode does not know the format "uri"',
    ],
    ['a part of a union', object({ a: { anyOf: [string, {}] } }), 'at properties.a.anyOf[1]: it has no type'],
    [
      'a definition',
      object({ a: { $ref: '#/$defs/b' } }, { $defs: { b: { ...string, pattern: '(?=x)' } } }),
      'at $defs.b: its pattern looks around',
    ],
  ])('is told once, with the place and the reason: %s', async (_, parameters, reason) => {
    expect(await reasonFor(parameters)).toEqual([`f: ${reason}`])
  })

  test('is not told where strict mode is off, or the tool is strict', async () => {
    expect(await reasonFor(object({ a: {} }), 'off')).toEqual([])
    expect(await reasonFor(object({ a: {} }), 'auto', 'ollama')).toEqual([])
    expect(await reasonFor(object({ a: string }))).toEqual([])
  })
})
