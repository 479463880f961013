import { setImmediate as nextTick } from 'node:timers/promises'
import {
  Advisor,
  ADVISOR_ORDER,
  assistantMessage,
  BaseAdvisor,
  ChatClient,
  ChatModel,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  responseText,
  SimpleLoggerAdvisor,
  ToolCallingAdvisor,
  type AdvisorNext,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatRequestSpec,
  type ChatResponse,
  type TurnEvent,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import {
  Tool,
  ToolParam,
  ToolContext,
  ToolRegistry,
  ToolCallbacks,
  ToolCallbackProvider,
  functionTool,
} from '@vernal/tools'
import { addTool, plainTool } from '../order-tools'

class OrderService {
  @Tool('Find the orders of a customer')
  findOrders(@ToolParam('Customer id') customerId: string): string[] {
    return [`A-${customerId}`]
  }
}

const call = { name: 'findOrders', arguments: { customerId: '42' } }

describe('a request', () => {
  test('puts the system text first, then the messages, then what the user says', async () => {
    const model = new ScriptedChatModel(['ok'])
    const client = new ChatClient({ model, system: 'default' })

    await client.prompt('last').system('first').messages({ role: 'assistant', content: 'between' }).call().content()

    expect(model.prompts[0]?.messages).toEqual([
      { role: 'system', content: 'first' },
      { role: 'assistant', content: 'between' },
      { role: 'user', content: 'last' },
    ])
  })

  test('never changes the defaults, nor the request it was made from', async () => {
    const model = new ScriptedChatModel(['1', '2'])
    const request = new ChatClient({ model, system: 'default', options: { temperature: 0 } }).prompt('go')

    await request.system('other').options({ temperature: 1, maxTokens: 5 }).call().content()
    await request.call().content()

    expect(model.prompts[0]?.options).toEqual({ temperature: 1, maxTokens: 5 })
    expect(model.prompts[1]?.options).toEqual({ temperature: 0 })
    expect(model.prompts[1]?.messages[0]).toEqual({ role: 'system', content: 'default' })
  })

  test('is asked anew by each call(), and once by all that is read of one call()', async () => {
    const model = new ScriptedChatModel(['1', '2'])
    const request = new ChatClient({ model }).prompt('go')
    const first = request.call()

    expect([await first.content(), await first.content(), await request.call().content()]).toEqual(['1', '1', '2'])
  })

  test('takes a whole prompt', async () => {
    const model = new ScriptedChatModel(['ok'])

    await new ChatClient({ model })
      .prompt({ messages: [{ role: 'user', content: 'hi' }], options: { seed: 7 } })
      .call()
      .content()

    expect(model.prompts[0]).toEqual({ messages: [{ role: 'user', content: 'hi' }], options: { seed: 7 } })
  })

  test('that is empty is refused', async () => {
    const client = new ChatClient({ model: new ScriptedChatModel([]) })

    expect(() => client.prompt('')).toThrow(expect.objectContaining({ code: 'CHAT_PROMPT_EMPTY' }))
    await expect(client.prompt().call().content()).rejects.toMatchObject({ code: 'CHAT_PROMPT_EMPTY' })
  })

  test('a model that answers with nothing is named', async () => {
    class SilentModel extends ChatModel {
      override async call(): Promise<ChatResponse> {
        return JSON.parse('null') as ChatResponse
      }
    }

    await expect(new ChatClient({ model: new SilentModel() }).prompt('go').call().content()).rejects.toThrow(
      /the model SilentModel ended without a complete response/,
    )
  })

  test('an error of the model reaches the caller as it is', async () => {
    const broken = new Error('model down')

    await expect(new ChatClient({ model: new ScriptedChatModel([broken]) }).prompt('go').call().content()).rejects.toBe(
      broken,
    )
  })
})

describe('tools of a request', () => {
  const registry = (): ToolRegistry => {
    const registry = new ToolRegistry()
    for (const tool of [...ToolCallbacks.from(new OrderService()), addTool()]) registry.register(tool)
    return registry
  }

  class Provider extends ToolCallbackProvider {
    override toolCallbacks() {
      return ToolCallbacks.from(new OrderService())
    }
  }

  test.each([
    ['an object', () => new OrderService()],
    ['tools', () => ToolCallbacks.from(new OrderService())],
    ['a provider', () => new Provider()],
    ['a name of the registry', () => 'findOrders'],
    ['a glob of the registry', () => 'find*'],
    ['a function that gives a set', () => () => registry().matching(['findOrders'])],
  ])('come from %s', async (_what, source) => {
    const model = new ScriptedChatModel([[call], 'ok'])

    await new ChatClient({ model, registry: registry() }).prompt('go').tools(source()).call().content()

    expect(model.prompts[0]?.options.tools?.names).toEqual(['findOrders'])
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ content: '["A-42"]' }] })
  })

  test('come from the class of a bean', async () => {
    const model = new ScriptedChatModel([[call], 'ok'])

    await new ChatClient({ model, registry: registry() }).prompt('go').tools(OrderService).call().content()

    expect(model.prompts[0]?.options.tools?.names).toEqual(['findOrders'])
  })

  test('add to the defaults, and a tool that is there already is no clash', async () => {
    const model = new ScriptedChatModel(['1', '2'])
    const add = addTool()
    const client = new ChatClient({ model, tools: [add] })

    await client
      .prompt('go')
      .tools(
        add,
        plainTool('other', () => 1),
      )
      .call()
      .content()
    await client.prompt('go').call().content()

    expect(model.prompts.map(({ options }) => options.tools?.names)).toEqual([['add', 'other'], ['add']])
  })

  test('two tools of one name are refused, naming both', async () => {
    const client = new ChatClient({ model: new ScriptedChatModel(['1']), tools: [plainTool('find', () => 1)] })

    await expect(
      client
        .prompt('go')
        .tools(plainTool('find', () => 2))
        .call()
        .content(),
    ).rejects.toThrow(/find/)
  })

  test('the set is the same instance from request to request, so that a model serialises it once', async () => {
    const model = new ScriptedChatModel(['1', '2', '3', '4'])
    const orders = new OrderService()
    const client = new ChatClient({ model, tools: [addTool()] })

    for (let request = 0; request < 2; request++) await client.prompt('go').call().content()
    for (let request = 0; request < 2; request++) await client.prompt('go').tools(orders).call().content()

    const [first, second, third, fourth] = model.prompts.map(({ options }) => options.tools)
    expect(second).toBe(first)
    expect(fourth).toBe(third)
  })

  test('what is in the registry but not attached cannot run', async () => {
    const model = new ScriptedChatModel([[call], 'ok'])

    await new ChatClient({ model, registry: registry() }).prompt('go').tools('add').call().content()

    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      results: [{ isError: true, content: expect.stringContaining('findOrders') }],
    })
  })

  test.each<[string, unknown, RegExp]>([
    ['a name nobody has', 'nothing', /"nothing".*findOrders, add/s],
    ['a class without tools', class Empty {}, /class Empty.*@Tool/s],
    ['undefined', undefined, /undefined/],
  ])('%s is refused', async (_what, source, message) => {
    const client = new ChatClient({ model: new ScriptedChatModel(['1']), registry: registry() })

    await expect(
      client
        .prompt('go')
        .tools(source as object)
        .call()
        .content(),
    ).rejects.toThrow(message)
  })

  test('receive the tool context, and the model does not', async () => {
    const model = new ScriptedChatModel([[{ name: 'whoami' }], 'ok'])
    const whoami = functionTool({
      name: 'whoami',
      description: 'Who asks',
      execute: (_args, context: ToolContext) => context.get('user'),
    })

    await new ChatClient({ model, tools: [whoami], toolContext: { user: 'none' } })
      .prompt('go')
      .toolContext({ user: 'ann' })
      .call()
      .content()

    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ content: 'ann' }] })
    expect(JSON.stringify(model.prompts[0])).not.toContain('ann')
  })
})

