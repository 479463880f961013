import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OpenAiChatModel } from '@vernal/models/openai'
import { eventStream, type FixedReply } from '@vernal/models/testing'
import { ask, delta, joined, prompt, responses, said, whole } from './asking'

describe('calls in one piece are understood', () => {
  test.each<[string, unknown[], string[]]>([
    [
      'arguments as an object',
      [{ id: 'a', function: { name: 'f', arguments: { a: { b: [1] } } } }],
      ['f {"a":{"b":[1]}}'],
    ],
    ['arguments as a list', [{ id: 'a', function: { name: 'f', arguments: [1] } }], ['f [1]']],
    ['null arguments', [{ id: 'a', function: { name: 'f', arguments: null } }], ['f ']],
    ['no arguments', [{ id: 'a', function: { name: 'f' } }], ['f ']],
    ['parameters', [{ id: 'a', function: { name: 'f', parameters: { a: 1 } } }], ['f {"a":1}']],
    ['an input', [{ id: 'a', type: 'tool_use', name: 'f', input: { a: 1 } }], ['f {"a":1}']],
    ['no inner object', [{ name: 'f', arguments: '{}' }], ['f {}']],
    ['a custom tool', [{ id: 'a', type: 'custom', custom: { name: 'f', input: '{"a":1}' } }], ['f {"a":1}']],
    ['a number as id', [{ id: 7, function: { name: 'f', arguments: '{}' } }], ['f {}']],
    ['null beside a call', [null, { id: 'a', function: { name: 'f', arguments: '{}' } }], ['f {}']],
    ['a name with blanks', [{ id: 'a', function: { name: ' f\n', arguments: '{}' } }], ['f {}']],
    ['a mark behind the name', [{ id: 'a', function: { name: 'f<|channel|>json', arguments: '{}' } }], ['f {}']],
    ['a prefix before the name', [{ id: 'a', function: { name: 'functions.f', arguments: '{}' } }], ['f {}']],
    [
      'a nameless call beside one',
      [
        { id: 'x', function: { name: '' } },
        { id: 'a', function: { name: 'f' } },
      ],
      ['f '],
    ],
  ])('with %s', async (_habit, tool_calls, expected) => {
    const answer = await ask([whole({ content: null, tool_calls })], false)
    expect(said(answer)).toEqual({ text: '', calls: expected })
    const ids = answer.generations[0]!.message.toolCalls!.map(({ id }) => id)
    expect(ids.every((id) => id !== '')).toBe(true)
  })

  test('when the list is an object, or a text stands beside it', async () => {
    const tool_calls = { id: 'a', function: { name: 'f', arguments: '{}' } }
    expect(said(await ask([whole({ content: 'Let me look.', tool_calls })], false))).toEqual({
      text: 'Let me look.',
      calls: ['f {}'],
    })
  })

  test('when the list is JSON text', async () => {
    const tool_calls = JSON.stringify([{ id: 'a', function: { name: 'f', arguments: '{"a":1}' } }])
    expect(said(await ask([whole({ content: null, tool_calls })], false)).calls).toEqual(['f {"a":1}'])
  })

  test('unless none of them has a name', async () => {
    const reply = whole({ content: null, tool_calls: [{ id: 'a', function: { name: null, arguments: '{}' } }] })
    await expect(ask([reply], false)).rejects.toMatchObject({ code: 'MODEL_ANSWER_UNUSABLE' })
  })
})

