import { assistantMessage, systemMessage, toolMessage, userMessage, type ChatOptions, type Message } from '@vernal/chat'
import { OpenAiChatModel, type OpenAiChatModelOptions } from '@vernal/models/openai'
import { OpenAiLoopbackServer, calls, failure, text, type ScriptedReply } from '@vernal/models/testing'
import { ToolSet, functionTool } from '@vernal/tools'

const add = functionTool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: () => 0,
})

const completion = (message: object, rest: object = {}): ScriptedReply => ({
  body: {
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    ...rest,
  },
})

const ask = [userMessage('go')]

const messageOf = (error: unknown): string => (error as Error).message

async function withModel<T>(
  replies: readonly ScriptedReply[],
  run: (model: OpenAiChatModel, server: OpenAiLoopbackServer) => Promise<T>,
  options: Partial<OpenAiChatModelOptions> = {},
): Promise<T> {
  await using server = await OpenAiLoopbackServer.start(replies)
  const model = new OpenAiChatModel({
    model: 'test-model',
    apiKey: 'sk-secret-1234',
    baseUrl: server.baseUrl,
    ...options,
  })
  return await run(model, server)
}

const answerOf = (reply: ScriptedReply, messages: readonly Message[] = ask) =>
  withModel([reply], (model) => model.call({ messages, options: {} }))

const requestOf = (messages: readonly Message[], options: ChatOptions, more: Partial<OpenAiChatModelOptions> = {}) =>
  withModel(
    [text('ok')],
    async (model, server) => {
      await model.call({ messages, options })
      return server.requests[0]!
    },
    more,
  )

describe('the request', () => {
  test('carries the messages in order, each tool result on its own', async () => {
    const { body } = await requestOf(
      [
        systemMessage('Be brief.'),
        userMessage('2+3 and 4+5?'),
        assistantMessage('', [
          { id: 'a', name: 'add', arguments: '{"a":2,"b":3}' },
          { id: 'b', name: 'add', arguments: '{"a":4,"b":5}' },
        ]),
        toolMessage([
          { callId: 'a', name: 'add', content: '5' },
          { callId: 'b', name: 'add', content: '9', isError: true },
        ]),
      ],
      { tools: ToolSet.of([add]) },
    )
    expect(body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '2+3 and 4+5?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } },
          { id: 'b', type: 'function', function: { name: 'add', arguments: '{"a":4,"b":5}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '5' },
      { role: 'tool', tool_call_id: 'b', content: '9' },
    ])
  })

  test('offers the tools with name, description and schema', async () => {
    const { body } = await requestOf(ask, { tools: ToolSet.of([add]) })
    expect(body.tools).toEqual([
      {
        type: 'function',
        function: { name: 'add', description: 'Adds two numbers', parameters: add.definition.inputSchema },
      },
    ])
  })

  test.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ tool: 'add' }, { type: 'function', function: { name: 'add' } }],
  ] as const)('says the tool choice %j', async (toolChoice, expected) => {
    const { body } = await requestOf(ask, { tools: ToolSet.of([add]), toolChoice, parallelToolCalls: false })
    expect(body).toMatchObject({ tool_choice: expected, parallel_tool_calls: false })
  })

  test('says nothing about tools when there are none', async () => {
    const { body } = await requestOf(ask, { tools: ToolSet.empty, toolChoice: 'required', parallelToolCalls: true })
    expect(Object.keys(body)).toEqual(['model', 'messages'])
  })

  test('uses the defaults where the prompt says nothing, and passes further fields through', async () => {
    const { body } = await requestOf(
      ask,
      { maxTokens: 7, stop: ['\n'], extra: { reasoning_effort: 'low' } },
      { defaultOptions: { temperature: 0.5, maxTokens: 99, seed: 3, topP: 0.9 } },
    )
    expect(body).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'go' }],
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 7,
      stop: ['\n'],
      seed: 3,
      reasoning_effort: 'low',
    })
  })

  test.each([
    ['', '{}'],
    ['null', '{}'],
    [' {"id": 7300123456789012345} ', ' {"id": 7300123456789012345} '],
    ['"{\\"a\\":1}"', '{"a":1}'],
    ['{"a":', '{"malformed_arguments":"{\\"a\\":"}'],
    ['[1]', '{"malformed_arguments":"[1]"}'],
  ])('replays the arguments %j as %j', async (written, sent) => {
    const request = await requestOf(
      [
        ...ask,
        assistantMessage('', [{ id: 'x', name: 'add', arguments: written }]),
        toolMessage([{ callId: 'x', name: 'add', content: '-' }]),
      ],
      {},
    )
    expect(request.body.messages).toMatchObject([{}, { tool_calls: [{ function: { arguments: sent } }] }, {}])
  })

  test('carries the key and the headers of the configuration', async () => {
    const { headers } = await requestOf(ask, {}, { headers: { 'x-team': 'docs' } })
    expect(headers).toMatchObject({ authorization: 'Bearer sk-secret-1234', 'x-team': 'docs' })
  })

  test('has no authorization when there is no key', async () => {
    const { headers } = await requestOf(ask, {}, { apiKey: undefined })
    expect(headers.authorization).toBeUndefined()
  })
})

