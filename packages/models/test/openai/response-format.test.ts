import { ChatClient, ResponseAggregator, userMessage, type ChatModel } from '@vernal/chat'
import {
  OpenAiChatModel,
  OpenAiResponsesModel,
  type OpenAiChatModelOptions,
  type OpenAiPreset,
} from '@vernal/models/openai'
import { calls, OpenAiLoopbackServer, text, type ScriptedReply } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'
import { z } from 'zod'

const Order = z.object({ id: z.string(), lines: z.array(z.object({ sku: z.string() })) })
const order = { id: 'A-1', lines: [{ sku: 'x' }] }
const answer = text(JSON.stringify(order))
const find = functionTool({ name: 'find', execute: () => 'A-1' })

type ModelMaker = (options: OpenAiChatModelOptions) => ChatModel
const chat: ModelMaker = (options) => new OpenAiChatModel(options)
const responses: ModelMaker = (options) => new OpenAiResponsesModel(options)

async function withClient<T>(
  replies: readonly ScriptedReply[],
  options: { make?: ModelMaker; preset?: OpenAiPreset | undefined },
  run: (client: ChatClient, server: OpenAiLoopbackServer) => Promise<T>,
): Promise<T> {
  const { make = chat } = options
  const preset = 'preset' in options ? options.preset : 'openai'
  await using server = await OpenAiLoopbackServer.start(replies)
  const model = make({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl, maxRetries: 0 })
  return await run(new ChatClient({ model }), server)
}

/** The format of a request of either API, in one form. */
const formatOf = (server: OpenAiLoopbackServer, index = 0) => {
  const { response_format, text } = server.requests[index]!.body as Record<string, Record<string, unknown> | undefined>
  return (response_format?.json_schema ?? text?.format) as Record<string, unknown> | undefined
}

describe.each<[string, ModelMaker]>([
  ['chat completions', chat],
  ['the Responses API', responses],
])('an entity over %s', (_api, make) => {
  test('is asked for by its schema, and not in words', async () => {
    await withClient([answer], { make }, async (client, server) => {
      expect(
        await client
          .prompt('Order?')
          .call()
          .entity(Order.meta({ title: 'Order' })),
      ).toEqual(order)
      expect(formatOf(server)).toMatchObject({ name: 'Order', strict: true, schema: { type: 'object' } })
      expect(server.requests[0]!.text).not.toContain('JSON Schema')
    })
  })

  test('is asked for in every round of the tool loop', async () => {
    await withClient([calls([{ name: 'find' }]), answer], { make }, async (client, server) => {
      expect(await client.prompt('Order?').tools(find).call().entity(Order)).toEqual(order)
      expect([0, 1].map((index) => formatOf(server, index)?.strict)).toEqual([true, true])
    })
  })

  test('is asked for in a stream', async () => {
    await withClient([answer], { make }, async (client, server) => {
      const responseFormat = { name: 'order', schema: { type: 'object', properties: {}, additionalProperties: false } }
      const pieces: string[] = []
      for await (const piece of client.prompt('Order?').options({ responseFormat }).stream().content())
        pieces.push(piece)
      expect(JSON.parse(pieces.join(''))).toEqual(order)
      expect(formatOf(server)).toMatchObject({ name: 'order', strict: true })
    })
  })

  test.each([
    ['an optional property', z.object({ id: z.string().optional() }), '{}'],
    ['a map', z.object({ counts: z.record(z.string(), z.number()) }), '{"counts":{}}'],
    [
      'choices told apart by a field',
      z.object({ pet: z.discriminatedUnion('kind', [z.object({ kind: z.literal('cat') })]) }),
      '{"pet":{"kind":"cat"}}',
    ],
    ['a pattern that looks ahead', z.object({ id: z.string().regex(/^(?!x)/) }), '{"id":"a"}'],
    ['anything', z.object({ value: z.unknown() }), '{"value":1}'],
    ['open objects', z.looseObject({ id: z.string() }), '{"id":"a"}'],
  ])('is only guided by a schema that strict mode does not know: %s', async (_what, schema, reply) => {
    await withClient([text(reply)], { make }, async (client, server) => {
      expect(
        await client
          .prompt('Order?')
          .call()
          .entity(schema as z.ZodType),
      ).toEqual(JSON.parse(reply))
      expect(formatOf(server)).toMatchObject({ strict: false })
    })
  })
})