describe('streamed calls are understood', () => {
  const f = (args: unknown, rest: object = {}) => ({ function: { name: 'f', arguments: args }, ...rest })

  test.each<[string, unknown[], string[]]>([
    [
      'null fields everywhere',
      [
        { index: 0, id: 'a', type: null, function: { name: 'f', arguments: null } },
        { index: 0, id: null, type: null, function: { name: null, arguments: '{"a":' } },
        { index: 0, id: null, function: { arguments: '1}' } },
      ],
      ['f {"a":1}'],
    ],
    [
      'gaps between the indexes',
      [f('{"a":1}', { index: 2, id: 'x' }), f('{"a":2}', { index: 7, id: 'y' })],
      ['f {"a":1}', 'f {"a":2}'],
    ],
    [
      'indexes from one',
      [f('{"a"', { index: 1, id: 'x' }), { index: 1, function: { arguments: ':1}' } }],
      ['f {"a":1}'],
    ],
    ['negative indexes', [f('{"a":1}', { index: -1, id: 'x' })], ['f {"a":1}']],
    ['numbers as ids', [f('{"a":1}', { id: 1 }), f('{"a":2}', { id: 2 })], ['f {"a":1}', 'f {"a":2}']],
    ['no inner object', [{ index: 0, id: 'x', name: 'f', arguments: '{"a":1}' }], ['f {"a":1}']],
    [
      'the type alone first',
      [
        { index: 0, type: 'function' },
        { index: 0, id: 'x', function: { name: 'f' } },
        { index: 0, function: { arguments: '{}' } },
      ],
      ['f {}'],
    ],
    [
      'an id that comes last',
      [
        { index: 0, function: { name: 'f', arguments: '{}' } },
        { index: 0, id: 'late' },
      ],
      ['f {}'],
    ],
    [
      'arguments before the name',
      [
        { index: 0, id: 'x', function: { arguments: '{"a":1}' } },
        { index: 0, function: { name: 'f' } },
      ],
      ['f {"a":1}'],
    ],
    [
      'a whole call once more at the end',
      [
        f('', { index: 0, id: 'x' }),
        { index: 0, function: { arguments: '{"a"' } },
        { index: 0, function: { arguments: ':1}' } },
        f('{"a":1}', { index: 0, id: 'x' }),
      ],
      ['f {"a":1}'],
    ],
    ['an empty list', [f('{}', { index: 0, id: 'x' })], ['f {}']],
    ['objects as arguments, twice', [f({ a: 1 }, { id: 'x' }), f({ a: 2 }, { id: 'y' })], ['f {"a":1}', 'f {"a":2}']],
    [
      'an index that is null',
      [f('{"a"', { index: null, id: 'x' }), { index: null, function: { arguments: ':1}' } }],
      ['f {"a":1}'],
    ],
    [
      'one id that repeats with every piece',
      [f('{', { index: 0, id: 'x' }), { index: 0, id: 'x', function: { arguments: '"a":1}' } }],
      ['f {"a":1}'],
    ],
    [
      'a number that grows',
      [f('{"a":1', { index: 0, id: 'x' }), { index: 0, function: { arguments: '2}' } }],
      ['f {"a":12}'],
    ],
  ])('with %s', async (_habit, entries, expected) => {
    const chunks = entries.map((entry) => delta({ tool_calls: [entry] }))
    const reply = eventStream([...chunks, delta({ tool_calls: [] }), delta({}, 'tool_calls')])
    expect(said(await ask([reply], true))).toEqual({ text: '', calls: expected })
  })

  test('with several in one chunk', async () => {
    const entries = [f('{"a"', { index: 0, id: 'x' }), f('{"b"', { index: 1, id: 'y' })]
    const rest = [0, 1].map((index) => ({ index, function: { arguments: ':1}' } }))
    const reply = eventStream([delta({ tool_calls: entries }), delta({ tool_calls: rest }), delta({}, 'stop')])
    expect(said(await ask([reply], true)).calls).toEqual(['f {"a":1}', 'f {"b":1}'])
  })
})

