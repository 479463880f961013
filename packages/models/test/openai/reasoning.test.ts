import fc from 'fast-check'
import { ChatClient, ResponseAggregator, userMessage, type ChatResponse } from '@vernal/chat'
import { OpenAiChatModel, OpenAiResponsesModel, type OpenAiPreset } from '@vernal/models/openai'
import { calls, eventStream, OpenAiLoopbackServer, text, type ScriptedReply } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'

const prompt = { messages: [userMessage('Which time?')], options: {} }

async function answerOf(reply: ScriptedReply, streaming: boolean, preset?: OpenAiPreset): Promise<ChatResponse> {
  await using server = await OpenAiLoopbackServer.start([reply])
  const model = new OpenAiChatModel({ model: 'm', preset, baseUrl: server.baseUrl })
  return await (streaming ? joined(model.stream(prompt)) : model.call(prompt))
}

async function joined(chunks: AsyncIterable<ChatResponse>): Promise<ChatResponse> {
  const aggregator = new ResponseAggregator()
  for await (const chunk of chunks) aggregator.add(chunk)
  return aggregator.result()
}

const whole = (message: object): ScriptedReply => ({ body: { choices: [{ message, finish_reason: 'stop' }] } })

const streamed = (...deltas: readonly object[]): ScriptedReply =>
  eventStream([
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ])

const thoughts = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
const detail = (text: string) => ({ type: 'reasoning.text', text, index: 0 })

/** Each spelling as a whole message, and as the pieces of one. */
const SPELLINGS: readonly (readonly [string, object, readonly object[]])[] = [
  [
    'reasoning_content (DeepSeek, DashScope, llama.cpp)',
    { reasoning_content: 'It is late.', content: 'noon' },
    [{ reasoning_content: 'It is ', content: null }, { reasoning_content: 'late.' }, { content: 'noon' }],
  ],
  [
    'reasoning (vLLM, Groq, LM Studio)',
    { reasoning: 'It is late.', content: 'noon' },
    [{ reasoning: 'It is ', content: '' }, { reasoning: 'late.', reasoning_content: null }, { content: 'noon' }],
  ],
  [
    'the same under two names',
    { reasoning: 'It is late.', reasoning_content: 'It is late.', content: 'noon' },
    [{ reasoning: 'It is late.', reasoning_content: 'It is late.' }, { content: 'noon' }],
  ],
  [
    'reasoning_details (OpenRouter)',
    { reasoning_details: [detail('It is late.')], content: 'noon' },
    [{ reasoning_details: [detail('It is ')] }, { reasoning_details: [detail('late.')] }, { content: 'noon' }],
  ],
  [
    'thinking (Ollama)',
    { thinking: 'It is late.', content: 'noon' },
    [{ thinking: 'It is ' }, { thinking: 'late.' }, { content: 'noon' }],
  ],
  [
    'parts of the content (Mistral)',
    { content: [thoughts('It is late.'), { type: 'text', text: 'noon' }] },
    [{ content: [thoughts('It is ')] }, { content: [thoughts('late.')] }, { content: 'noon' }],
  ],
  [
    '<think> tags',
    { content: '<think>\nIt is late.</think>\n\nnoon' },
    [
      { content: '<th' },
      { content: 'ink>\nIt is ' },
      { content: 'late.</thi' },
      { content: 'nk>\n' },
      { content: '\nnoon' },
    ],
  ],
  [
    '[THINK] tags',
    { content: '[THINK]It is late.[/THINK]noon' },
    [{ content: '[THINK]It is late.[/TH' }, { content: 'INK]noon' }],
  ],
]

describe.each(SPELLINGS)('reasoning spelled as %s', (_spelling, message, deltas) => {
  test.each([
    ['whole', whole(message), false],
    ['streamed', streamed(...deltas), true],
  ])('is told, and is no part of the answer: %s', async (_form, reply, streaming) => {
    const [generation] = (await answerOf(reply, streaming)).generations
    expect(generation).toMatchObject({ reasoning: 'It is late.', message: { content: 'noon' } })
  })
})

test('reasoning comes before the text, piece by piece', async () => {
  const [, , deltas] = SPELLINGS[0]!
  await using server = await OpenAiLoopbackServer.start([streamed(...deltas)])
  const model = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl })
  const pieces: (string | undefined)[][] = []
  for await (const { generations } of model.stream(prompt)) {
    pieces.push([generations[0]!.reasoning, generations[0]!.message.content])
  }
  expect(pieces).toEqual([
    ['It is ', ''],
    ['late.', ''],
    [undefined, 'noon'],
    [undefined, ''],
  ])
})

