import { OpenAiChatModel } from '@vernal/models/openai'
import { eventStream, OpenAiLoopbackServer, text, type FixedReply } from '@vernal/models/testing'
import { ask, chat, delta, prompt, said, whole } from './asking'

describe('an error in an answer that says success', () => {
  test.each<[string, FixedReply]>([
    ['an object', { body: { error: { message: 'no capacity', code: 503 } } }],
    ['a text', { body: { error: 'no capacity' } }],
    ['beside empty choices', { body: { choices: [], error: { message: 'no capacity' } } }],
    ['a message and a code', { body: { code: 'InternalError', message: 'no capacity', request_id: 'r' } }],
    ['a detail', { body: { detail: 'no capacity' } }],
    ['a list of details', { body: { detail: [{ loc: ['body'], msg: 'no capacity' }] } }],
    ['in a list', { body: [{ error: { message: 'no capacity' } }] }],
    ['errors', { body: { success: false, errors: [{ message: 'no capacity' }] } }],
    ['a status', { body: { base_resp: { status_code: 1002, status_msg: 'no capacity' } } }],
    ['an error code', { body: { error_code: 17, error_msg: 'no capacity' } }],
    ['in the choice', { body: { choices: [{ error: { message: 'no capacity' }, finish_reason: 'error' }] } }],
    [
      'in the choice beside half a message',
      {
        body: {
          choices: [{ message: { content: 'Half' }, error: { message: 'no capacity' }, finish_reason: 'error' }],
        },
      },
    ],
    [
      'a page',
      {
        body: '<html><head><style>a{}</style></head><body><h1>no capacity</h1></body></html>',
        headers: { 'content-type': 'text/html' },
      },
    ],
    ['plain text', { body: 'no capacity', headers: { 'content-type': 'text/plain' } }],
  ])('rejects with its words, streamed or not: %s', async (_form, reply) => {
    for (const streaming of [false, true]) {
      await expect(ask([reply], streaming)).rejects.toMatchObject({
        name: 'ModelError',
        message: expect.stringContaining('no capacity') as string,
      })
    }
  })

  const half = delta({ content: 'Half an ' })

  test.each<[string, FixedReply]>([
    ['an error object', eventStream([half, { error: { message: 'no capacity' } }])],
    ['an error text', eventStream([half, { error: 'no capacity' }])],
    [
      'beside choices',
      eventStream([half, { ...delta({ content: '' }), error: { message: 'no capacity', code: 502 } }]),
    ],
    ['in a choice', eventStream([half, delta({}, 'error', { error: { message: 'no capacity' } })])],
    ['a message and a code', eventStream([half, { code: 'Throttling', message: 'no capacity' }])],
    [
      'the same without an end mark',
      { sse: eventStream([half, { code: 'Throttling', message: 'no capacity' }]).sse!.slice(0, -1) },
    ],
    ['an event', { sse: [`data: ${JSON.stringify(half)}\n\nevent: error\ndata: no capacity\n\n`] }],
    [
      'an event with an object',
      { sse: [`data: ${JSON.stringify(half)}\n\nevent: error\ndata: {"error":{"message":"no capacity"}}\n\n`] },
    ],
    [
      'the form of Anthropic',
      eventStream([half, { type: 'error', error: { type: 'overloaded_error', message: 'no capacity' } }]),
    ],
    ['an object without an event', { sse: [`data: ${JSON.stringify(half)}\n\n{"error":{"message":"no capacity"}}\n`] }],
  ])('rejects in the middle of a stream: %s', async (_form, reply) => {
    await expect(ask([reply], true)).rejects.toMatchObject({
      code: 'MODEL_REPORTED_ERROR',
      message: expect.stringContaining('no capacity') as string,
    })
  })
})

describe('a body that is none', () => {
  test.each<[string, FixedReply]>([
    ['empty', { body: '' }],
    ['blank', { body: '  \n' }],
    ['null', { body: 'null' }],
    ['a number', { body: '1' }],
    ['an empty object', { body: {} }],
    ['no choices', { body: { choices: [] } }],
    ['null choices', { body: { choices: null } }],
    ['a null message', whole(null)],
    ['the older form of text', { body: { choices: [{ text: 'Hello' }] } }],
    ['half an answer', { body: '{"choices":[{"message":{"content":"He' }],
  ])('rejects: %s', async (_what, reply) => {
    for (const streaming of [false, true]) {
      await expect(ask([reply], streaming)).rejects.toMatchObject({ code: 'MODEL_ANSWER_UNUSABLE' })
    }
  })
})

