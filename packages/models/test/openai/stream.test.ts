import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { ResponseAggregator, userMessage, type ChatResponse } from '@vernal/chat'
import { OpenAiChatModel, type OpenAiChatModelOptions } from '@vernal/models/openai'
import { OpenAiLoopbackServer, calls, eventStream, failure, text, type ScriptedReply } from '@vernal/models/testing'

jest.setTimeout(60_000)

const prompt = { messages: [userMessage('go')], options: {} }

async function withModel<T>(
  replies: readonly ScriptedReply[],
  run: (model: OpenAiChatModel, server: OpenAiLoopbackServer) => Promise<T>,
  options: Partial<OpenAiChatModelOptions> = {},
): Promise<T> {
  await using server = await OpenAiLoopbackServer.start(replies)
  return await run(new OpenAiChatModel({ model: 'test-model', baseUrl: server.baseUrl, ...options }), server)
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const chunksOf = (reply: ScriptedReply, options: Partial<OpenAiChatModelOptions> = {}) =>
  withModel([reply], (model) => collect(model.stream(prompt)), options)

async function answerOf(reply: ScriptedReply): Promise<ChatResponse> {
  const aggregator = new ResponseAggregator()
  for (const chunk of await chunksOf(reply)) aggregator.add(chunk)
  return aggregator.result()
}

const callsOf = async (reply: ScriptedReply) =>
  (await answerOf(reply)).generations[0]!.message.toolCalls?.map((call) => `${call.name} ${call.arguments}`)

const choice = (delta: object, finishReason: string | null = null) => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
})

const callPieces = (...entries: readonly object[]) =>
  eventStream([...entries.map((entry) => choice({ tool_calls: [entry] })), choice({}, 'tool_calls')])

describe('a streamed text', () => {
  test('comes piece by piece, with finish reason and usage at the end', async () => {
    const chunks = await chunksOf(text('Hello world', { pieceLength: 6 }))
    expect(chunks.map((chunk) => chunk.generations[0]!.message.content)).toEqual(['Hello ', 'world', ''])
    expect(chunks.at(-1)).toMatchObject({
      generations: [{ finishReason: 'stop', rawFinishReason: 'stop' }],
      metadata: { usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15 } },
    })
  })

  test('asks for its usage', async () => {
    await withModel([text('x')], async (model, server) => {
      await collect(model.stream(prompt))
      expect(server.requests[0]!.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    })
  })

  test('is understood as lines of JSON', async () => {
    const lines = [choice({ content: 'a' }), choice({ content: 'b' }), choice({}, 'stop')].map((each) =>
      JSON.stringify(each),
    )
    expect((await answerOf({ sse: [lines.join('\n')] })).generations[0]!.message.content).toBe('ab')
  })

  test('is understood from a server that does not stream', async () => {
    const answer = await answerOf({ body: { choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] } })
    expect(answer.generations[0]!.message.content).toBe('whole')
  })

  test('is complete when the server keeps the connection open after its last word', async () => {
    const reply = { ...eventStream([choice({ content: 'done' }), choice({}, 'stop')]), thenHoldOpenMs: 10_000 }
    expect((await answerOf(reply)).generations[0]!.message.content).toBe('done')
  })

  test('keeps the connection for the next request', async () => {
    await withModel([text('a'), text('b')], async (model, server) => {
      await collect(model.stream(prompt))
      await collect(model.stream(prompt))
      expect(server.requests.map((request) => request.closedByClient)).toEqual([false, false])
    })
  })
})