describe('advisors', () => {
  class Note extends BaseAdvisor {
    constructor(
      readonly label: string,
      readonly notes: string[],
      readonly position = 0,
    ) {
      super()
    }

    override get order(): number {
      return this.position
    }

    protected override before(request: ChatClientRequest): ChatClientRequest {
      this.notes.push(`> ${this.label}`)
      return request
    }

    protected override after<T>(response: T): T {
      this.notes.push(`< ${this.label}`)
      return response
    }
  }

  test.each([false, true])('stand in order, equal orders as registered (streaming: %s)', async (streaming) => {
    const notes: string[] = []
    const advisors = [new Note('b', notes, 5), new Note('c', notes, 5), new Note('a', notes, -5)]
    const request = new ChatClient({ model: new ScriptedChatModel(['ok']), advisors }).prompt('go')

    if (streaming) for await (const _text of request.stream().content());
    else await request.call().content()

    expect(notes).toEqual(['> a', '> b', '> c', '< c', '< b', '< a'])
  })

  test('inside the loop see every round, outside the turn', async () => {
    const notes: string[] = []
    const model = new ScriptedChatModel([[{ name: 'add', arguments: { a: 1, b: 1 } }], 'ok'])
    const advisors = [new Note('in', notes), new Note('out', notes, -2147483448)]

    await new ChatClient({ model, tools: [addTool()], advisors }).prompt('go').call().content()

    expect(notes).toEqual(['> out', '> in', '< in', '> in', '< in', '< out'])
  })

  test('share a context that the caller sees', async () => {
    class Stamp extends BaseAdvisor {
      protected override before(request: ChatClientRequest): ChatClientRequest {
        request.context.set('seen', request.context.get('tenant'))
        return request
      }
    }

    const client = new ChatClient({ model: new ScriptedChatModel(['ok']), advisors: [new Stamp()] })
    const { context } = await client.prompt('go').context({ tenant: 'north' }).call().chatClientResponse()

    expect(context.get('seen')).toBe('north')
  })

  test('may answer instead of the model', async () => {
    class Guard extends Advisor {
      override async *advise(request: ChatClientRequest, _next: AdvisorNext) {
        const complete = { generations: [{ message: { role: 'assistant', content: 'no' } as const }], metadata: {} }
        yield { chatResponse: complete, complete, context: request.context }
      }
    }
    const client = new ChatClient({ model: new ScriptedChatModel([]), advisors: [new Guard()] })

    expect(await client.prompt('go').call().content()).toBe('no')
    const pieces: string[] = []
    for await (const piece of client.prompt('go').stream().content()) pieces.push(piece)
    expect(pieces).toEqual(['no'])
  })

  test('may ask the model again', async () => {
    class Twice extends Advisor {
      override async *advise(request: ChatClientRequest, next: AdvisorNext) {
        for await (const _first of next(request));
        yield* next(request)
      }
    }
    const client = new ChatClient({ model: new ScriptedChatModel(['first', 'second']), advisors: [new Twice()] })

    expect(await client.prompt('go').call().content()).toBe('second')
  })

  test.each([
    ['inside the tool loop', 0, /inside the tool loop/],
    ['outside of it', -2147483448, /Silent, ToolCallingAdvisor/],
  ])('that lose the response %s are an error', async (_where, order, message) => {
    class Silent extends Advisor {
      override get order(): number {
        return order
      }
      override async *advise(): AsyncGenerator<never> {}
    }
    const client = new ChatClient({ model: new ScriptedChatModel([]), advisors: [new Silent()] })

    await expect(client.prompt('go').call().content()).rejects.toMatchObject({
      code: 'CHAT_RESPONSE_MISSING',
      message: expect.stringMatching(message),
    })
  })

  test('two that run tools are refused, naming both', () => {
    class Other extends ToolCallingAdvisor {}
    const advisors = [new ToolCallingAdvisor(), new Other({ order: 7 })]

    expect(() => new ChatClient({ model: new ScriptedChatModel([]), advisors })).toThrow(
      'found 2: [ToolCallingAdvisor (order=-2147483348), Other (order=7)]',
    )
  })
})

