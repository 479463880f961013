import { ChatClient, type TurnEvent } from '@vernal/chat'
import { OPENAI_PRESETS, OpenAiChatModel, SERVER_PRESETS, type OpenAiPreset } from '@vernal/models/openai'
import { OpenAiLoopbackServer, text, type FixedReply, type RecordedRequest } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'
import { RECORDED_SHAPES } from './recorded-shapes'

const weather = functionTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }) => `Sunny in ${String(city)}`,
})

function recordedReply(preset: OpenAiPreset, streaming: boolean): FixedReply {
  const { headers = {}, whole, stream } = RECORDED_SHAPES[preset]
  if (streaming) {
    const lines = stream.map((line) => (typeof line === 'string' ? line : `data: ${JSON.stringify(line)}`))
    return { headers, sse: [...lines, 'data: [DONE]'].map((line) => `${line}\n\n`) }
  }
  const choices = [{ index: 0, message: whole.message, finish_reason: 'tool_calls', ...whole.choice }]
  const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 }
  return {
    headers,
    body: { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage, ...whole.body },
  }
}

/** A turn with a tool against a server that answers as this one does, in its own way. */
async function turn(preset: OpenAiPreset, streaming: boolean) {
  await using server = await OpenAiLoopbackServer.start([recordedReply(preset, streaming), text('It is sunny.')])
  const model = new OpenAiChatModel({
    model: 'm',
    preset,
    apiKey: 'secret-key',
    baseUrl: server.baseUrl,
    maxRetries: 0,
  })
  const events: TurnEvent[] = []
  const asked = new ChatClient({ model })
    .prompt('Weather in Oslo?')
    .tools(weather)
    .onEvent((event) => events.push(event))
  const pieces: string[] = []
  if (streaming) for await (const piece of asked.stream().content()) pieces.push(piece)
  else pieces.push(await asked.call().content())
  return { answer: pieces.join(''), events, requests: server.requests }
}

const results = (events: readonly TurnEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-result' ? [event.text] : []))
const thoughts = (events: readonly TurnEvent[]) =>
  events.map((event) => (event.type === 'reasoning-delta' ? event.text : '')).join('')
const messagesOf = (request: RecordedRequest | undefined) =>
  request!.body.messages as readonly Record<string, unknown>[]

describe.each(OPENAI_PRESETS)('%s', (preset) => {
  const { showsReasoning } = RECORDED_SHAPES[preset]

  test.each([
    ['in one piece', false],
    ['streamed', true],
  ])('answers a turn with a tool, %s', async (_how, streaming) => {
    const { answer, events, requests } = await turn(preset, streaming)
    expect(answer).toBe('It is sunny.')
    expect(results(events)).toEqual(['Sunny in Oslo'])
    const usages = events.flatMap((event) => (event.type === 'round-ended' ? [event.usage] : []))
    expect(usages[0]).toMatchObject({ promptTokens: 20, completionTokens: 10, totalTokens: 30 })
    if (streaming) expect(thoughts(events)).toBe(showsReasoning ? 'Look it up.' : '')
    const [, assistant] = messagesOf(requests[1])
    expect(assistant!.content).toBeNull()
  })

  test('is told its thoughts again only where it takes them', async () => {
    const { requests } = await turn(preset, true)
    const [, assistant] = messagesOf(requests[1])
    const { role: _role, content: _content, tool_calls: _calls, ...others } = assistant!
    const takesThem = SERVER_PRESETS[preset].takesForeignFields !== false && showsReasoning
    expect(JSON.stringify(others).includes('Look it up.')).toBe(takesThem)
    if (!takesThem) expect(others).toEqual({})
  })

  test('gets its key where it looks for it, and nowhere else', async () => {
    const { requests } = await turn(preset, false)
    const { headers, text: body } = requests[0]!
    const { keyHeader } = SERVER_PRESETS[preset]
    expect(headers[keyHeader ?? 'authorization']).toBe(keyHeader ? 'secret-key' : 'Bearer secret-key')
    if (keyHeader) expect(headers.authorization).toBeUndefined()
    expect(body).not.toContain('secret-key')
  })
})

describe('DashScope', () => {
  test('does not think in calls, where most of its models cannot, unless it is asked to', async () => {
    const { requests } = await turn('dashscope', false)
    expect(requests.map(({ body }) => body.enable_thinking)).toEqual([false, false])
    await using server = await OpenAiLoopbackServer.start([text('ok')])
    const model = new OpenAiChatModel({ model: 'm', preset: 'dashscope', apiKey: 'k', baseUrl: server.baseUrl })
    await new ChatClient({ model })
      .prompt('?')
      .options({ extra: { enable_thinking: true, thinking_budget: 50 } })
      .call()
      .content()
    expect(server.requests[0]!.body).toMatchObject({ enable_thinking: true, thinking_budget: 50 })
  })

  test('streams in pieces, and thinks there if its model does', async () => {
    const { requests } = await turn('dashscope', true)
    expect(requests[0]!.body).toMatchObject({
      stream: true,
      incremental_output: true,
      stream_options: { include_usage: true },
    })
    expect(requests[0]!.body).not.toHaveProperty('enable_thinking')
  })
})