describe('streamed calls', () => {
  test('come once and whole, at the end', async () => {
    const chunks = await chunksOf(calls([{ name: 'f', arguments: { a: 1 } }, { name: 'g' }], { pieceLength: 2 }))
    expect(chunks).toHaveLength(1)
    expect(chunks[0]!.generations[0]).toMatchObject({
      finishReason: 'tool-calls',
      message: {
        toolCalls: [
          { id: 'call_1_1', name: 'f', arguments: '{"a":1}' },
          { id: 'call_1_2', name: 'g', arguments: '{}' },
        ],
      },
    })
  })

  const f = (args: unknown, rest: object = {}) => ({ function: { name: 'f', arguments: args }, ...rest })
  const more = (args: string, rest: object = {}) => ({ function: { arguments: args }, ...rest })

  test.each<[string, object[], string[]]>([
    ['no index, new ids', [f('{"a":1}', { id: 'x' }), f('{"a":2}', { id: 'y' })], ['f {"a":1}', 'f {"a":2}']],
    ['no index, no ids', [f('{"a":1}'), f('{"a":2}')], ['f {"a":1}', 'f {"a":2}']],
    ['no index, pieces', [f('', { id: 'x' }), more('{"a"'), more(':1}')], ['f {"a":1}']],
    ['one index, new ids', [f('{}', { id: 'x', index: 0 }), f('{}', { id: 'y', index: 0 })], ['f {}', 'f {}']],
    ['one id, two indexes', [f('{}', { id: 'x', index: 0 }), f('{}', { id: 'x', index: 1 })], ['f {}', 'f {}']],
    [
      'interleaved',
      [f('{"a"', { index: 0 }), f('{"b"', { index: 1 }), more(':1}', { index: 0 }), more(':2}', { index: 1 })],
      ['f {"a":1}', 'f {"b":2}'],
    ],
    [
      'interleaved by id alone',
      [f('{"a"', { id: 'x' }), f('{"b"', { id: 'y' }), more(':1}', { id: 'x' }), more(':2}', { id: 'y' })],
      ['f {"a":1}', 'f {"b":2}'],
    ],
    [
      'empty ids and a repeated type',
      [f('{"a"', { index: 0, id: 'x' }), more(':1}', { index: 0, id: '', type: 'function' }), more('', { index: 0 })],
      ['f {"a":1}'],
    ],
    ['a repeated name and id', [f('{"a"', { index: 0, id: 'x' }), f(':1}', { index: 0, id: 'x' })], ['f {"a":1}']],
    [
      'another id for each piece',
      [f('{"a"', { index: 0, id: 'x' }), more(':1}', { index: 0, id: 'y' })],
      ['f {"a":1}'],
    ],
    ['a call sent twice', [f('{"a":1}', { index: 0, id: 'x' }), f('{"a":1}', { index: 0, id: 'x' })], ['f {"a":1}']],
    [
      'all arguments so far in each piece',
      [
        f('{', { index: 0, id: 'x' }),
        more('{"a":', { index: 0 }),
        more('{"a":{"b"', { index: 0 }),
        more('{"a":{"b":1}}', { index: 0 }),
      ],
      ['f {"a":{"b":1}}'],
    ],
    [
      'an empty object as a place',
      [f('{}', { index: 0, id: 'x' }), more('{"a"', { index: 0 }), more(':1}', { index: 0 })],
      ['f {"a":1}'],
    ],
    [
      'pieces that begin like the first one',
      [f('{"a":', { index: 0, id: 'x' }), more('{"', { index: 0 }), more('a":1}}', { index: 0 })],
      ['f {"a":{"a":1}}'],
    ],
    [
      'a mark behind the name',
      [f('{"a":1}', { index: 0, id: 'x', function: { name: 'f<|channel|>', arguments: '{"a":1}' } })],
      ['f {"a":1}'],
    ],
    ['arguments as an object', [f({ a: 1 }, { index: 0 })], ['f {"a":1}']],
    ['null arguments', [f(null, { index: 0 })], ['f ']],
    [
      'a name in pieces',
      [
        { index: 0, id: 'x', function: { name: 'get_' } },
        { index: 0, function: { name: 'weather', arguments: '{}' } },
      ],
      ['get_weather {}'],
    ],
    ['an index as text', [f('{"a"', { index: '0' }), more(':1}', { index: '0' })], ['f {"a":1}']],
    ['a negative start', [f('{}', { index: 3, id: 'x' }), f('{}', { index: 5, id: 'y' })], ['f {}', 'f {}']],
  ])('are put together: %s', async (_habit, entries, expected) => {
    expect(await callsOf(callPieces(...entries))).toEqual(expected)
  })

  test('are understood in the older form', async () => {
    const pieces = [{ name: 'f', arguments: '' }, { arguments: '{"a"' }, { arguments: ':1}' }]
    const chunks = pieces.map((function_call) => choice({ function_call }))
    expect(await callsOf(eventStream([...chunks, choice({}, 'function_call')]))).toEqual(['f {"a":1}'])
  })

  test('keep what the provider wants back', async () => {
    const signature = { google: { thought_signature: 's' } }
    const reply = eventStream([
      choice({ reasoning_content: 'I should ' }),
      choice({ reasoning_content: 'call f.' }),
      choice({
        tool_calls: [{ index: 0, id: 'x', extra_content: signature, function: { name: 'f', arguments: '{}' } }],
      }),
      choice({}, 'tool_calls'),
    ])
    const { message, reasoning } = (await answerOf(reply)).generations[0]!
    expect(reasoning).toBe('I should call f.')
    await withModel([text('ok')], async (model, server) => {
      const results = [{ callId: 'x', name: 'f', content: '1' }]
      const stored = JSON.parse(JSON.stringify(message)) as typeof message
      await model.call({ messages: [...prompt.messages, stored, { role: 'tool', results }], options: {} })
      expect(server.requests[0]!.body.messages).toMatchObject([
        {},
        { reasoning_content: 'I should call f.', tool_calls: [{ id: 'x', extra_content: signature }] },
        {},
      ])
    })
  })
})