describe('an advisor that would do its work twice', () => {
  const client = (...advisors: readonly Advisor[]): ChatClient =>
    new ChatClient({ model: new ScriptedChatModel(['ok']), advisors })

  test('is refused: the same one among those of the client and of the request', async () => {
    const advisor = new SimpleLoggerAdvisor({ logger: { debug: () => undefined } })
    const request = client(advisor).prompt('go').advisors(advisor)

    await expect(request.call().content()).rejects.toMatchObject({
      code: 'CHAT_ADVISOR_TWICE',
      message: expect.stringContaining('SimpleLoggerAdvisor (order=0) stands in the chain twice'),
    })
  })

  test('is refused: two that remember in one memory', () => {
    const memory = new MessageWindowChatMemory()
    const remembering = (order: number): Advisor => new MessageChatMemoryAdvisor(memory, { order })

    expect(() => client(remembering(1), remembering(2))).toThrow(/order=1\).*order=2\) remember in the same memory/)
  })

  test('is none when two of a kind have each their own memory', async () => {
    const [near, far] = [new MessageWindowChatMemory(), new MessageWindowChatMemory()]
    const advisors = [near, far].map((memory) => new MessageChatMemoryAdvisor(memory))

    await client(...advisors)
      .prompt('go')
      .conversation('c')
      .call()
      .content()

    expect(await near.get('c')).toHaveLength(2)
    expect(await far.get('c')).toEqual(await near.get('c'))
  })
})