describe('a stream is read', () => {
  const pieces = [delta({ role: 'assistant', content: 'Hel' }), delta({ content: 'lo' }), delta({}, 'stop')]
  const lines = pieces.map((piece) => `data: ${JSON.stringify(piece)}`)

  test.each<[string, FixedReply]>([
    ['without its end mark', { sse: [`${lines.join('\n\n')}\n\n`] }],
    ['without the last line end', { sse: [`${lines.join('\n\n')}`] }],
    ['with CR alone', { sse: [`${lines.join('\r\r')}\r\rdata: [DONE]\r\r`] }],
    ['with one line end between events', { sse: [`${lines.join('\n')}\ndata: [DONE]\n`] }],
    ['with a byte order mark', { sse: [`\uFEFF${lines.join('\n\n')}\n\n`] }],
    [
      'with ids, retries and named events',
      { sse: [lines.map((line, at) => `id: ${at}\nretry: 10\nevent: chunk\n${line}\n\n`).join('')] },
    ],
    ['with events that hold nothing', { sse: [`data:\n\ndata: \n\n${lines.join('\n\n')}\n\ndata:[DONE]\n\n`] }],
    ['with pings', { sse: [`event: ping\ndata: {}\n\n: ping\n\n${lines.join('\n\n')}\n\n`] }],
    ['with chunks in lists', { sse: [pieces.map((piece) => `data: ${JSON.stringify([piece])}\n\n`).join('')] }],
    ['with another content type', { sse: [`${lines.join('\n\n')}\n\n`], headers: { 'content-type': 'text/plain' } }],
    [
      'with the content type of JSON',
      { sse: [`${lines.join('\n\n')}\n\n`], headers: { 'content-type': 'application/json' } },
    ],
    ['with the word null for no reason', eventStream([delta({ content: 'Hello' }, 'null'), delta({}, 'stop')])],
    ['with an empty reason', eventStream([delta({ content: 'Hello' }, ''), delta({}, 'stop')])],
    [
      'with the reason beside the last text',
      eventStream([delta({ content: 'Hel' }), delta({ content: 'lo' }, 'stop')]),
    ],
    ['with no reason, but an end mark', eventStream([delta({ content: 'Hello' })])],
    [
      'with messages for deltas',
      eventStream([
        { choices: [{ message: { content: 'Hel' } }] },
        { choices: [{ message: { content: 'lo' }, finish_reason: 'stop' }] },
      ]),
    ],
    [
      'with the whole message once more',
      eventStream([...pieces.slice(0, 2), { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }]),
    ],
    ['with a null delta at the end', eventStream([...pieces.slice(0, 2), delta(null, 'stop')])],
    [
      'with another number than 0',
      eventStream([{ choices: [{ index: 1, delta: { content: 'Hello' }, finish_reason: 'stop' }] }]),
    ],
    [
      'of the first of two answers',
      eventStream([
        {
          choices: [
            { index: 1, delta: { content: 'Bye' } },
            { index: 0, delta: { content: 'Hello' } },
          ],
        },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ]),
    ],
    [
      'with choices that are null at times',
      eventStream([{ choices: null }, ...pieces, { choices: null, usage: null }]),
    ],
    [
      'with a choice that is no list',
      eventStream([{ choices: { delta: { content: 'Hello' }, finish_reason: 'stop' } }]),
    ],
    [
      'with content in parts',
      eventStream([
        delta(
          {
            content: [
              { type: 'text', text: 'Hel' },
              { type: 'text', text: 'lo' },
            ],
          },
          'stop',
        ),
      ]),
    ],
    ['that is a whole answer', { sse: [JSON.stringify(whole({ content: 'Hello' }).body)] }],
    ['that is a whole answer over several lines', { sse: [JSON.stringify(whole({ content: 'Hello' }).body, null, 2)] }],
    ['that is a whole answer as an event', { sse: [`data: ${JSON.stringify(whole({ content: 'Hello' }).body)}\n\n`] }],
  ])('%s', async (_habit, reply) => {
    expect(said(await ask([reply], true))).toEqual({ text: 'Hello', calls: [] })
  })

  test.each([
    ['an answer of chunks', { body: { choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }] } }],
    ['a byte order mark', { body: `\uFEFF${JSON.stringify(whole({ content: 'Hello' }).body)}` }],
    ['blank lines before', { body: `\n\n\n${JSON.stringify(whole({ content: 'Hello' }).body)}\n` }],
    ['choices that are no list', { body: { choices: { message: { content: 'Hello' } } } }],
    ['content as an object', whole({ content: { type: 'text', text: 'Hello' } })],
    [
      'choices in another order',
      {
        body: {
          choices: [
            { index: 1, message: { content: 'No' } },
            { index: 0, message: { content: 'Hello' } },
          ],
        },
      },
    ],
    ['no finish reason', whole({ content: 'Hello' }, { finish_reason: undefined })],
    ['events with ids first', { body: `id: 1\n${lines.join('\n\n')}\n\n` }],
  ])('and so is, in one piece, %s', async (_habit, reply) => {
    expect(said(await ask([reply], false))).toEqual({ text: 'Hello', calls: [] })
  })
})

