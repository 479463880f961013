import fc from 'fast-check'
import { ChatClient, ResponseAggregator, userMessage, type ChatResponse } from '@vernal/chat'
import { OpenAiResponsesModel } from '@vernal/models/openai'
import { OpenAiLoopbackServer, calls, failure, text, type FixedReply, type ScriptedReply } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'

const add = functionTool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => Number(a) + Number(b),
})

const prompt = { messages: [userMessage('go')], options: {} }

async function withModel<T>(
  replies: readonly ScriptedReply[],
  run: (model: OpenAiResponsesModel, server: OpenAiLoopbackServer) => Promise<T>,
): Promise<T> {
  await using server = await OpenAiLoopbackServer.start(replies)
  return await run(
    new OpenAiResponsesModel({ model: 'test-model', apiKey: 'k', baseUrl: server.baseUrl, maxRetries: 0 }),
    server,
  )
}

const events = (...list: readonly ({ type: string } & Record<string, unknown>)[]): FixedReply => ({
  sse: list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
})

const reasoning = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [{ type: 'summary_text', text: 'Add.' }],
  encrypted_content: 'xyz',
}
const functionCall = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'c1',
  name: 'add',
  arguments: '{"a":2,"b":3}',
}
const response = (output: readonly object[], rest: object = {}) => ({
  id: 'r',
  model: 'm',
  status: 'completed',
  output,
  ...rest,
})

async function drained(model: OpenAiResponsesModel): Promise<readonly ChatResponse[]> {
  const chunks: ChatResponse[] = []
  for await (const chunk of model.stream(prompt)) chunks.push(chunk)
  return chunks
}

describe.each([
  ['in one piece', false],
  ['streamed', true],
])('a turn %s', (_how, streaming) => {
  async function turn(replies: readonly ScriptedReply[]) {
    return withModel(replies, async (model, server) => {
      const spec = new ChatClient({ model, tools: [add] }).prompt('2+3?')
      let answer: ChatResponse | undefined
      if (!streaming) answer = (await spec.call().chatClientResponse()).complete
      else for await (const { complete } of spec.stream().chatClientResponse()) answer = complete
      return { answer, requests: server.requests.map((request) => request.body) }
    })
  }

  test('runs the tools and answers', async () => {
    const { answer, requests } = await turn([
      calls([
        { name: 'add', arguments: { a: 2, b: 3 } },
        { name: 'add', arguments: { a: 1, b: 1 } },
      ]),
      text('It is 5.'),
    ])
    expect(answer).toMatchObject({
      generations: [{ message: { content: 'It is 5.' }, finishReason: 'stop' }],
      metadata: { id: 'resp_2', model: 'test-model', usage: { promptTokens: 20, completionTokens: 10 } },
    })
    expect(requests[0]).toMatchObject({
      store: false,
      input: [{ role: 'user', content: '2+3?' }],
      tools: [{ type: 'function', name: 'add', strict: false }],
    })
    expect(requests[1]!.input).toEqual([
      { role: 'user', content: '2+3?' },
      { type: 'function_call', call_id: 'call_1_1', name: 'add', arguments: '{"a":2,"b":3}' },
      { type: 'function_call', call_id: 'call_1_2', name: 'add', arguments: '{"a":1,"b":1}' },
      { type: 'function_call_output', call_id: 'call_1_1', output: '5' },
      { type: 'function_call_output', call_id: 'call_1_2', output: '2' },
    ])
  })

  test('sends reasoning back in its place', async () => {
    const output = [reasoning, functionCall]
    const whole = { type: 'response.completed', response: response(output) }
    const { requests } = await turn([streaming ? events(whole) : { body: whole.response }, text('5')])
    expect(requests[1]!.input).toEqual([
      { role: 'user', content: '2+3?' },
      reasoning,
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":2,"b":3}' },
      { type: 'function_call_output', call_id: 'c1', output: '5' },
    ])
  })
})

test('text is handed out as it comes', async () => {
  const chunks = await withModel([text('Hello world')], drained)
  expect(chunks.map((chunk) => chunk.generations[0]!.message.content)).toEqual(['Hell', 'o wo', 'rld', ''])
})