describe('the choice of a tool', () => {
  const addCall = [{ name: 'add', arguments: { a: 1, b: 1 } }]

  test('that names no tool of the request, or requires one of none, is refused before the model is asked', async () => {
    const model = new ScriptedChatModel([])
    const request = new ChatClient({ model }).prompt('go')
    const [named, required] = [{ toolChoice: { tool: 'sub' } }, { toolChoice: 'required' }] as const

    await expect(request.options(required).call().content()).rejects.toThrow(/required.*No tool is attached/)
    await expect(request.tools(addTool()).options(named).call().content()).rejects.toMatchObject({
      code: 'CHAT_OPTION_INVALID',
      message: expect.stringMatching(/"sub".*Attached are: add/),
    })
    expect(model.prompts).toEqual([])
  })

  test('none: nothing runs, though the model calls; it is told so, and answers', async () => {
    const ran: unknown[] = []
    const model = new ScriptedChatModel([addCall, 'In words.'])
    const request = new ChatClient({ model, tools: [addTool(ran)] }).prompt('go').options({ toolChoice: 'none' })

    const { messages, chatResponse } = await request.call().chatClientResponse()

    expect(ran).toEqual([])
    expect(responseText(chatResponse)).toBe('In words.')
    expect(messages?.[1]).toMatchObject({ role: 'tool', results: [{ name: 'add', isError: true }] })
  })
})

