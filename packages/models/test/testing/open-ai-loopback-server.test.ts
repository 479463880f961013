import { calls, embeddings, failure, OpenAiLoopbackServer, requestViolations, text } from '@vernal/models/testing'

const user = { role: 'user', content: 'hi' }
const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: args } })
const asks = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map((id) => call(id)) })
const answers = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' })
const tool = (name: string, parameters: object = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, parameters },
})

const post = (server: OpenAiLoopbackServer, body: object, path = '/chat/completions') =>
  fetch(server.baseUrl + path, { method: 'POST', body: JSON.stringify({ model: 'm', messages: [user], ...body }) })

describe('the loopback server', () => {
  test('answers from its script and records the requests', async () => {
    await using server = await OpenAiLoopbackServer.start([
      text('one'),
      calls([{ name: 'f', arguments: { a: 1 } }]),
      failure(429, 'slow'),
    ])
    expect(await (await post(server, {})).json()).toMatchObject({ choices: [{ message: { content: 'one' } }] })
    expect(await (await post(server, {})).json()).toMatchObject({
      choices: [
        {
          message: { tool_calls: [{ id: 'call_2_1', function: { arguments: '{"a":1}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    })
    expect((await post(server, {})).status).toBe(429)
    expect(server.requests.map(({ number, path }) => `${number} ${path}`)).toEqual([
      '1 /v1/chat/completions',
      '2 /v1/chat/completions',
      '3 /v1/chat/completions',
    ])
  })

  test('streams a turn when the request asks for it', async () => {
    await using server = await OpenAiLoopbackServer.start([text('Hello world')])
    const body = await (await post(server, { stream: true })).text()
    expect(body).toMatch(/^data: .*\n\ndata: /)
    expect(body).toMatch(/data: \[DONE\]\n\n$/)
    const contents = [...body.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content)
    expect(contents.join('')).toBe('Hello world')
  })

  test('repeats its last reply when told to', async () => {
    await using server = await OpenAiLoopbackServer.start({ replies: [text('again')], repeatLast: true })
    for (const response of [await post(server, {}), await post(server, {})]) expect(response.status).toBe(200)
  })

  test('fails loudly after a request that breaks the rules', async () => {
    const server = await OpenAiLoopbackServer.start([text('never')])
    const response = await post(server, { messages: [user, asks('a')] })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('not answered')
    await expect(server.close()).rejects.toThrow(/request 1: the calls "a" are not answered/)
  })

  test.each([
    [{ input: [] }, /input must have 1 to 2048 texts/],
    [{ input: ['a', ''] }, /input\[1\] must be a non-empty text/],
    [{ input: 'a', dimensions: 0 }, /dimensions must be/],
    [{ input: 'a', encoding_format: 'hex' }, /encoding_format must be/],
  ])('fails loudly after a wrong request for embeddings: %j', async (body, words) => {
    const server = await OpenAiLoopbackServer.start([embeddings(() => [1])])
    expect((await post(server, body, '/embeddings')).status).toBe(400)
    await expect(server.close()).rejects.toThrow(words)
  })

  test('fails loudly after one request too many', async () => {
    const server = await OpenAiLoopbackServer.start([])
    expect((await post(server, {})).status).toBe(400)
    await expect(server.close()).rejects.toThrow(/only 0 replies/)
    await server.close()
  })

  test('knows who closed the connection', async () => {
    await using server = await OpenAiLoopbackServer.start([{ sse: ['data: '], thenHoldOpenMs: 10_000 }, text('whole')])
    const aborting = new AbortController()
    await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [user] }),
      signal: aborting.signal,
    })
    aborting.abort()
    expect(await server.requests[0]!.ended).toBe(true)
    await (await post(server, {})).text()
    expect(await server.requests[1]!.ended).toBe(false)
  })
})

describe('a request', () => {
  test.each<[string, object]>([
    [
      'a conversation',
      { messages: [{ role: 'system', content: 's' }, user, asks('a', 'b'), answers('b'), answers('a'), user] },
    ],
    ['tools', { tools: [tool('f'), tool('g')], tool_choice: { type: 'function', function: { name: 'g' } } }],
    ['a stream with usage', { stream: true, stream_options: { include_usage: true } }],
  ])('may have %s', (_what, body) => {
    expect(requestViolations({ model: 'm', messages: [user], ...body })).toEqual([])
  })

  test.each<[string, object]>([
    ['no messages', { messages: [] }],
    ['no model', { model: '' }],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }],
    ['a user message without content', { messages: [{ role: 'user', content: null }] }],
    ['an answer to no call', { messages: [user, answers('a')] }],
    ['an answer twice', { messages: [user, asks('a'), answers('a'), answers('a')] }],
    ['a message between call and answer', { messages: [user, asks('a'), user, answers('a')] }],
    ['a call without answer', { messages: [user, asks('a', 'b'), answers('a')] }],
    ['one id for two calls', { messages: [user, asks('a', 'a'), answers('a')] }],
    ['an empty list of calls', { messages: [user, { role: 'assistant', content: 'x', tool_calls: [] }] }],
    ['empty text beside calls', { messages: [user, { ...asks('a'), content: '' }, answers('a')] }],
    ['broken arguments', { messages: [user, { ...asks('a'), tool_calls: [call('a', '{"x":')] }, answers('a')] }],
    ['no arguments', { messages: [user, { ...asks('a'), tool_calls: [call('a', '')] }, answers('a')] }],
    ['an empty list of tools', { tools: [] }],
    ['a tool name with a dot', { tools: [tool('a.b')] }],
    ['a tool name twice', { tools: [tool('f'), tool('f')] }],
    ['a schema that is no object', { tools: [tool('f', { type: 'string' })] }],
    ['a choice without tools', { tool_choice: 'auto' }],
    ['a choice of another tool', { tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'g' } } }],
    ['stream options without a stream', { stream_options: {} }],
    ['too high a temperature', { temperature: 3 }],
  ])('must not have %s', (_what, body) => {
    expect(requestViolations({ model: 'm', messages: [user], ...body })).not.toHaveLength(0)
  })
})