describe('tags', () => {
  test.each([
    ['later in the answer', 'Write <think> to think.'],
    ['that are something else', '<thinkers> are rare'],
    ['that never become one', '<thi'],
    ['behind other brackets', '[TH'],
  ])('are text %s', async (_where, content) => {
    for (const [reply, streaming] of [
      [whole({ content }), false],
      [streamed({ content }), true],
    ] as const) {
      const [generation] = (await answerOf(reply, streaming)).generations
      expect(generation!.message.content).toBe(content)
      expect(generation).not.toHaveProperty('reasoning')
    }
  })

  test('are text at a server that has a field for it', async () => {
    const [generation] = (await answerOf(whole({ content: '<think>a</think>b' }), false, 'openai')).generations
    expect(generation!.message.content).toBe('<think>a</think>b')
  })

  test('that are never closed leave no answer', async () => {
    const [generation] = (await answerOf(streamed({ content: '<think>Hmm' }), true)).generations
    expect(generation).toMatchObject({ reasoning: 'Hmm', message: { content: '' } })
  })

  test('are found however the text is cut', async () => {
    const content = '<think>It is 北京 < late.</think>\n\nnoon </think> <'
    const expected = (await answerOf(whole({ content }), false)).generations[0]
    const cuts = fc.array(fc.integer({ min: 0, max: content.length }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const ends = [...new Set([...at, content.length])].sort((left, right) => left - right)
        const pieces = ends.map((end, index) => ({ content: content.slice(ends[index - 1] ?? 0, end) }))
        expect((await answerOf(streamed(...pieces), true)).generations[0]).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })
})

describe('in the next round of a turn', () => {
  const clock = functionTool({ name: 'clock', execute: () => '12:00' })
  const withReasoning =
    (fields: object): ScriptedReply =>
    (request) => {
      const call = { id: 'c1', type: 'function', function: { name: 'clock', arguments: '{}' } }
      return request.body.stream === true
        ? eventStream([
            { choices: [{ index: 0, delta: { ...fields, tool_calls: [{ index: 0, ...call }] } }] },
            { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
          ])
        : {
            body: {
              choices: [{ message: { content: null, ...fields, tool_calls: [call] }, finish_reason: 'tool_calls' }],
            },
          }
    }

  async function secondRequest(fields: object, streaming: boolean, preset?: OpenAiPreset) {
    await using server = await OpenAiLoopbackServer.start([withReasoning(fields), text('noon')])
    const client = new ChatClient({
      model: new OpenAiChatModel({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl }),
    })
    const asked = client.prompt('Which time?').tools(clock)
    if (!streaming) expect(await asked.call().content()).toBe('noon')
    else for await (const piece of asked.stream().content()) expect('noon').toContain(piece)
    return (server.requests[1]!.body.messages as readonly object[])[1]!
  }

  test.each([false, true])('it goes back as it was spelled (streamed: %s)', async (streaming) => {
    for (const fields of [
      { reasoning_content: 'Look.' },
      { reasoning: 'Look.' },
      { reasoning_details: [detail('Look.')] },
    ]) {
      expect(await secondRequest(fields, streaming)).toMatchObject(fields)
    }
  })

  test.each<OpenAiPreset>(['openai', 'azure', 'mistral'])('it stays here where %s would refuse it', async (preset) => {
    const message = await secondRequest({ reasoning_content: 'Look.', reasoning: 'Look.' }, false, preset)
    expect(Object.keys(message).toSorted()).toEqual(['content', 'role', 'tool_calls'])
  })

  test('it never goes back from between tags', async () => {
    expect(await secondRequest({ content: '<think>Look.</think>' }, false)).toMatchObject({ content: null })
  })
})

describe('the Responses API', () => {
  const reasoning = {
    type: 'reasoning',
    id: 'rs_1',
    summary: ['First.', 'Then.'].map((text) => ({ type: 'summary_text', text })),
  }
  const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'noon' }] }
  const body = { id: 'resp_1', status: 'completed', output: [reasoning, message] }
  const delta = (summary_index: number, delta: string) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index: 0,
    summary_index,
    delta,
  })

  test.each([
    ['whole', { body }],
    [
      'streamed',
      {
        sse: [
          delta(0, 'Fir'),
          delta(0, 'st.'),
          delta(1, 'Then.'),
          { type: 'response.output_text.delta', output_index: 1, delta: 'noon' },
          { type: 'response.completed', response: body },
        ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
      },
    ],
  ])('tells the summary of the reasoning, %s', async (form, reply) => {
    await using server = await OpenAiLoopbackServer.start([reply])
    const model = new OpenAiResponsesModel({ model: 'm', baseUrl: server.baseUrl })
    const answer = form === 'whole' ? await model.call(prompt) : await joined(model.stream(prompt))
    expect(answer.generations[0]).toMatchObject({ reasoning: 'First.\n\nThen.', message: { content: 'noon' } })
  })
})

test('a script may hold calls beside reasoning', async () => {
  const answer = await answerOf(calls([{ name: 'clock' }], { content: '<think>Look.</think>' }), true)
  expect(answer.generations[0]).toMatchObject({
    reasoning: 'Look.',
    message: { content: '', toolCalls: [{ name: 'clock' }] },
  })
})