describe('a stream that ends badly', () => {
  const half = [choice({ tool_calls: [{ index: 0, id: 'x', function: { name: 'rm', arguments: '{"all' } }] })]
  const pieces = eventStream(half).sse!.slice(0, -1)

  test.each<[string, ScriptedReply, string]>([
    ['a clean end within arguments', { sse: pieces }, 'MODEL_STREAM_CUT'],
    ['a dropped connection', { sse: pieces, thenDrop: true }, 'MODEL_STREAM_CUT'],
    ['an end mark within arguments', eventStream(half), 'MODEL_STREAM_CUT'],
    ['an end within a line', { sse: ['data: {"choi'] }, 'MODEL_STREAM_CUT'],
    [
      'no finish reason after text',
      { sse: eventStream([choice({ content: 'a' })]).sse!.slice(0, 1) },
      'MODEL_STREAM_CUT',
    ],
    ['the token limit within arguments', eventStream([...half, choice({}, 'length')]), 'MODEL_ANSWER_CUT'],
    ['nothing at all', { sse: [''] }, 'MODEL_STREAM_CUT'],
    ['an end mark alone', eventStream([]), 'MODEL_ANSWER_UNUSABLE'],
    [
      'an error object',
      eventStream([choice({ content: 'a' }), { error: { message: 'overloaded' } }]),
      'MODEL_REPORTED_ERROR',
    ],
    ['an error event', { sse: ['event: error\ndata: {"message":"overloaded"}\n\n'] }, 'MODEL_REPORTED_ERROR'],
    [
      'an error that is the chunk',
      { sse: ['data: {"object":"error","message":"overloaded"}\n\n'] },
      'MODEL_REPORTED_ERROR',
    ],
    ['an error body without an event', { sse: ['{"error":{"message":"overloaded"}}'] }, 'MODEL_REPORTED_ERROR'],
    ['no JSON', { sse: ['data: hello\n\n'] }, 'MODEL_ANSWER_UNUSABLE'],
  ])('rejects: %s', async (_how, reply, code) => {
    await expect(chunksOf(reply)).rejects.toMatchObject({ name: 'ModelError', code })
  })

  test('names the tool whose arguments were cut', async () => {
    await expect(chunksOf({ sse: pieces })).rejects.toThrow(/"rm"/)
  })

  test('rejects after too long a silence, closes the connection and does not ask again', async () => {
    const reply = { sse: eventStream([choice({ content: 'Thin' })]).sse!.slice(0, 1), thenHoldOpenMs: 10_000 }
    await withModel(
      [reply],
      async (model, server) => {
        await expect(collect(model.stream(prompt))).rejects.toMatchObject({ code: 'MODEL_STREAM_IDLE' })
        expect(await server.requests[0]!.ended).toBe(true)
        expect(server.requests).toHaveLength(1)
      },
      { idleTimeoutMs: 50 },
    )
  })

  test('rejects when only comments come for long', async () => {
    const [first] = eventStream([choice({ content: 'Thin' })]).sse!
    const comments = Array.from({ length: 100 }, () => ': still here\n\n')
    await withModel(
      [{ sse: [first!, ...comments], pauseMs: 20 }],
      async (model, server) => {
        await expect(collect(model.stream(prompt))).rejects.toMatchObject({ code: 'MODEL_STREAM_IDLE' })
        expect(await server.requests[0]!.ended).toBe(true)
      },
      { idleTimeoutMs: 50 },
    )
  })

  test('does not blame the server for a slow reader', async () => {
    await withModel(
      [text('one two', { pieceLength: 4 })],
      async (model) => {
        const pieces: string[] = []
        for await (const chunk of model.stream(prompt)) {
          pieces.push(chunk.generations[0]!.message.content)
          await delay(250)
        }
        expect(pieces.join('')).toBe('one two')
      },
      { idleTimeoutMs: 50 },
    )
  })

  test('waits through some comments', async () => {
    const comments = Array.from({ length: 4 }, () => ': still here\n\n')
    const reply = { sse: [...comments, ...eventStream([choice({ content: 'ok' }, 'stop')]).sse!], pauseMs: 150 }
    expect(await chunksOf(reply, { idleTimeoutMs: 400 })).toHaveLength(2)
  })

  test('is tried again when it never began', async () => {
    await withModel([failure(503, 'busy', { 'retry-after-ms': '1' }), text('ok')], async (model) => {
      expect(await collect(model.stream(prompt))).not.toHaveLength(0)
    })
  })
})

