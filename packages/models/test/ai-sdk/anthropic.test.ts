import { createAnthropic } from '@ai-sdk/anthropic'
import { ChatClient, hasToolCalls, userMessage, type ChatResponse } from '@vernal/chat'
import { AiSdkChatModel, type AiSdkChatModelOptions } from '@vernal/models/ai-sdk'
import { functionTool, ToolOutput } from '@vernal/tools'
import { ProviderServer, type ProviderReply } from './provider-server'

const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 0 }
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test', stop_sequence: null }

const message = (content: object[], stop_reason: string): ProviderReply => ({
  body: { ...head, content, stop_reason, usage },
})

const streamed = (
  blocks: readonly { start: object; deltas: readonly object[] }[],
  stop_reason: string,
): ProviderReply => ({
  events: [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ],
})

const add = functionTool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => Number(a) + Number(b),
})

const thinking = { type: 'thinking', thinking: 'I should add.', signature: 'sig-1' }
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 2, b: 3 } }

const callRounds = [message([thinking, toolUse], 'tool_use'), message([{ type: 'text', text: 'It is 5.' }], 'end_turn')]

const streamRounds = [
  streamed(
    [
      {
        start: { type: 'thinking', thinking: '' },
        deltas: [
          { type: 'thinking_delta', thinking: 'I should ' },
          { type: 'thinking_delta', thinking: 'add.' },
          { type: 'signature_delta', signature: 'sig-1' },
        ],
      },
      {
        start: { ...toolUse, input: {} },
        deltas: ['{"a":', '2,"b"', ':3}'].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      },
    ],
    'tool_use',
  ),
  streamed(
    [{ start: { type: 'text', text: '' }, deltas: ['It ', 'is 5.'].map((text) => ({ type: 'text_delta', text })) }],
    'end_turn',
  ),
]

const modelOf = (server: ProviderServer, options: AiSdkChatModelOptions = {}) =>
  new AiSdkChatModel(createAnthropic({ baseURL: `${server.url}/v1`, apiKey: 'k' })('claude-test'), {
    maxRetries: 0,
    ...options,
  })

/** The second request answers the first round, with the reasoning and its signature as they came. */
function expectSecondRequest(server: ProviderServer): void {
  expect(server.requests).toHaveLength(2)
  expect(server.requests[0]!.body).toMatchObject({ tools: [{ name: 'add', input_schema: { type: 'object' } }] })
  expect(server.requests[1]!.body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [thinking, toolUse] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '5' }] },
  ])
}

test('a tool round with Anthropic, in one piece', async () => {
  await using server = await ProviderServer.start(callRounds)
  const client = new ChatClient({ model: modelOf(server), tools: [add] })
  const { complete } = await client.prompt('2+3?').call().chatClientResponse()
  expect(complete).toMatchObject({
    generations: [{ message: { content: 'It is 5.' }, finishReason: 'stop', rawFinishReason: 'end_turn' }],
    metadata: { model: 'claude-test', usage: { completionTokens: 10, cacheReadTokens: 6 } },
  })
  expectSecondRequest(server)
})

test('a tool round with Anthropic, streamed', async () => {
  await using server = await ProviderServer.start(streamRounds)
  const client = new ChatClient({ model: modelOf(server), tools: [add] })
  const pieces: string[] = []
  for await (const piece of client.prompt('2+3?').stream().content()) pieces.push(piece)
  expect(pieces).toEqual(['It ', 'is 5.'])
  expectSecondRequest(server)
})

test('a picture reaches Anthropic', async () => {
  await using server = await ProviderServer.start([message([{ type: 'text', text: 'A cat.' }], 'end_turn')])
  const media = [{ mediaType: 'image/png', data: 'QUJD' }]
  const client = new ChatClient({ model: modelOf(server) })
  expect(await client.prompt().user('What is it?', { media }).call().content()).toBe('A cat.')
  expect(server.requests[0]!.body.messages).toMatchObject([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
      ],
    },
  ])
})