describe('usage is found', () => {
  const counts = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
  const expected = { promptTokens: 3, completionTokens: 4, totalTokens: 7 }

  test.each<[string, object[]]>([
    ['in a chunk of its own', [delta({}, 'stop'), { choices: [], usage: counts }]],
    ['in a chunk without choices', [delta({}, 'stop'), { usage: counts }]],
    ['beside the reason', [{ ...delta({}, 'stop'), usage: counts }]],
    ['in the choice', [delta({}, 'stop', { usage: counts })]],
    ['where Groq puts it', [{ ...delta({}, 'stop'), x_groq: { id: 'req', usage: counts } }]],
    [
      'growing in every chunk',
      [
        { ...delta({ content: '!' }), usage: { prompt_tokens: 3, completion_tokens: 1 } },
        { ...delta({}, 'stop'), usage: counts },
      ],
    ],
    [
      'before a null',
      [
        { ...delta({}, 'stop'), usage: counts },
        { choices: [], usage: null },
      ],
    ],
    [
      'as text',
      [delta({}, 'stop'), { choices: [], usage: { prompt_tokens: '3', completion_tokens: '4', total_tokens: '7' } }],
    ],
    [
      'without a sum',
      [delta({}, 'stop'), { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: null } }],
    ],
  ])('%s', async (_place, chunks) => {
    const answer = await ask([eventStream([delta({ content: 'x' }), ...chunks])], true)
    expect(answer.metadata.usage).toMatchObject(expected)
  })
})