describe('a reader that stops', () => {
  const endless: ScriptedReply = {
    sse: eventStream([choice({ content: 'a' }), choice({ content: 'b' })]).sse!.slice(0, 2),
    thenHoldOpenMs: 10_000,
  }

  test('closes the connection by leaving the loop', async () => {
    await withModel([endless], async (model, server) => {
      for await (const chunk of model.stream(prompt)) if (chunk) break
      expect(await server.requests[0]!.ended).toBe(true)
    })
  })

  test('closes the connection by its signal and gets its reason', async () => {
    await withModel([endless], async (model, server) => {
      const aborting = new AbortController()
      const reading = (async () => {
        for await (const chunk of model.stream(prompt, aborting.signal)) if (chunk) aborting.abort('enough')
      })()
      await expect(reading).rejects.toBe('enough')
      expect(await server.requests[0]!.ended).toBe(true)
    })
  })
})

describe('any splitting of the bytes gives the same responses', () => {
  const events = [
    ': keep-alive\n\n',
    `data: ${JSON.stringify(choice({ role: 'assistant', content: 'Grüße 北京 🚀' }))}\n\n`,
    `data:${JSON.stringify(choice({ content: ' naïve' }))}\n\n`,
    `id: 7\nevent: message\ndata: ${JSON.stringify(choice({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{"t":"🚀' } }] }))}\n\n`,
    `: comment\ndata: ${JSON.stringify(choice({ tool_calls: [{ index: 0, function: { arguments: ' é"}' } }] }))}\n\n`,
    `data: ${JSON.stringify(choice({}, 'tool_calls'))}\n\n`,
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } })}\n\n`,
    'data: [DONE]\n\n',
  ].join('')

  const split = (bytes: Buffer, cuts: readonly number[]): string[] => {
    const at = [0, ...[...cuts].sort((left, right) => left - right), bytes.length]
    return at.slice(1).map((end, index) => bytes.subarray(at[index], end).toString('base64'))
  }

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('with %s', async (_name, lineEnd) => {
    const bytes = Buffer.from(events.replaceAll('\n', lineEnd))
    const whole = await answerOf({ sseBase64: [bytes.toString('base64')], headers: SSE })
    expect(whole.generations[0]!.message).toMatchObject({
      content: 'Grüße 北京 🚀 naïve',
      toolCalls: [{ id: 'x', name: 'f', arguments: '{"t":"🚀 é"}' }],
    })
    const cuts = fc.array(fc.integer({ min: 0, max: bytes.length }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        expect(await answerOf({ sseBase64: split(bytes, at), headers: SSE })).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })

  test('with every byte on its own', async () => {
    const bytes = Buffer.from(events)
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]).toString('base64'))
    const whole = await answerOf({ sseBase64: [bytes.toString('base64')], headers: SSE })
    expect(await answerOf({ sseBase64: pieces, headers: SSE })).toEqual(whole)
  })
})

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' }
