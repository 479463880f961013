import {
  ChatClient,
  ToolAdvisor,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  type AdvisorNext,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatResponse,
  type Prompt,
  type ToolLoopTurn,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { DefaultToolErrorPolicy, ToolGate, ToolSet } from '@vernal/tools'
import { addTool, plainTool } from '../order-tools'
import { collect, usage } from './asking'

const addCall = { name: 'add', arguments: { a: 1, b: 1 } }

/** A manager that keeps the prompts it was given. */
class WatchedManager extends ToolCallingManager {
  readonly prompts: Prompt[] = []

  override executeToolCalls(...given: Parameters<ToolCallingManager['executeToolCalls']>) {
    this.prompts.push(given[0])
    return super.executeToolCalls(...given)
  }
}

function looping(script: readonly ScriptedAnswer[], options: ConstructorParameters<typeof ToolCallingAdvisor>[0] = {}) {
  const model = new ScriptedChatModel(script)
  const manager = options.manager instanceof WatchedManager ? options.manager : new WatchedManager()
  const toolCallingAdvisor = new ToolCallingAdvisor({ manager, ...options })
  const tools = [addTool(), plainTool('direct', () => 'straight', { returnDirect: true })]
  const request = new ChatClient({ model, tools, toolCallingAdvisor }).prompt('go')
  return { model, manager, request }
}

const textOf = ({ generations }: ChatResponse): string => generations.map(({ message }) => message.content).join('')

async function turn(request: ReturnType<typeof looping>['request'], streaming: boolean): Promise<ChatClientResponse[]> {
  return streaming ? collect(request.stream().chatClientResponse()) : [await request.call().chatClientResponse()]
}

describe.each([false, true])('the tool loop (streaming: %s)', (streaming) => {
  test('returns a response with calls unexecuted when the check of the application says no', async () => {
    const { manager, request } = looping([[addCall]], { isEligible: () => false })
    const last = (await turn(request, streaming)).at(-1)
    expect(last?.complete?.generations[0]?.message.toolCalls).toHaveLength(1)
    expect(manager.prompts).toEqual([])
  })

  test('asks once, executes nothing and leaves the usage as it is when no tool is called', async () => {
    const { model, manager, request } = looping([{ text: 'ok', usage: usage(1, 2) }])
    const last = (await turn(request, streaming)).at(-1)
    expect(last?.complete).toMatchObject({ metadata: { usage: usage(1, 2) } })
    expect(manager.prompts).toEqual([])
    expect(model.prompts).toHaveLength(1)
  })

  test('goes through without tools', async () => {
    const model = new ScriptedChatModel(['ok'])
    const last = (await turn(new ChatClient({ model }).prompt('go'), streaming)).at(-1)
    expect(last?.complete && textOf(last.complete)).toBe('ok')
    expect(model.prompts[0]?.options).toEqual({})
  })

  test('gives the manager the whole turn, though the model is sent only its end', async () => {
    const { model, manager, request } = looping([[addCall], [addCall], 'ok'], { conversationHistory: false })
    await turn(request, streaming)
    expect(manager.prompts[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(model.prompts[1]?.messages.map(({ role }) => role)).toEqual(['tool'])
  })

  test('ends at a limit after one execution, with the text of the breach and the results there were', async () => {
    const manager = new WatchedManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 1 }) })
    const { request } = looping([[addCall, addCall]], { manager })
    const responses = await turn(request, streaming)
    const spoken = responses.filter(({ chatResponse }) => chatResponse.generations.length > 0)
    expect(manager.prompts).toHaveLength(1)
    expect(spoken).toHaveLength(1)
    expect(spoken[0]?.chatResponse.generations).toEqual([
      {
        message: {
          role: 'assistant',
          content: 'Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.',
        },
        finishReason: 'limit-exceeded',
      },
    ])
    expect(responses.at(-1)?.outcome).toMatchObject({
      type: 'limitExceeded',
      partialResults: [{ content: '2' }, { isError: true }],
    })
  })

  test('ends with the results of direct tools, one generation for each, and the usage of all rounds', async () => {
    const script = [
      { calls: [addCall], usage: usage(10, 20) },
      { calls: [{ name: 'direct' }, { name: 'direct' }], usage: usage(1, 2) },
    ]
    const { manager, request } = looping(script)
    const responses = await turn(request, streaming)
    expect(manager.prompts).toHaveLength(2)
    expect(responses.at(-1)?.complete).toEqual({
      generations: ['call_2', 'call_3'].map((toolCallId) => ({
        message: { role: 'assistant', content: 'straight' },
        finishReason: 'return-direct',
        metadata: { toolCallId, toolName: 'direct' },
      })),
      metadata: { usage: usage(11, 22) },
    })
  })
})