describe('the events of a turn', () => {
  const addCall = { name: 'add', arguments: { a: 1, b: 1 } }

  async function eventsOf(client: ChatClient, change = (spec: ChatRequestSpec) => spec): Promise<TurnEvent[]> {
    const events: TurnEvent[] = []
    const spec = change(client.prompt('go').onEvent((event) => events.push(event)))
    try {
      for await (const _response of spec.stream().chatResponse());
    } catch {
      // What is told is looked at.
    }
    return events
  }

  test('are told without a loop, too', async () => {
    const model = new ScriptedChatModel([{ text: 'Let me see.', chunks: ['Let me ', 'see.'], calls: [addCall] }])

    const events = await eventsOf(new ChatClient({ model, tools: [addTool()], toolCalling: false }))

    expect(events).toMatchObject([
      { type: 'round-started', round: 1 },
      { type: 'text-delta', round: 1, text: 'Let me ' },
      { type: 'text-delta', round: 1, text: 'see.' },
      { type: 'round-ended', round: 1, toolCallCount: 1 },
      { type: 'turn-ended', outcome: { type: 'completed' }, rounds: 1 },
    ])
  })

  test('are told of an answer that no model gave', async () => {
    class Cached extends Advisor {
      override get order(): number {
        return ADVISOR_ORDER.highest + 1
      }

      override async *advise({ context }: ChatClientRequest): AsyncIterable<ChatClientResponse> {
        const complete = { generations: [{ message: assistantMessage('As before.') }], metadata: {} }
        yield { chatResponse: complete, complete, context }
      }
    }

    const events = await eventsOf(new ChatClient({ model: new ScriptedChatModel([]), advisors: [new Cached()] }))

    expect(events).toEqual([
      { type: 'text-delta', round: 0, text: 'As before.' },
      { type: 'turn-ended', outcome: { type: 'completed' }, rounds: 0 },
    ])
  })

  test.each<[string, ChatClient, string, (spec: ChatRequestSpec) => ChatRequestSpec]>([
    [
      'the model fails',
      new ChatClient({ model: new ScriptedChatModel([new Error('down')]) }),
      'failed',
      (spec) => spec,
    ],
    [
      'the model fails and there is no loop',
      new ChatClient({ model: new ScriptedChatModel([new Error('down')]), toolCalling: false }),
      'failed',
      (spec) => spec,
    ],
    [
      'the turn has not begun',
      new ChatClient({
        model: new ScriptedChatModel([]),
        advisors: [new MessageChatMemoryAdvisor(new MessageWindowChatMemory())],
      }),
      'failed',
      (spec) => spec,
    ],
    [
      'it was given up before',
      new ChatClient({ model: new ScriptedChatModel([]), toolCalling: false }),
      'aborted',
      (spec) => spec.signal(AbortSignal.abort()),
    ],
  ])('end once when %s', async (_what, client, type, change) => {
    const events = await eventsOf(client, change)

    const endings = events.filter((event) => event.type === 'turn-ended')
    expect(endings).toMatchObject([{ outcome: { type } }])
    expect(events.at(-1)).toBe(endings[0])
  })
})

describe('the tool loop of a client', () => {
  test('is off for a request that says so; tools are still offered', async () => {
    const model = new ScriptedChatModel([[{ name: 'add', arguments: { a: 1, b: 1 } }]])

    const response = await new ChatClient({ model, tools: [addTool()] })
      .prompt('go')
      .toolCalling(false)
      .call()
      .chatResponse()

    expect(response.generations[0]?.message.toolCalls).toHaveLength(1)
    expect(model.prompts[0]?.options.tools?.names).toEqual(['add'])
  })

  test('is there without tools, for those an advisor adds', async () => {
    const model = new ScriptedChatModel([[{ name: 'add', arguments: { a: 1, b: 1 } }], 'ok'])
    class Adds extends BaseAdvisor {
      override get order(): number {
        return -2147483448
      }

      protected override before(request: ChatClientRequest): ChatClientRequest {
        return { ...request, prompt: { ...request.prompt, options: { tools: tools } } }
      }
    }
    const { ToolSet } = await import('@vernal/tools')
    const tools = ToolSet.of([addTool()])

    expect(await new ChatClient({ model, advisors: [new Adds()] }).prompt('go').call().content()).toBe('ok')
  })

  test('a listener that rejects later disturbs nobody', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown): unknown => unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    const rejecting = (): unknown => Promise.reject(new Error('later'))
    const request = new ChatClient({ model: new ScriptedChatModel(['ok']) }).prompt('go').onEvent(rejecting)

    expect(await request.call().content()).toBe('ok')
    await nextTick()
    process.off('unhandledRejection', onUnhandled)

    expect(unhandled).toEqual([])
  })

  test('a listener that throws does not disturb the turn', async () => {
    const client = new ChatClient({ model: new ScriptedChatModel(['ok']) })
    const request = client.prompt('go').onEvent(() => {
      throw new Error('listener')
    })

    expect(await request.call().content()).toBe('ok')
  })
})