test('items that a server leaves out of its last event are taken from the stream', async () => {
  const item = { type: 'response.output_item.done', item: functionCall }
  const chunks = await withModel([events(item, { type: 'response.completed', response: response([]) })], drained)
  expect(chunks.at(-1)!.generations[0]!.message.toolCalls).toEqual([
    { id: 'c1', name: 'add', arguments: '{"a":2,"b":3}' },
  ])
})

test('the options have their names of this API', async () => {
  await withModel([text('ok')], async (model, server) => {
    await model.call({ ...prompt, options: { maxTokens: 5, temperature: 1, extra: { reasoning: { effort: 'low' } } } })
    expect(server.requests[0]!.body).toMatchObject({
      max_output_tokens: 5,
      temperature: 1,
      reasoning: { effort: 'low' },
    })
  })
})

describe('an answer that is not whole', () => {
  const added = { type: 'response.output_item.added', item: functionCall }
  const cutCall = { ...functionCall, status: 'incomplete', arguments: '{"a":' }
  const incomplete = response([cutCall], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  const failed = response([], { status: 'failed', error: { code: 'server_error', message: 'It broke' } })

  test.each<[string, FixedReply, string]>([
    ['a stream without its last event', events(added), 'MODEL_STREAM_CUT'],
    [
      'a call cut by the token limit',
      events({ type: 'response.incomplete', response: incomplete }),
      'MODEL_ANSWER_CUT',
    ],
    ['a response that failed', events({ type: 'response.failed', response: failed }), 'MODEL_REPORTED_ERROR'],
    ['an error event', events({ type: 'error', message: 'overloaded' }), 'MODEL_REPORTED_ERROR'],
    ['something else', { body: { hello: 'world' } }, 'MODEL_ANSWER_UNUSABLE'],
    ['a refusal of the server', failure(400, 'bad input'), 'MODEL_REQUEST_REFUSED'],
  ])('rejects: %s', async (_what, reply, code) => {
    await withModel([reply], async (model) => {
      await expect(drained(model)).rejects.toMatchObject({ name: 'ModelError', code })
    })
  })

  test('rejects in one piece, too', async () => {
    await withModel([{ body: failed }, { body: incomplete }], async (model) => {
      await expect(model.call(prompt)).rejects.toThrow(/It broke/)
      await expect(model.call(prompt)).rejects.toMatchObject({ code: 'MODEL_ANSWER_CUT' })
    })
  })
})

describe('any splitting of the bytes gives the same responses', () => {
  const message = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Grüße 北京 🚀' }] }
  const list = [
    { type: 'response.created', response: response([], { status: 'in_progress' }) },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1' } },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Add 🤔.' },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.output_text.delta', output_index: 1, delta: 'Grüße ' },
    { type: 'response.output_text.delta', output_index: 1, delta: '北京 🚀' },
    { type: 'response.output_item.done', output_index: 1, item: message },
    { type: 'response.output_item.added', output_index: 2, item: { ...functionCall, arguments: '' } },
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"a":2,"b":3}' },
    { type: 'response.output_item.done', output_index: 2, item: functionCall },
    { type: 'response.completed', response: response([reasoning, message, functionCall]) },
  ]
  const sse = `: keep-alive\n\n${events(...list).sse!.join(': comment\n\n')}`

  const answerOf = (pieces: readonly Buffer[]) =>
    withModel([{ sseBase64: pieces.map((piece) => piece.toString('base64')) }], async (model) => {
      const aggregator = new ResponseAggregator()
      for (const chunk of await drained(model)) aggregator.add(chunk)
      return aggregator.result()
    })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('with %s', async (_name, lineEnd) => {
    const bytes = Buffer.from(sse.replaceAll('\n', lineEnd))
    const whole = await answerOf([bytes])
    expect(whole.generations[0]).toMatchObject({
      reasoning: 'Add 🤔.',
      message: { content: 'Grüße 北京 🚀', toolCalls: [{ id: 'c1', name: 'add', arguments: '{"a":2,"b":3}' }] },
    })
    const cuts = fc.array(fc.integer({ min: 0, max: bytes.length }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const ends = [...at, bytes.length].sort((left, right) => left - right)
        expect(await answerOf(ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)))).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })
})