describe('a stream of the tool loop', () => {
  test('gives out the text of the second round, and nothing of the call', async () => {
    const { model, manager, request } = looping([[addCall], { text: 'two', chunks: ['two'] }])
    const responses = await collect(request.stream().chatResponse())
    expect(responses.flatMap(({ generations }) => generations)).toEqual([
      { message: { role: 'assistant', content: 'two' } },
      { message: { role: 'assistant', content: '' }, finishReason: 'stop' },
    ])
    expect(responses.every(({ generations }) => generations.every(({ message }) => !message.toolCalls))).toBe(true)
    expect(manager.prompts).toHaveLength(1)
    expect(model.prompts).toHaveLength(2)
  })

  test.each([
    ['reports its usage', { text: 'a b c', usage: usage(1, 2) }, usage(11, 22)],
    ['reports no usage', { text: 'a b c' }, usage(10, 20)],
  ])('tells the usage of all rounds once, at the end, when the last round %s', async (_what, answer, expected) => {
    const { request } = looping([{ calls: [addCall], usage: usage(10, 20) }, answer])
    const responses = await collect(request.stream().chatResponse())
    expect(responses.slice(0, -1).map(textOf)).toEqual(['a ', 'b ', 'c', ''])
    expect(responses.slice(0, -1).every(({ metadata }) => metadata.usage === undefined)).toBe(true)
    expect(responses.at(-1)).toEqual({ generations: [], metadata: { usage: expected } })
  })

  test('that is read twice is two turns, each with a usage of its own', async () => {
    const round = [
      { calls: [addCall], usage: usage(10, 20) },
      { text: 'ok', usage: usage(1, 2) },
    ]
    const { model, manager, request } = looping([...round, ...round])
    const asked = request.stream()
    for (let reading = 0; reading < 2; reading++) {
      const last = (await collect(asked.chatResponse())).at(-1)
      expect(last?.metadata.usage).toEqual(usage(11, 22))
    }
    expect(model.prompts).toHaveLength(4)
    expect(manager.prompts).toHaveLength(2)
  })

  test('gives out the result of a direct tool once', async () => {
    const { manager, request } = looping([[{ name: 'direct' }]])
    const texts = (await collect(request.stream().chatResponse())).map(textOf).filter((text) => text !== '')
    expect(texts).toEqual(['straight'])
    expect(manager.prompts).toHaveLength(1)
  })
})

describe('a downstream that gives no answer', () => {
  test('is an error that says where, not a turn without an end', async () => {
    class Silent extends ToolCallingAdvisor {
      override async *advise(request: ChatClientRequest, _next: AdvisorNext): AsyncIterable<ChatClientResponse> {
        yield* super.advise(request, async function* () {})
      }
    }
    const client = new ChatClient({ model: new ScriptedChatModel([]), toolCallingAdvisor: new Silent() })
    await expect(client.prompt('go').call().content()).rejects.toMatchObject({ code: 'CHAT_RESPONSE_MISSING' })
  })
})

describe('the hooks of the loop', () => {
  class Counting extends ToolCallingAdvisor {
    readonly counts = { initialise: 0, before: 0, after: 0, finalise: 0 }

    protected override initializeLoop(request: ChatClientRequest): ChatClientRequest {
      this.counts.initialise += 1
      return request
    }

    protected override beforeRound(request: ChatClientRequest): ChatClientRequest {
      this.counts.before += 1
      return request
    }

    protected override afterResponse(response: ChatResponse): ChatResponse {
      this.counts.after += 1
      return response
    }

    protected override finalizeLoop(response: ChatClientResponse): ChatClientResponse {
      this.counts.finalise += 1
      return response
    }
  }

  test.each([
    [0, 1],
    [1, 2],
  ])('with %i rounds of tools run %i times per round, the others once', async (toolRounds, times) => {
    const script = [...Array.from({ length: toolRounds }, () => [addCall]), 'ok']
    const toolCallingAdvisor = new Counting()
    const client = new ChatClient({ model: new ScriptedChatModel(script), tools: [addTool()], toolCallingAdvisor })
    await client.prompt('go').call().content()
    expect(toolCallingAdvisor.counts).toEqual({ initialise: 1, before: times, after: times, finalise: 1 })
  })
})

describe('what a hook changes', () => {
  const extra = plainTool('extra', () => 'from the hook')

  test.each([false, true])(
    'of the options holds for execution and for later rounds (streaming: %s)',
    async (streaming) => {
      class Equipping extends ToolCallingAdvisor {
        protected override beforeRound(request: ChatClientRequest, { round }: ToolLoopTurn): ChatClientRequest {
          if (round > 1) return request
          const options = { ...request.prompt.options, tools: ToolSet.of([extra]), temperature: 0.1 }
          return { ...request, prompt: { ...request.prompt, options } }
        }
      }
      const model = new ScriptedChatModel([[{ name: 'extra' }], 'ok'])
      const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor: new Equipping() })
      await turn(client.prompt('go'), streaming)
      expect(model.prompts.map(({ options }) => [options.tools?.names, options.temperature])).toEqual([
        [['extra'], 0.1],
        [['extra'], 0.1],
      ])
      expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ content: 'from the hook' }] })
    },
  )

  test('before the first round is the request of the turn: messages, options and context', async () => {
    class Initialising extends ToolCallingAdvisor {
      protected override initializeLoop(request: ChatClientRequest): ChatClientRequest {
        request.context.set('seen', true)
        const messages = [{ role: 'system', content: 'Be exact.' } as const, ...request.prompt.messages]
        return { ...request, prompt: { messages, options: { ...request.prompt.options, temperature: 0 } } }
      }
    }
    const model = new ScriptedChatModel([[addCall], 'ok'])
    const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor: new Initialising() })
    const { context } = await client.prompt('go').call().chatClientResponse()
    expect(context.get('seen')).toBe(true)
    expect(model.prompts.map(({ messages, options }) => [messages[0], options.temperature])).toEqual(
      Array(2).fill([{ role: 'system', content: 'Be exact.' }, 0]),
    )
  })

  test('of a response decides how the turn goes on', async () => {
    class Calming extends ToolCallingAdvisor {
      protected override afterResponse(response: ChatResponse): ChatResponse {
        return { ...response, generations: [{ message: { role: 'assistant', content: 'No tools today.' } }] }
      }
    }
    const model = new ScriptedChatModel([[addCall]])
    const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor: new Calming() })
    expect(await client.prompt('go').call().content()).toBe('No tools today.')
  })
})