test('what a tool returns besides text reaches Anthropic, as far as it takes it', async () => {
  const content = [
    'Page 1:',
    { mediaType: 'image/png', data: 'QUJD' },
    { mediaType: 'image/jpeg', url: 'https://example.org/a.jpg' },
    { mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' },
    { mediaType: 'audio/wav', data: 'V0FW' },
  ]
  const scan = functionTool({ name: 'add', execute: () => new ToolOutput({ content }) })
  await using server = await ProviderServer.start(callRounds)
  const client = new ChatClient({ model: modelOf(server), tools: [scan] })
  expect(await client.prompt('Scan it').call().content()).toBe('It is 5.')
  expect((server.requests[1]!.body.messages as { content: unknown }[]).at(-1)!.content).toMatchObject([
    {
      type: 'tool_result',
      content: [
        { type: 'text', text: 'Page 1:\n[image/png]\n[image/jpeg]\n[application/pdf, a.pdf]\n[audio/wav]' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
        { type: 'image', source: { type: 'url', url: 'https://example.org/a.jpg' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' } },
      ],
    },
  ])
})

test('a failure of the provider keeps its status and its words', async () => {
  const body = { type: 'error', error: { type: 'rate_limit_error', message: 'Too many requests today' } }
  await using server = await ProviderServer.start([{ status: 429, body }])
  await expect(modelOf(server).call({ messages: [userMessage('hi')], options: {} })).rejects.toMatchObject({
    name: 'ModelError',
    code: 'MODEL_RATE_LIMITED',
    status: 429,
    isRetryable: true,
    message: expect.stringContaining('Too many requests today') as string,
  })
})

test('a failure that passes is not seen', async () => {
  const busy = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  await using server = await ProviderServer.start([{ status: 529, body: busy }, callRounds[1]!])
  const answer = await modelOf(server, { maxRetries: 1 }).call({ messages: [userMessage('hi')], options: {} })
  expect(answer.generations[0]!.message.content).toBe('It is 5.')
})

test('a stream that is cut rejects, and its call is not handed out', async () => {
  const whole = streamRounds[0] as { events: object[] }
  await using server = await ProviderServer.start([{ events: whole.events.slice(0, -4) }])
  const chunks: ChatResponse[] = []
  const reading = (async () => {
    for await (const chunk of modelOf(server).stream({ messages: [userMessage('hi')], options: {} })) chunks.push(chunk)
  })()
  await expect(reading).rejects.toMatchObject({ name: 'ModelError' })
  expect(chunks.map(({ generations }) => generations[0]!.reasoning)).toEqual(['I should ', 'add.'])
  expect(hasToolCalls(chunks.at(-1))).toBe(false)
})

test('a reader that leaves, or aborts, closes the connection', async () => {
  const whole = streamRounds[1] as { events: object[] }
  const begun = { events: whole.events.slice(0, 4), thenHold: true }
  await using server = await ProviderServer.start([begun, begun])
  const prompt = { messages: [userMessage('hi')], options: {} }
  for await (const chunk of modelOf(server).stream(prompt)) if (chunk) break
  await server.requests[0]!.closed
  const aborting = new AbortController()
  const reading = (async () => {
    for await (const chunk of modelOf(server).stream(prompt, aborting.signal)) if (chunk) aborting.abort('enough')
  })()
  await expect(reading).rejects.toBe('enough')
  await server.requests[1]!.closed
})

test('a stream that falls silent rejects', async () => {
  const whole = streamRounds[1] as { events: object[] }
  await using server = await ProviderServer.start([{ events: whole.events.slice(0, 4), thenHold: true }])
  const reading = (async () => {
    const prompt = { messages: [userMessage('hi')], options: {} }
    for await (const chunk of modelOf(server, { idleTimeoutMs: 50 }).stream(prompt)) expect(chunk).toBeDefined()
  })()
  await expect(reading).rejects.toMatchObject({ code: 'MODEL_STREAM_IDLE' })
})

describe('the time for everything', () => {
  const prompt = { messages: [userMessage('hi')], options: {} }
  const timedOut = { code: 'MODEL_TIMED_OUT', message: expect.stringContaining('total-timeout') as string }

  test('bounds the attempts and the pauses between them', async () => {
    const busy = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }
    await using server = await ProviderServer.start([busy, busy])
    const model = modelOf(server, { maxRetries: 1000, totalTimeoutMs: 300 })
    await expect(model.call(prompt)).rejects.toMatchObject(timedOut)
    expect(server.requests).toHaveLength(1)
  })

  test('ends a stream that has begun, and closes its connection', async () => {
    const whole = streamRounds[1] as { events: object[] }
    await using server = await ProviderServer.start([{ events: whole.events.slice(0, 4), thenHold: true }])
    const pieces: string[] = []
    const reading = (async () => {
      for await (const { generations } of modelOf(server, { totalTimeoutMs: 300 }).stream(prompt))
        pieces.push(generations[0]!.message.content)
    })()
    await expect(reading).rejects.toMatchObject(timedOut)
    expect(pieces).toEqual(['It ', 'is 5.'])
    await server.requests[0]!.closed
  })

  test('leaves the reason of the caller as it is', async () => {
    await using server = await ProviderServer.start([{ events: [], thenHold: true }])
    const aborting = new AbortController()
    const asking = modelOf(server, { totalTimeoutMs: 10_000 }).call(prompt, aborting.signal)
    setImmediate(() => aborting.abort('enough'))
    await expect(asking).rejects.toBe('enough')
  })
})
