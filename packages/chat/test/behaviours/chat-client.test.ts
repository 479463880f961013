import {
  Advisor,
  ADVISOR_ORDER,
  BaseAdvisor,
  ChatClient,
  type AdvisorNext,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatModel,
  type ChatOptions,
  type ChatResponse,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { functionTool, ToolCallbackProvider, ToolSet, type ToolCallback, type ToolContext } from '@vernal/tools'
import { z } from 'zod'
import { addTool, plainTool } from '../order-tools'
import { collect } from './asking'

const addCall = { name: 'add', arguments: { a: 1, b: 1 } }

/** Inside the loop, and counts what passes. */
class CountingAdvisor extends BaseAdvisor {
  passes = 0

  override get order(): number {
    return 100
  }

  protected override before(request: ChatClientRequest): ChatClientRequest {
    this.passes += 1
    return request
  }
}

class LazyProvider extends ToolCallbackProvider {
  evaluations = 0

  constructor(readonly tool: ToolCallback) {
    super()
  }

  override toolCallbacks(): readonly ToolCallback[] {
    this.evaluations += 1
    return [this.tool]
  }
}

const ask = (
  client: ChatClient,
  streaming: boolean,
  setUp = (request: ReturnType<ChatClient['prompt']>) => request,
) => {
  const request = setUp(client.prompt('go'))
  return streaming ? collect(request.stream().content()).then((pieces) => pieces.join('')) : request.call().content()
}

describe.each([false, true])('the loop of a client (streaming: %s)', (streaming) => {
  test('runs the tool, answers, and is seen by an advisor inside it', async () => {
    const counting = new CountingAdvisor()
    const model = new ScriptedChatModel([[addCall], 'two'])
    const text = await ask(new ChatClient({ model, advisors: [counting] }), streaming, (request) =>
      request.tools(addTool()),
    )
    expect(text).toBe('two')
    expect(counting.passes).toBe(2)
    expect(model.prompts).toHaveLength(2)
  })

  test('is off when the request says so: one pass, and no tool runs', async () => {
    const counting = new CountingAdvisor()
    const ran: unknown[] = []
    const model = new ScriptedChatModel([[addCall]])
    await ask(new ChatClient({ model, advisors: [counting] }), streaming, (request) =>
      request.tools(addTool(ran)).toolCalling(false),
    )
    expect(counting.passes).toBe(1)
    expect(model.prompts).toHaveLength(1)
    expect(model.prompts[0]?.options.tools?.names).toEqual(['add'])
    expect(ran).toEqual([])
  })

  test('asks providers of tools when the request is made, all of them, and not before', async () => {
    const providers = [new LazyProvider(addTool()), new LazyProvider(plainTool('other', () => 1))]
    const model = new ScriptedChatModel(['ok'])
    const request = new ChatClient({ model }).prompt('go').tools(...providers)
    expect(providers.map(({ evaluations }) => evaluations)).toEqual([0, 0])
    await (streaming ? collect(request.stream().content()) : request.call().content())
    expect(providers.map(({ evaluations }) => evaluations)).toEqual([1, 1])
    expect(model.prompts[0]?.options.tools?.names).toEqual(['add', 'other'])
  })
})

describe('a request that is asked twice', () => {
  test('works twice, with one loop', async () => {
    const names: string[][] = []
    class Noting extends BaseAdvisor {
      protected override before(request: ChatClientRequest): ChatClientRequest {
        names.push(request.prompt.messages.map(({ role }) => role))
        return request
      }
    }
    const model = new ScriptedChatModel(['1', '2'])
    const request = new ChatClient({ model, advisors: [new Noting()] }).prompt('go')
    expect([await request.call().content(), await request.call().content()]).toEqual(['1', '2'])
    expect(names).toEqual([['user'], ['user']])
  })
})

describe('tools and tool context', () => {
  test('of the request take the place of those in the options', async () => {
    const model = new ScriptedChatModel(['ok', 'ok'])
    const request = new ChatClient({ model }).prompt('go').options({ tools: ToolSet.of([plainTool('old', () => 1)]) })
    await request.call().content()
    await request.tools(addTool()).call().content()
    expect(model.prompts.map(({ options }) => options.tools?.names)).toEqual([['old'], ['add']])
  })

  test('reach the tool merged, the request winning over the client', async () => {
    const seen: unknown[] = []
    const look = functionTool({
      name: 'look',
      description: 'Looks',
      execute: (_args, context: ToolContext) => seen.push([context.get('a'), context.get('b'), context.get('c')]),
    })
    const client = new ChatClient({
      model: new ScriptedChatModel([[{ name: 'look' }], 'ok']),
      tools: [look],
      toolContext: { a: 1, b: 1 },
    })
    await client.prompt('go').toolContext({ b: 2 }).toolContext({ c: 3 }).call().content()
    expect(seen).toEqual([[1, 2, 3]])
  })

  test('are nothing where nobody gives any', async () => {
    const model = new ScriptedChatModel(['ok'])
    const seen: unknown[] = []
    class Looking extends BaseAdvisor {
      protected override before(request: ChatClientRequest): ChatClientRequest {
        seen.push(request.toolContext, request.prompt.options.tools)
        return request
      }
    }
    await new ChatClient({ model, advisors: [new Looking()] }).prompt('go').call().content()
    expect(seen).toEqual([{}, undefined])
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a list with null', [null]],
  ])('%s is refused as a source of tools', async (_what, source) => {
    const asked = new ChatClient({ model: new ScriptedChatModel([]) }).prompt('go').tools(source as object)
    await expect(asked.call().content()).rejects.toMatchObject({ code: 'CHAT_TOOL_SOURCE_UNKNOWN' })
  })
})

describe('an answer without text', () => {
  class Mute extends ScriptedChatModel {
    override async call(): Promise<ChatResponse> {
      return { generations: [], metadata: { id: 'r1' } }
    }
  }

  test('is an empty text, and the response is kept', async () => {
    const client = new ChatClient({ model: new Mute([]) })
    expect(await client.prompt('go').call().content()).toBe('')
    expect(await client.prompt('go').call().chatResponse()).toEqual({ generations: [], metadata: { id: 'r1' } })
  })

  test('is no entity', async () => {
    const asked = new ChatClient({ model: new Mute([]) }).prompt('go').call()
    await expect(asked.entity(z.object({}))).rejects.toMatchObject({ code: 'CHAT_OUTPUT_INVALID' })
  })

  test('gives out no piece of a stream', async () => {
    const model = new ScriptedChatModel([{ chunks: ['', 'a', ''] }])
    expect(await collect(new ChatClient({ model }).prompt('go').stream().content())).toEqual(['a'])
  })
})

describe('empty texts', () => {
  const client = new ChatClient({ model: new ScriptedChatModel(['ok'], { repeatLast: true }), system: 'Be brief.' })
  const empty = { code: 'CHAT_PROMPT_EMPTY' }

  test('are refused as a prompt, at once', () => {
    expect(() => client.prompt('')).toThrow(expect.objectContaining(empty))
  })

  test('leave the request empty, which is refused when it is asked', async () => {
    const asked = new ChatClient({ model: new ScriptedChatModel([]) }).prompt().user('').system('')
    await expect(asked.call().content()).rejects.toMatchObject(empty)
  })

  test('of the system switch the default one off', async () => {
    const model = new ScriptedChatModel(['ok'])
    await new ChatClient({ model, system: 'Be brief.' }).prompt('go').system('').call().content()
    expect(model.prompts[0]?.messages).toEqual([{ role: 'user', content: 'go' }])
  })
})

describe('a client made from another', () => {
  test('has its system text, options, tools, tool context and advisors, and what was changed', async () => {
    const counting = new CountingAdvisor()
    const contexts: unknown[] = []
    class Looking extends BaseAdvisor {
      protected override before(request: ChatClientRequest): ChatClientRequest {
        contexts.push(request.toolContext)
        return request
      }
    }
    const model = new ScriptedChatModel(['1', '2'])
    const client = new ChatClient({
      model,
      system: 'Be brief.',
      options: { temperature: 0.5 },
      tools: [addTool()],
      toolContext: { user: 'ann' },
      advisors: [counting, new Looking()],
    })
    await client
      .with({ options: { temperature: 1 } })
      .prompt('go')
      .call()
      .content()
    await client.prompt('go').call().content()

    expect(model.prompts.map(({ messages }) => messages[0])).toEqual(
      Array(2).fill({ role: 'system', content: 'Be brief.' }),
    )
    expect(model.prompts.map(({ options }) => [options.temperature, options.tools?.names])).toEqual([
      [1, ['add']],
      [0.5, ['add']],
    ])
    expect(contexts).toEqual([{ user: 'ann' }, { user: 'ann' }])
    expect(counting.passes).toBe(2)
  })
})

describe('a request made from another', () => {
  test('has everything that was set, and leaves the other as it was', async () => {
    const model = new ScriptedChatModel(['1', '2'])
    const base = new ChatClient({ model })
      .prompt('go')
      .system('sys')
      .messages({ role: 'assistant', content: 'earlier' })
      .options({ temperature: 0 })
      .tools(addTool())
    await base.user('other').options({ maxTokens: 3 }).call().content()
    await base.call().content()
    const texts = model.prompts.map(({ messages }) =>
      messages.map((message) => 'content' in message && message.content),
    )
    expect(texts).toEqual([
      ['sys', 'earlier', 'other'],
      ['sys', 'earlier', 'go'],
    ])
    const optionsOf = ({ tools, ...options }: ChatOptions) => ({ ...options, tools: tools?.names })
    expect(model.prompts.map(({ options }) => optionsOf(options))).toEqual([
      { temperature: 0, maxTokens: 3, tools: ['add'] },
      { temperature: 0, tools: ['add'] },
    ])
  })
})

describe('what is no model or advisor', () => {
  test.each<unknown>([undefined, null, {}])('%j is refused as a model, when the client is made', (model) => {
    expect(() => new ChatClient({ model: model as ChatModel })).toThrow(/The model of a ChatClient cannot be/)
  })

  test.each<unknown>([undefined, null, CountingAdvisor])('%p is refused as an advisor', async (advisor) => {
    const model = new ScriptedChatModel([])
    const strange = [advisor as Advisor]
    expect(() => new ChatClient({ model, advisors: strange })).toThrow(/An advisor cannot be/)
    const asked = new ChatClient({ model }).prompt('go').advisors(...strange)
    await expect(asked.call().content()).rejects.toMatchObject({ code: 'CHAT_OPTION_INVALID' })
  })
})

describe('an advisor with before and after', () => {
  class Stamping extends BaseAdvisor {
    readonly answers: string[] = []

    protected override before(request: ChatClientRequest): ChatClientRequest {
      request.context.set('stamp', 1)
      return request
    }

    protected override after(response: ChatResponse): ChatResponse {
      this.answers.push(response.generations[0]?.message.content ?? '')
      return { ...response, metadata: { ...response.metadata, id: 'stamped' } }
    }
  }

  test.each([false, true])('sees the whole answer once, and may change it (streaming: %s)', async (streaming) => {
    const stamping = new Stamping()
    const request = new ChatClient({ model: new ScriptedChatModel(['one two']), advisors: [stamping] }).prompt('go')
    const responses = streaming
      ? await collect(request.stream().chatClientResponse())
      : [await request.call().chatClientResponse()]
    expect(stamping.answers).toEqual(['one two'])
    expect(responses.at(-1)?.complete?.metadata.id).toBe('stamped')
    expect(responses.at(-1)?.context.get('stamp')).toBe(1)
  })

  test.each([false, true])('lets an error pass as it is (streaming: %s)', async (streaming) => {
    const model = new ScriptedChatModel([new TypeError('bad gateway')])
    const request = new ChatClient({ model, advisors: [new Stamping()] }).prompt('go')
    const asked = streaming ? collect(request.stream().content()) : request.call().content()
    await expect(asked).rejects.toThrow(new TypeError('bad gateway'))
  })
})

describe('the rest of a chain', () => {
  class Repeating extends Advisor {
    constructor(
      readonly label: string,
      readonly position: number,
      readonly seen: string[],
      readonly times = 1,
    ) {
      super()
    }

    override get order(): number {
      return this.position
    }

    override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
      this.seen.push(this.label)
      let last: ChatClientResponse | undefined
      for (let time = 0; time < this.times; time++) for await (const response of next(request)) last = response
      if (last) yield last
    }
  }

  test.each([
    ['the first of three', [2, 1, 1], 'a b c b c'],
    ['the one in the middle', [1, 2, 1], 'a b c c'],
    ['the last', [1, 1, 2], 'a b c'],
  ])('is asked again by %s, in order, without those further out', async (_which, times, expected) => {
    const seen: string[] = []
    const model = new ScriptedChatModel(['1', '2'], { repeatLast: true })
    const advisors = times.map((count, index) => new Repeating('abc'.charAt(index), index, seen, count))
    const request = new ChatClient({ model, advisors }).prompt('go')
    await request.call().content()
    expect(seen.join(' ')).toBe(expected)
    expect(model.prompts).toHaveLength(2)
    await request.call().content()
    expect(seen.join(' ')).toBe(`${expected} ${expected}`)
  })

  test('of a client does not change when a request adds an advisor', async () => {
    const seen: string[] = []
    const model = new ScriptedChatModel(['1', '2'])
    const client = new ChatClient({ model, advisors: [new Repeating('a', 1, seen)] })
    await client
      .prompt('go')
      .advisors(new Repeating('b', ADVISOR_ORDER.lowest, seen))
      .call()
      .content()
    await client.prompt('go').call().content()
    expect(seen).toEqual(['a', 'b', 'a'])
  })
})