describe.each([false, true])('an error (streaming: %s)', (streaming) => {
  test('that the policy lets through ends the turn as it is, and the loop is not finalised', async () => {
    class Watching extends ToolCallingAdvisor {
      finalised = false

      protected override finalizeLoop(response: ChatClientResponse): ChatClientResponse {
        this.finalised = true
        return response
      }
    }
    const failing = plainTool('failing', () => {
      throw new RangeError('out of range')
    })
    const gate = new ToolGate({ errorPolicy: new DefaultToolErrorPolicy({ rethrow: [RangeError] }) })
    const loop = new Watching({ manager: new ToolCallingManager({ gate }) })
    const model = new ScriptedChatModel([[{ name: 'failing' }]])
    const client = new ChatClient({ model, tools: [failing], toolCallingAdvisor: loop })
    await expect(turn(client.prompt('go'), streaming)).rejects.toThrow(new RangeError('out of range'))
    expect(loop.finalised).toBe(false)
  })

  test('of the model in a later round ends the turn as it is', async () => {
    const { request } = looping([[addCall], new TypeError('bad gateway')])
    await expect(turn(request, streaming)).rejects.toThrow(new TypeError('bad gateway'))
  })

  test('comes of a check that has a response without calls executed', async () => {
    const { request } = looping(['ok'], { isEligible: () => true })
    await expect(turn(request, streaming)).rejects.toMatchObject({ code: 'CHAT_TOOL_CALLS_MISSING' })
  })
})

describe('a stream without a piece', () => {
  test('is an empty answer, and the turn has an end', async () => {
    const { request } = looping([{ chunks: [] }])
    const responses = await collect(request.stream().chatClientResponse())
    expect(responses).toHaveLength(2)
    expect(responses[0]?.chatResponse.generations).toMatchObject([{ message: { content: '' }, finishReason: 'stop' }])
    expect(responses[1]).toMatchObject({ outcome: { type: 'completed' }, chatResponse: { generations: [] } })
  })
})

describe('which loop a client has', () => {
  class Idle extends ToolAdvisor {
    override advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
      return next(request)
    }
  }

  test('an advisor that is marked as the one that runs tools takes its place, though it runs none', async () => {
    const model = new ScriptedChatModel([[addCall]])
    const client = new ChatClient({ model, tools: [addTool()], advisors: [new Idle()] })
    const response = await client.prompt('go').call().chatResponse()
    expect(response.generations[0]?.message.toolCalls).toHaveLength(1)
    expect(model.prompts).toHaveLength(1)
  })

  test('two of them are refused', () => {
    const advisors = [new ToolCallingAdvisor(), new ToolCallingAdvisor()]
    expect(() => new ChatClient({ model: new ScriptedChatModel([]), advisors })).toThrow(
      /^At most one ToolAdvisor is allowed in the advisor chain, but found 2: \[ToolCallingAdvisor \(order=-2147483348\), /,
    )
  })

  test('the one of its options is kept by a client that is made from it', async () => {
    const model = new ScriptedChatModel([[addCall], 'ok'])
    const manager = new WatchedManager()
    const toolCallingAdvisor = new ToolCallingAdvisor({ manager })
    const client = new ChatClient({ model, toolCallingAdvisor }).with({ tools: [addTool()] })
    await client.prompt('go').call().content()
    expect(manager.prompts).toHaveLength(1)
  })

  test.each<[string, (model: ScriptedChatModel) => ChatClient]>([
    ['the options of the request', (model) => new ChatClient({ model, options: { tools: ToolSet.of([addTool()]) } })],
    ['the default options of the model', (model) => new ChatClient({ model })],
  ])('runs tools that are only in %s', async (_where, clientOf) => {
    class Equipped extends ScriptedChatModel {
      override readonly defaultOptions = { tools: ToolSet.of([addTool()]) }
    }
    const model = new Equipped([[addCall], 'two'])
    expect(await clientOf(model).prompt('1 + 1?').call().content()).toBe('two')
    expect(model.prompts).toHaveLength(2)
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ content: '2' }] })
  })
})