describe('words why a model stopped', () => {
  test.each([
    ['stop', 'stop'],
    ['STOP', 'stop'],
    ['end_turn', 'stop'],
    ['eos', 'stop'],
    ['max_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['max-tokens', 'length'],
    ['FINISH_REASON_MAX_TOKENS', 'length'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['SAFETY', 'content-filter'],
    ['sensitive', 'content-filter'],
    ['abort', 'other'],
    ['insufficient_system_resource', 'other'],
    ['toString', 'other'],
  ])('%s means %s', async (raw, expected) => {
    for (const [reply, streaming] of [
      [whole({ content: 'x' }, { finish_reason: raw }), false],
      [eventStream([delta({ content: 'x' }, raw)]), true],
    ] as const) {
      expect((await ask([reply], streaming)).generations[0]).toMatchObject({
        finishReason: expected,
        rawFinishReason: raw,
      })
    }
  })

  test.each(['length', 'content_filter', 'abort', 'insufficient_system_resource'])(
    'with %s, arguments that are not whole are refused',
    async (reason) => {
      const call = { index: 0, id: 'x', function: { name: 'rm', arguments: '{"path":"/ho' } }
      const replies: [FixedReply, boolean][] = [
        [whole({ content: null, tool_calls: [call] }, { finish_reason: reason }), false],
        [eventStream([delta({ tool_calls: [call] }), delta({}, reason)]), true],
      ]
      for (const [reply, streaming] of replies) {
        await expect(ask([reply], streaming)).rejects.toMatchObject({
          code: 'MODEL_ANSWER_CUT',
          message: expect.stringContaining('"rm"') as string,
        })
      }
    },
  )
})

describe('what came beside the answer', () => {
  const headers = { 'x-request-id': 'req_1', 'x-ratelimit-remaining-tokens': '149984', 'RateLimit-Reset': '30' }
  const logprobs = { content: [{ token: 'x', logprob: -0.1 }] }
  const beside = { system_fingerprint: 'fp_1', citations: ['https://example.org'] }
  const ofChoice = { native_finish_reason: 'STOP', content_filter_results: { hate: { filtered: false } } }

  test.each<[string, FixedReply, boolean]>([
    [
      'whole',
      {
        headers,
        body: { ...beside, choices: [{ message: { content: 'x' }, finish_reason: 'stop', logprobs, ...ofChoice }] },
      },
      false,
    ],
    [
      'streamed',
      {
        ...eventStream([
          { ...delta({ content: 'x' }, null, { logprobs }), ...beside },
          { ...delta({}, 'stop', ofChoice), obfuscation: 'aaaa' },
        ]),
        headers,
      },
      true,
    ],
  ])('is in the metadata, %s', async (_form, reply, streaming) => {
    const answer = await ask([reply], streaming)
    expect(answer.metadata.extra).toEqual({
      requestId: 'req_1',
      rateLimits: { 'remaining-tokens': '149984', reset: '30' },
      ...beside,
    })
    expect(answer.generations[0]!.metadata).toEqual({ logprobs, ...ofChoice })
  })
})

describe('an answer that is compressed although nobody asked for it', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read: %s', async (encoding, compress) => {
    const events = eventStream([delta({ content: 'Grüße ' }), delta({ content: '🚀' }, 'stop')]).sse!.join('')
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const isStream = request.headers.accept === 'never'
        response.writeHead(200, { 'content-encoding': encoding, 'content-type': isStream ? 'x' : 'text/event-stream' })
        const bytes = compress(Buffer.from(events))
        response.write(bytes.subarray(0, 20))
        setImmediate(() => response.end(bytes.subarray(20)))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const model = new OpenAiChatModel({ model: 'm', baseUrl: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
    expect(said(await joined(model.stream(prompt))).text).toBe('Grüße 🚀')
    expect(said(await model.call(prompt)).text).toBe('Grüße 🚀')
    model.close()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the Responses API', () => {
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{"a":1}' }
  const response = (output: unknown[], rest: object = {}) => ({ id: 'r', status: 'completed', output, ...rest })
  const sse = (...events: readonly { type: string }[]): FixedReply => ({
    sse: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  })
  const text = { type: 'response.output_text.delta', delta: 'Hello' }

  test.each<[string, FixedReply]>([
    [
      'a stream although none was asked for',
      { ...sse(text, { type: 'response.completed', response: response([message]) } as never) },
    ],
    ['arguments as an object', { body: response([message, { ...call, arguments: { a: 1 } }]) }],
    ['items that are null', { body: response([null, message, call]) }],
    [
      'annotations and log-probs that are null',
      { body: response([{ ...message, content: [{ type: 'output_text', text: 'Hello', annotations: null }] }]) },
    ],
  ])('is understood: %s', async (_habit, reply) => {
    expect(said(await ask([reply], false, responses)).text).toBe('Hello')
  })

  test('is understood when it answers in one piece', async () => {
    expect(said(await ask([{ body: response([message, call]) }], true, responses))).toEqual({
      text: 'Hello',
      calls: ['f {"a":1}'],
    })
  })

  test.each<[string, FixedReply, string]>([
    ['a page', { body: '<h1>no capacity</h1>', headers: { 'content-type': 'text/html' } }, 'MODEL_ANSWER_UNUSABLE'],
    ['an error', { body: { error: { message: 'no capacity' } } }, 'MODEL_REPORTED_ERROR'],
    [
      'a failed response',
      { body: response([], { status: 'failed', error: { code: 'server_error', message: 'no capacity' } }) },
      'MODEL_REPORTED_ERROR',
    ],
    ['an error event', sse(text, { type: 'error', message: 'no capacity' } as never), 'MODEL_REPORTED_ERROR'],
    [
      'an error event around an object',
      sse(text, { type: 'error', error: { message: 'no capacity' } } as never),
      'MODEL_REPORTED_ERROR',
    ],
  ])('rejects with the words of the server: %s', async (_form, reply, code) => {
    for (const streaming of 'sse' in reply ? [true] : [false, true]) {
      await expect(ask([reply], streaming, responses)).rejects.toMatchObject({
        code,
        message: expect.stringContaining('no capacity') as string,
      })
    }
  })
})