describe('a refusal by status', () => {
  test.each<[number, unknown, string]>([
    [400, { error: { message: 'tools.0 is wrong', type: 'invalid_request_error' } }, 'tools.0 is wrong'],
    [400, [{ error: { code: 400, message: 'tools.0 is wrong', status: 'INVALID_ARGUMENT' } }], 'tools.0 is wrong'],
    [422, { detail: [{ loc: ['body', 'tools'], msg: 'tools.0 is wrong', type: 'missing' }] }, 'tools.0 is wrong'],
    [422, { message: { detail: [{ msg: 'tools.0 is wrong' }] } }, 'tools.0 is wrong'],
    [413, '<html><title>413</title><body>tools.0 is wrong</body></html>', 'tools.0 is wrong'],
    [400, 'tools.0 is wrong', 'tools.0 is wrong'],
    [418, '', 'empty body'],
  ])('%s carries the words of the server', async (status, body, words) => {
    for (const streaming of [false, true]) {
      const reply = { status, body: body as object }
      await expect(ask([reply, text('not asked again')], streaming, chat, { maxRetries: 2 })).rejects.toMatchObject({
        code: 'MODEL_REQUEST_REFUSED',
        status,
        message: expect.stringMatching(new RegExp(`${status}.*${words}`, 's')) as string,
      })
    }
  })

  test.each([
    [{ 'x-request-id': 'req_1' }, {}],
    [{ 'apim-request-id': 'req_1' }, {}],
    [{ 'mistral-correlation-id': 'req_1' }, {}],
    [{}, { request_id: 'req_1' }],
  ])('names the request: %j %j', async (headers, body) => {
    const reply = { status: 400, headers, body: { ...body, error: { message: 'no' } } }
    await expect(ask([reply], false)).rejects.toMatchObject({
      requestId: 'req_1',
      message: expect.stringContaining('req_1') as string,
    })
  })
})

describe('a further attempt waits as long as the server asks', () => {
  const inSeconds = (seconds: number): Date => new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000)
  const asctime = (date: Date): string => {
    const [week, day, month, year, time] = date.toUTCString().replace(',', '').split(' ')
    return `${week} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`
  }
  const rfc850 = (date: Date): string => {
    const [, day, month, year, time] = date.toUTCString().replace(',', '').split(' ')
    const week = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    return `${week}, ${day}-${month}-${year!.slice(2)} ${time} GMT`
  }

  test.each<[string, () => Record<string, string>, number, number]>([
    ['seconds', () => ({ 'retry-after': '1' }), 950, 1600],
    ['milliseconds', () => ({ 'retry-after-ms': '150' }), 140, 700],
    ['both, of which the finer counts', () => ({ 'retry-after': '9', 'retry-after-ms': '150' }), 140, 700],
    ['parts of a second', () => ({ 'retry-after': '0.2' }), 190, 800],
    ['a date', () => ({ 'retry-after': inSeconds(1).toUTCString() }), 850, 2600],
    ['a date in the oldest form', () => ({ 'retry-after': asctime(inSeconds(1)) }), 850, 2600],
    ['a date with dashes', () => ({ 'retry-after': rfc850(inSeconds(1)) }), 850, 2600],
    ['a date that is over', () => ({ 'retry-after': inSeconds(-100).toUTCString() }), 0, 400],
    ['no time at all', () => ({ 'retry-after': '0' }), 0, 400],
    ['what is no time', () => ({ 'retry-after': 'soon' }), 350, 1200],
    ['a negative time', () => ({ 'retry-after': '-5' }), 350, 1200],
    ['longer than allowed', () => ({ 'retry-after': '86400' }), 280, 900],
  ])('%s', async (_form, headers, least, most) => {
    const limited = { status: 429, headers: headers(), body: { error: { message: 'slow down' } } }
    await using server = await OpenAiLoopbackServer.start([limited, text('ok')])
    const maxRetryDelayMs = _form.startsWith('longer') ? 300 : 60_000
    const model = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, maxRetries: 1, maxRetryDelayMs })
    expect(said(await model.call(prompt)).text).toBe('ok')
    const [first, second] = server.requests
    const waited = second!.receivedAtMs - first!.receivedAtMs
    expect(waited).toBeGreaterThanOrEqual(least)
    expect(waited).toBeLessThan(most)
  })
})