test('what else is said about texts stands beside the format', async () => {
  await withClient([answer], { make: responses }, async (client, server) => {
    const asked = client.prompt('Order?').options({ extra: { text: { verbosity: 'low' } } })
    expect(await asked.call().entity(Order)).toEqual(order)
    expect(server.requests[0]!.body.text).toMatchObject({ verbosity: 'low', format: { type: 'json_schema' } })
  })
})

describe('a server', () => {
  const asks = (preset: OpenAiPreset | undefined, withTools: boolean) =>
    withClient([answer], { preset }, async (client, server) => {
      const prompt = client.prompt('Order?')
      expect(await (withTools ? prompt.tools(find) : prompt).call().entity(Order)).toEqual(order)
      return formatOf(server) ? 'schema' : server.requests[0]!.text.includes('JSON Schema') ? 'words' : 'nothing'
    })

  test.each<[OpenAiPreset | undefined, string, string]>([
    ['openai', 'schema', 'schema'],
    ['azure', 'schema', 'schema'],
    ['mistral', 'schema', 'schema'],
    ['ollama', 'schema', 'words'],
    ['vllm', 'schema', 'words'],
    ['llama-cpp', 'schema', 'words'],
    ['lm-studio', 'schema', 'words'],
    ['deepseek', 'words', 'words'],
    ['dashscope', 'words', 'words'],
    ['groq', 'words', 'words'],
    ['openrouter', 'words', 'words'],
    [undefined, 'words', 'words'],
  ])('%s is told the shape by %s, and beside tools by %s', async (preset, alone, besideTools) => {
    expect([await asks(preset, false), await asks(preset, true)]).toEqual([alone, besideTools])
  })
})

describe('a refusal', () => {
  const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' }
  const whole: ScriptedReply = { body: { choices: [{ message, finish_reason: 'stop' }] } }
  const events = [
    { type: 'response.refusal.delta', delta: 'I cannot ' },
    { type: 'response.refusal.delta', delta: 'help with that.' },
    {
      type: 'response.completed',
      response: {
        status: 'completed',
        output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot help with that.' }] }],
      },
    },
  ]

  test('of an entity is an error of its own, and the model is not asked again', async () => {
    await withClient([whole], {}, async (client, server) => {
      await expect(client.prompt('?').call().entity(Order, { maxRepeatAttempts: 3 })).rejects.toMatchObject({
        name: 'StructuredOutputError',
        code: 'CHAT_OUTPUT_REFUSED',
        message: expect.stringContaining('I cannot help with that.') as string,
        output: { refusal: 'I cannot help with that.', attempts: 1 },
      })
      expect(server.requests).toHaveLength(1)
    })
  })

  test('is told apart from an answer, whole or streamed', async () => {
    const streamed = { sse: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`) }
    const expected = { refusal: 'I cannot help with that.', message: { content: 'I cannot help with that.' } }
    await withClient([whole], {}, async (client) => {
      expect((await client.prompt('?').call().chatResponse()).generations[0]).toMatchObject(expected)
    })
    await using server = await OpenAiLoopbackServer.start([streamed])
    const aggregator = new ResponseAggregator()
    const model = new OpenAiResponsesModel({ model: 'm', baseUrl: server.baseUrl })
    for await (const chunk of model.stream({ messages: [userMessage('?')], options: {} })) aggregator.add(chunk)
    expect(aggregator.result().generations[0]).toMatchObject(expected)
  })
})