describe('the answer', () => {
  test('has text, usage, id and model', async () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 3 },
    }
    expect(await answerOf(completion({ role: 'assistant', content: 'Hello' }, { usage }))).toMatchObject({
      generations: [
        { message: { role: 'assistant', content: 'Hello' }, finishReason: 'stop', rawFinishReason: 'stop' },
      ],
      metadata: {
        id: 'c',
        model: 'm',
        usage: { promptTokens: 10, completionTokens: 5, totalTokens: 15, cacheReadTokens: 8, reasoningTokens: 3 },
      },
    })
  })

  test('has the calls the model made, whatever the finish reason says', async () => {
    const answer = await answerOf(
      completion({
        content: 'Adding.',
        tool_calls: [{ id: 'k', function: { name: 'add', arguments: { a: 1, b: 2 } } }],
      }),
    )
    expect(answer.generations[0]).toEqual({
      message: {
        role: 'assistant',
        content: 'Adding.',
        toolCalls: [{ id: 'k', name: 'add', arguments: '{"a":1,"b":2}' }],
      },
      finishReason: 'tool-calls',
      rawFinishReason: 'stop',
    })
  })

  test('gives ids to calls that have none, share one, or repeat one of an earlier round', async () => {
    const call = (id?: string) => ({ ...(id === undefined ? {} : { id }), function: { name: 'add', arguments: null } })
    const answer = await answerOf(
      completion({ content: null, tool_calls: [call(''), call('b'), call('b'), call(), call('a')] }),
      [
        ...ask,
        assistantMessage('', [{ id: 'a', name: 'add', arguments: '{}' }]),
        toolMessage([{ callId: 'a', name: 'add', content: '1' }]),
      ],
    )
    const ids = answer.generations[0]!.message.toolCalls!.map((each) => each.id)
    expect(new Set(['a', ...ids]).size).toBe(6)
    expect(ids[1]).toBe('b')
    expect(ids.every((id) => id !== '')).toBe(true)
  })

  test('understands the older function_call', async () => {
    const answer = await answerOf(completion({ content: null, function_call: { name: 'add', arguments: '{"a":1}' } }))
    expect(answer.generations[0]!.message.toolCalls).toMatchObject([{ name: 'add', arguments: '{"a":1}' }])
  })

  test('keeps the words of a refusal', async () => {
    const answer = await answerOf(completion({ content: null, refusal: 'I cannot help with that.' }))
    expect(answer.generations[0]).toMatchObject({
      message: { content: 'I cannot help with that.' },
      refusal: 'I cannot help with that.',
    })
  })

  test.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['tool_calls', 'stop'],
    ['made_up', 'other'],
    ['constructor', 'other'],
  ])('reads the finish reason %s as %s', async (raw, expected) => {
    const choices = [{ index: 0, message: { content: 'x' }, finish_reason: raw }]
    const answer = await answerOf({ body: { choices } })
    expect(answer.generations[0]).toMatchObject({ finishReason: expected, rawFinishReason: raw })
  })

  test('is refused when the token limit cut the arguments of a call', async () => {
    const message = { content: null, tool_calls: [{ id: 'x', function: { name: 'add', arguments: '{"a":' } }] }
    const cut = answerOf({ body: { choices: [{ message, finish_reason: 'length' }] } })
    await expect(cut).rejects.toMatchObject({ code: 'MODEL_ANSWER_CUT' })
  })

  test('is understood from a server that only streams', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'streamed' }, finish_reason: 'stop' }] }
    const answer = await answerOf({ sse: [`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n'] })
    expect(answer.generations[0]).toMatchObject({ message: { content: 'streamed' }, finishReason: 'stop' })
  })

  test.each([
    ['nothing', ''],
    ['a web page', '<html><head><title>Welcome</title></head><body>Welcome to nginx!</body></html>'],
    ['no choices', '{"id":"x","choices":[]}'],
    ['no message', '{"choices":[{"message":null}]}'],
    ['half an answer', '{"choices":[{"mess'],
  ])('is refused in words when it is %s', async (_name, body) => {
    const answer = answerOf({ body })
    await expect(answer).rejects.toMatchObject({ code: 'MODEL_ANSWER_UNUSABLE' })
    await expect(answer).rejects.not.toThrow(/undefined|Cannot read/)
  })
})

describe('a failure', () => {
  const failing = (replies: readonly ScriptedReply[], options: Partial<OpenAiChatModelOptions> = {}) =>
    withModel(
      replies,
      async (model, server) => {
        const error = await model.call({ messages: ask, options: {} }).catch((caught: unknown) => caught as Error)
        return { error, requests: server.requests.length, baseUrl: server.baseUrl }
      },
      { maxRetries: 1, ...options },
    )

  test.each([
    [400, 'MODEL_REQUEST_REFUSED', 1],
    [401, 'MODEL_UNAUTHORIZED', 1],
    [404, 'MODEL_NOT_FOUND', 1],
    [429, 'MODEL_RATE_LIMITED', 2],
    [503, 'MODEL_SERVER_FAILED', 2],
  ])('with status %i has the code %s after %i request(s)', async (status, code, requests) => {
    const reply = failure(status, 'The reason', { 'retry-after-ms': '1', 'x-request-id': 'req_7' })
    const failed = await failing([reply, reply])
    expect(failed).toMatchObject({ error: { name: 'ModelError', code, status, requestId: 'req_7' }, requests })
    expect(messageOf(failed.error)).toContain(`${failed.baseUrl} answered ${status}: The reason`)
  })

  test.each([
    ['{"detail":[{"loc":["body","tools"],"msg":"field required"}]}', 'field required'],
    ['{"message":"model is loading"}', 'model is loading'],
    ['[{"error":{"code":400,"message":"Unknown name"}}]', 'Unknown name'],
    ['{"error":"no such model"}', 'no such model'],
    ['<html><body><h1>Bad Request</h1></body></html>', 'Bad Request'],
  ])('keeps the words of %s', async (body, words) => {
    const { error } = await failing([{ status: 400, body }])
    expect(messageOf(error)).toContain(words)
  })

  test('never shows the key, also when the server quotes it', async () => {
    const { error } = await failing([failure(401, 'Incorrect API key provided: sk-secret-1234')])
    expect(messageOf(error)).not.toContain('secret')
    expect(JSON.stringify((error as Error).cause)).not.toContain('secret')
    expect(String((error as Error).cause)).not.toContain('secret')
  })

  test.each([
    ['a reported error', { body: { error: { message: 'no credit for sk-secret-1234' } } }],
    ['a body that is none', { body: 'your key is sk-secret-1234' }],
    ['a stream', { sse: ['data: {"error":"sk-secret-1234 is unknown"}\n\n'] }],
  ])('does not show it in %s either', async (_where, reply) => {
    const { error } = await failing([reply])
    expect(messageOf(error) + String((error as Error).stack) + JSON.stringify(error)).not.toContain('secret')
  })

  test('is not retried when the account has no quota left', async () => {
    const body = { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }
    expect(await failing([{ status: 429, body }])).toMatchObject({ requests: 1 })
  })

  test('names the server without its password when it cannot be reached', async () => {
    const model = new OpenAiChatModel({
      model: 'm',
      baseUrl: 'http://me:pw@127.0.0.1:9/v1?k=1',
      apiKey: 'x',
      maxRetries: 0,
    })
    const error = await model.call({ messages: ask, options: {} }).catch((caught: unknown) => caught as Error)
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE' })
    expect(messageOf(error)).toContain('http://127.0.0.1:9/v1 could not be reached')
    expect(messageOf(error)).not.toMatch(/pw|k=1/)
  })

  test('comes when the answer takes too long', async () => {
    const { error } = await failing([{ sse: ['{'], thenHoldOpenMs: 10_000 }], { timeoutMs: 50, maxRetries: 0 })
    expect(error).toMatchObject({ code: 'MODEL_TIMED_OUT' })
  })

  test('is not waited out longer than allowed', async () => {
    const reply = failure(429, 'slow down', { 'retry-after': '3600' })
    expect(await failing([reply, reply], { maxRetryDelayMs: 1 })).toMatchObject({ requests: 2 })
  })

  test('that passes is not seen', async () => {
    const answer = await withModel([failure(500, 'oops', { 'retry-after-ms': '1' }), text('fine')], (model) =>
      model.call({ messages: ask, options: {} }),
    )
    expect(answer.generations[0]!.message.content).toBe('fine')
  })
})

describe('an abort', () => {
  test('closes the connection and rejects with its reason', async () => {
    await withModel([{ body: '{"choices":', thenHoldOpenMs: 10_000 }], async (model, server) => {
      const aborting = new AbortController()
      const answer = model.call({ messages: ask, options: {} }, aborting.signal)
      const seen = expect(answer).rejects.toBe('enough')
      while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
      aborting.abort('enough')
      await seen
      expect(await server.requests[0]!.ended).toBe(true)
    })
  })

  test('ends the pause before a retry', async () => {
    await withModel([failure(429, 'slow down', { 'retry-after': '60' })], async (model, server) => {
      const aborting = new AbortController()
      const answer = model.call({ messages: ask, options: {} }, aborting.signal)
      const seen = expect(answer).rejects.toMatchObject({ name: 'AbortError' })
      while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await server.requests[0]!.ended
      aborting.abort()
      await seen
    })
  })

  test('before the call sends nothing', async () => {
    await withModel([], async (model, server) => {
      await expect(model.call({ messages: ask, options: {} }, AbortSignal.abort('no'))).rejects.toBe('no')
      expect(server.requests).toHaveLength(0)
    })
  })
})

test('the script can make calls', async () => {
  const answer = await answerOf(calls([{ name: 'add', arguments: { a: 1, b: 2 } }]))
  expect(answer.generations[0]!.message.toolCalls).toEqual([
    { id: 'call_1_1', name: 'add', arguments: '{"a":1,"b":2}' },
  ])
})
