import {
  ChatClient,
  ResponseAggregator,
  userMessage,
  type ChatModel,
  type ChatResponse,
  type Prompt,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool } from '@vernal/tools'
import {
  FallbackChatModel,
  ModelError,
  type FallbackChatModelOptions,
  type ModelFallbackEvent,
} from '@vernal/models/fallback'
import { OpenAiChatModel } from '@vernal/models/openai'
import { failure, OpenAiLoopbackServer, text } from '@vernal/models/testing'

const prompt: Prompt = { messages: [userMessage('go')], options: {} }
const error = (code: ModelError['code'], details = {}) => new ModelError(code, 'It failed.', 'Do something.', details)

function models(...scripts: (readonly ScriptedAnswer[])[]) {
  const scripted = scripts.map((script) => new ScriptedChatModel(script, { repeatLast: true }))
  const [first, ...rest] = scripted.map((model, index) => ({ name: 'abc'[index]!, model }))
  return { scripted, named: [first!, ...rest] as const }
}

async function joined(chunks: AsyncIterable<ChatResponse>): Promise<ChatResponse> {
  const aggregator = new ResponseAggregator()
  for await (const chunk of chunks) aggregator.add(chunk)
  return aggregator.result()
}

const ask = (model: ChatModel, streaming: boolean, asked = prompt): Promise<ChatResponse> =>
  streaming ? joined(model.stream(asked)) : model.call(asked)

const said = ({ generations, metadata }: ChatResponse) => [generations[0]!.message.content, metadata.extra?.answeredBy]

describe.each([false, true])('several models as one, streaming: %s', (streaming) => {
  test.each([
    'MODEL_RATE_LIMITED',
    'MODEL_SERVER_FAILED',
    'MODEL_UNREACHABLE',
    'MODEL_TIMED_OUT',
    'MODEL_STREAM_IDLE',
    'MODEL_STREAM_CUT',
  ] as const)('the next answers after %s', async (code) => {
    const { named } = models([error(code)], ['from b'])
    expect(said(await ask(new FallbackChatModel(named), streaming))).toEqual(['from b', 'b'])
  })

  test.each(['MODEL_REQUEST_REFUSED', 'MODEL_UNAUTHORIZED', 'MODEL_NOT_FOUND', 'MODEL_ANSWER_CUT'] as const)(
    'the next is not asked after %s, unless that is chosen',
    async (code) => {
      const { scripted, named } = models([error(code)], ['from b'])
      await expect(ask(new FallbackChatModel(named), streaming)).rejects.toMatchObject({ code })
      expect(scripted[1]!.prompts).toEqual([])
      expect(said(await ask(new FallbackChatModel(named, { fallbackOn: [code] }), streaming))).toEqual(['from b', 'b'])
    },
  )

  test('an error of another kind is passed on', async () => {
    const { named } = models([new TypeError('a bug')], ['from b'])
    await expect(ask(new FallbackChatModel(named), streaming)).rejects.toThrow('a bug')
  })

  test('the failure of the last is passed on', async () => {
    const { named } = models([error('MODEL_RATE_LIMITED')], [error('MODEL_TIMED_OUT')])
    await expect(ask(new FallbackChatModel(named), streaming)).rejects.toMatchObject({ code: 'MODEL_TIMED_OUT' })
  })

  test('events say who failed and who answered', async () => {
    const events: ModelFallbackEvent[] = []
    const { named } = models([error('MODEL_RATE_LIMITED')], [error('MODEL_TIMED_OUT')], ['from c'])
    const onEvent = (event: ModelFallbackEvent): void => {
      events.push(event)
      throw new Error('a listener that fails')
    }
    expect(said(await ask(new FallbackChatModel(named, { onEvent }), streaming))).toEqual(['from c', 'c'])
    expect(events).toMatchObject([
      { type: 'model-failed', model: 'a', next: 'b', error: { code: 'MODEL_RATE_LIMITED' } },
      { type: 'model-failed', model: 'b', next: 'c', error: { code: 'MODEL_TIMED_OUT' } },
      { type: 'model-answered', model: 'c', failed: ['a', 'b'] },
    ])
  })

  test('the model a prompt names goes to the first alone', async () => {
    const { scripted, named } = models([error('MODEL_RATE_LIMITED')], ['from b'])
    const options = { model: 'gpt-4o', temperature: 0 }
    await ask(new FallbackChatModel(named), streaming, { ...prompt, options })
    expect(scripted.map(({ prompts }) => prompts[0]!.options)).toEqual([options, { temperature: 0 }])
  })

  test('an aborted request asks no other model', async () => {
    const aborting = new AbortController()
    const gone = () => {
      aborting.abort('enough')
      return error('MODEL_TIMED_OUT')
    }
    const { scripted, named } = models([gone], ['from b'])
    const model = new FallbackChatModel(named)
    const asked = streaming ? joined(model.stream(prompt, aborting.signal)) : model.call(prompt, aborting.signal)
    await expect(asked).rejects.toBe('enough')
    expect(scripted[1]!.prompts).toEqual([])
  })

  test('a model is asked again first when that is chosen', async () => {
    const busy = error('MODEL_RATE_LIMITED', { isRetryable: true, retryAfterMs: 1 })
    const { scripted, named } = models([busy, 'from a'], ['from b'])
    expect(said(await ask(new FallbackChatModel(named, { maxRetries: 1 }), streaming))).toEqual(['from a', 'a'])
    expect(scripted[1]!.prompts).toEqual([])
  })

  test('a whole turn with tools goes on with the model that answers', async () => {
    const add = functionTool({ name: 'add', description: 'Adds.', parameters: { type: 'object' }, execute: () => 5 })
    const { named } = models([[{ name: 'add', id: 'first' }], error('MODEL_RATE_LIMITED')], ['It is 5.'])
    const client = new ChatClient({ model: new FallbackChatModel(named), tools: [add] })
    const request = client.prompt('2 + 3?')
    let answer = streaming ? '' : await request.call().content()
    if (streaming) for await (const piece of request.stream().content()) answer += piece
    expect(answer).toBe('It is 5.')
  })
})

describe('a stream', () => {
  test('that fails after its first chunk is not begun anew', async () => {
    class Breaking extends ScriptedChatModel {
      override async *stream(asked: Prompt): AsyncIterable<ChatResponse> {
        for await (const chunk of super.stream(asked)) {
          yield chunk
          throw error('MODEL_STREAM_CUT')
        }
      }
    }
    const other = new ScriptedChatModel(['from b'])
    const model = new FallbackChatModel([
      { name: 'a', model: new Breaking(['one two three']) },
      { name: 'b', model: other },
    ])
    const texts: string[] = []
    const reading = (async () => {
      for await (const { generations } of model.stream(prompt)) texts.push(generations[0]!.message.content)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'MODEL_STREAM_CUT' })
    expect(texts).toEqual(['one '])
    expect(other.prompts).toEqual([])
  })

  test('that is left closes the connection of the model that answers', async () => {
    await using busy = await OpenAiLoopbackServer.start([failure(503, 'busy', { 'x-should-retry': 'false' })])
    const held = { sse: ['data: {"choices":[{"delta":{"content":"hi"}}]}\n\n'], thenHoldOpenMs: 10_000 }
    await using slow = await OpenAiLoopbackServer.start([held])
    const model = new FallbackChatModel([
      { name: 'busy', model: new OpenAiChatModel({ model: 'm', baseUrl: busy.baseUrl, maxRetries: 0 }) },
      { name: 'slow', model: new OpenAiChatModel({ model: 'm', baseUrl: slow.baseUrl, maxRetries: 0 }) },
    ])
    for await (const chunk of model.stream(prompt)) {
      expect(said(chunk)).toEqual(['hi', 'slow'])
      break
    }
    expect(await slow.requests[0]!.ended).toBe(true)
  })
})

describe('a circuit breaker', () => {
  const options: FallbackChatModelOptions = { circuitBreaker: { failures: 2, restMs: 1_000 } }

  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('lets a model rest that keeps failing, and tries it again later', async () => {
    const { scripted, named } = models([error('MODEL_RATE_LIMITED'), error('MODEL_RATE_LIMITED'), 'from a'], ['from b'])
    const model = new FallbackChatModel(named, options)
    for (let request = 0; request < 4; request++) expect(said(await model.call(prompt))).toEqual(['from b', 'b'])
    expect(scripted[0]!.prompts).toHaveLength(2)
    jest.advanceTimersByTime(1_001)
    expect(said(await model.call(prompt))).toEqual(['from a', 'a'])
  })

  test('does not count errors that are passed on', async () => {
    const refused = error('MODEL_REQUEST_REFUSED')
    const { scripted, named } = models([refused, refused, refused, 'from a'], ['from b'])
    const model = new FallbackChatModel(named, options)
    for (let request = 0; request < 3; request++) await expect(model.call(prompt)).rejects.toBe(refused)
    expect(said(await model.call(prompt))).toEqual(['from a', 'a'])
    expect(scripted[0]!.prompts).toHaveLength(4)
  })

  test('says so when all models rest', async () => {
    const { named } = models([error('MODEL_RATE_LIMITED')], [error('MODEL_TIMED_OUT')])
    const model = new FallbackChatModel(named, options)
    for (let request = 0; request < 2; request++) await expect(model.call(prompt)).rejects.toThrow()
    await expect(model.call(prompt)).rejects.toMatchObject({ code: 'MODEL_RESTING', isRetryable: true })
  })
})

test('the answer comes over real sockets after a server that fails', async () => {
  await using busy = await OpenAiLoopbackServer.start([failure(429, 'too many', { 'x-should-retry': 'false' })])
  await using other = await OpenAiLoopbackServer.start([text('hello')])
  const model = new FallbackChatModel([
    { name: 'busy', model: new OpenAiChatModel({ model: 'x', baseUrl: busy.baseUrl }) },
    { name: 'other', model: new OpenAiChatModel({ model: 'y', baseUrl: other.baseUrl }) },
  ])
  expect(said(await model.call(prompt))).toEqual(['hello', 'other'])
  expect(other.requests[0]!.body.model).toBe('y')
})

test('answers as data are said in words when one of the models cannot keep to a schema', () => {
  const able = new OpenAiChatModel({ model: 'm' })
  const unable = new ScriptedChatModel([])
  const both = new FallbackChatModel([
    { name: 'a', model: able },
    { name: 'b', model: unable },
  ])
  expect([able.keepsResponseFormat({}), both.keepsResponseFormat({})]).toEqual([true, false])
})

test.each([{ maxRetries: -1 }, { circuitBreaker: { failures: 0 } }, { circuitBreaker: { restMs: 0 } }])(
  'wrong options are refused: %j',
  (options) => {
    expect(() => new FallbackChatModel(models([]).named, options)).toThrow(
      expect.objectContaining({ code: 'MODEL_OPTION_INVALID' }),
    )
  },
)
