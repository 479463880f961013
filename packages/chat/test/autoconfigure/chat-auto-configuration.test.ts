import {
  Bean,
  Component,
  Configuration,
  Logger,
  Primary,
  run,
  Service,
  type Application,
  type Class,
} from '@vernal/container'
import {
  BaseAdvisor,
  ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  InMemoryTurnStore,
  MessageWindowChatMemory,
  ChatModel,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  TurnListener,
  TurnStore,
  type ChatClientRequest,
  type TurnEvent,
} from '@vernal/chat'
import { ChatAutoConfiguration, ChatMemoryAutoConfiguration } from '@vernal/chat/autoconfigure'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { Tool, ToolParam } from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

@Service()
class Orders {
  @Tool('Find the orders of a customer')
  findOrders(@ToolParam('Customer id') customerId: string): string {
    return `orders of ${customerId}`
  }

  @Tool('Cancel an order')
  cancelOrder(@ToolParam('Order id') orderId: string): string {
    return `cancelled ${orderId}`
  }
}

const applications: Application[] = []

afterEach(async () => {
  await Promise.all(applications.splice(0).map((application) => application.close()))
})

interface Setup {
  readonly properties?: Record<string, unknown>
  readonly components?: readonly Class[]
}

async function start(script: readonly ScriptedAnswer[], { properties = {}, components = [] }: Setup = {}) {
  const model = new ScriptedChatModel(script)
  @Configuration()
  class Model {
    @Bean({ type: ChatModel })
    chatModel(): ChatModel {
      return model
    }
  }
  const application = await run({
    components: [Orders, Model, ...components],
    autoConfigurations: [ToolsAutoConfiguration, ChatMemoryAutoConfiguration, ChatAutoConfiguration],
    properties: { 'vernal.logging.level': 'silent', ...properties },
    args: [],
    env: {},
    configDir: __dirname,
    signals: false,
  })
  applications.push(application)
  return { application, model, client: application.get(ChatClient) }
}

const find = { name: 'findOrders', arguments: { customerId: '42' } }

describe('the tools a client offers by default', () => {
  test.each([
    ['none', undefined, undefined],
    ['none', 'none', undefined],
    ['all', 'all', ['findOrders', 'cancelOrder']],
    ['those of a list', 'cancelOrder', ['cancelOrder']],
    ['those of globs', 'find*, cancel*', ['findOrders', 'cancelOrder']],
  ])('are %s (default-tools: %s)', async (_what, value, names) => {
    const properties = value ? { 'vernal.ai.chat.client.default-tools': value } : {}
    const { client, model } = await start(['ok'], { properties })

    await client.prompt('go').call().content()

    expect(model.prompts[0]?.options.tools?.names).toEqual(names)
  })
})

describe('properties', () => {
  const all = { 'vernal.ai.chat.client.default-tools': 'all' }

  test('set the limits of tool calls', async () => {
    const { application } = await start([], {
      properties: {
        'vernal.ai.tools.limits.max-calls-per-tool-default': '3',
        'vernal.ai.tools.limits.max-calls-per-tool.findOrders': '1',
        'vernal.ai.tools.limits.excluded-tools': 'cancelOrder',
        'vernal.ai.tools.limits.max-total-tool-calls': '-1',
        'vernal.ai.tools.limits.on-limit-exceeded': 'return_error_response',
      },
    })

    const limits = application.get(ToolCallLimits)
    expect(limits).toMatchObject({
      maxCallsPerTool: 3,
      maxTotalToolCalls: -1,
      onLimitExceeded: 'RETURN_ERROR_RESPONSE',
    })
    expect([limits.maxCallsOf('findOrders'), limits.maxCallsOf('cancelOrder'), limits.maxCallsOf('other')]).toEqual([
      1, -1, 3,
    ])
    expect(application.get(ToolCallingManager).limits).toBe(limits)
  })

  test('that cannot be are refused at start-up, all at once', async () => {
    const starting = start([], {
      properties: {
        'vernal.ai.tools.limits.max-total-tool-calls': '0',
        'vernal.ai.tools.limits.on-limit-exceeded': 'panic',
      },
    })

    await expect(starting).rejects.toThrow(/max-total-tool-calls[^]*greater than 0[^]*on-limit-exceeded[^]*THROW/)
  })

  test('set the tool loop', async () => {
    const { client, application } = await start([[find], [find], 'Enough.'], {
      properties: {
        ...all,
        'vernal.ai.chat.client.tool-calling.advisor-order': '7',
        'vernal.ai.chat.client.tool-calling.max-rounds': '3',
      },
    })

    const { outcome } = await client.prompt('go').call().chatClientResponse()

    expect(application.get(ToolCallingAdvisor).order).toBe(7)
    expect(outcome).toEqual({ type: 'maxRounds', rounds: 3, answered: true })
  })

  test('switch the tool loop off', async () => {
    const { client } = await start([[find]], {
      properties: { ...all, 'vernal.ai.chat.client.tool-calling.enabled': 'false' },
    })

    const response = await client.prompt('go').call().chatResponse()

    expect(response.generations[0]?.message.toolCalls).toHaveLength(1)
  })

  test('ask for consent by the names of tools', async () => {
    const { client } = await start([[{ name: 'cancelOrder', arguments: { orderId: '1' } }]], {
      properties: { ...all, 'vernal.ai.tools.approval.required': 'cancel*' },
    })

    expect((await client.prompt('go').call().chatClientResponse()).outcome?.type).toBe('approvalRequired')
  })

  test('switch the memory on', async () => {
    const { client, application } = await start(['hi'], { properties: { 'vernal.ai.chat.memory.enabled': 'true' } })

    await client.prompt('hello').conversation('a').call().content()

    expect(await application.get(ChatMemory).get('a')).toHaveLength(2)
  })

  test('leave the client out', async () => {
    await expect(start([], { properties: { 'vernal.ai.chat.client.enabled': 'false' } })).rejects.toThrow(
      /ChatClient[^]*vernal\.ai\.chat\.client\.enabled/,
    )
  })
})

describe('beans of the application', () => {
  test('take the place of the memory, and of the repository that keeps it', async () => {
    const repository = new InMemoryChatMemoryRepository()
    const memory = new MessageWindowChatMemory()
    @Configuration()
    class Kept {
      @Bean({ type: ChatMemoryRepository })
      kept(): ChatMemoryRepository {
        return repository
      }
    }
    @Configuration()
    class Remembered {
      @Bean({ type: ChatMemory })
      remembered(): ChatMemory {
        return memory
      }
    }
    const messages = [{ role: 'user', content: 'hello' } as const]

    const { application: plain } = await start([], { components: [Kept] })
    const { application: own } = await start([], { components: [Remembered] })
    await plain.get(ChatMemory).add('a', messages)

    expect(await repository.find('a')).toEqual(messages)
    expect(own.get(ChatMemory)).toBe(memory)
  })

  test('advisors and listeners join the default chain', async () => {
    const seen: string[] = []
    @Component()
    class Audit extends BaseAdvisor {
      protected override before(request: ChatClientRequest): ChatClientRequest {
        seen.push('advisor')
        return request
      }
    }
    @Component()
    class Listener extends TurnListener {
      override onEvent(event: TurnEvent): void {
        seen.push(event.type)
      }
    }
    const { client } = await start(['ok'], { components: [Audit, Listener] })

    await client.prompt('go').call().content()

    expect(seen).toEqual(['round-started', 'advisor', 'round-ended', 'turn-ended'])
  })

  test('take the place of the loop, the manager, and the store of suspended turns', async () => {
    class OwnLoop extends ToolCallingAdvisor {}
    class OwnManager extends ToolCallingManager {}
    class OwnStore extends TurnStore {
      override async save(): Promise<void> {}
      override async find(): Promise<undefined> {}
      override async take(): Promise<undefined> {}
    }
    @Configuration()
    class Own {
      @Bean()
      loop(manager: ToolCallingManager): OwnLoop {
        return new OwnLoop({ manager })
      }

      @Bean()
      manager(): OwnManager {
        return new OwnManager()
      }

      @Bean()
      store(): OwnStore {
        return new OwnStore()
      }
    }
    const { application } = await start(['ok'], { components: [Own] })

    expect(application.get(ToolCallingAdvisor)).toBeInstanceOf(OwnLoop)
    expect(application.get(ToolCallingAdvisor).manager).toBeInstanceOf(OwnManager)
    expect(application.getAll(ToolCallingAdvisor)).toHaveLength(1)
    expect(application.get(TurnStore)).toBeInstanceOf(OwnStore)
  })

  test('two loops are refused at start-up', async () => {
    @Configuration()
    class Two {
      @Bean()
      one(): ToolCallingAdvisor {
        return new ToolCallingAdvisor()
      }

      @Bean()
      other(): ToolCallingAdvisor {
        return new ToolCallingAdvisor({ order: 5 })
      }
    }

    await expect(start([], { components: [Two] })).rejects.toThrow(/At most one ToolAdvisor[^]*found 2/)
  })

  test('their classes name tools of a request', async () => {
    const { client, model } = await start([[find], 'ok'])

    await client.prompt('go').tools(Orders).call().content()

    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ content: 'orders of 42' }] })
  })
})

/** A log that keeps the warnings. */
function warningsInto(lines: string[]): Class {
  @Configuration()
  class Logging {
    @Bean()
    @Primary()
    logger(): Logger {
      const note = (_fields: object, message: string): void => void lines.push(message)
      const silent = (): void => undefined
      return { debug: silent, info: silent, warn: note, error: note, child: () => this.logger() } as never
    }
  }
  return Logging
}

test('a loop that was made without the manager and the turn store of the application is warned of', async () => {
  class OwnStore extends InMemoryTurnStore {}
  class FileStore extends TurnStore {
    override save = (): Promise<void> => Promise.resolve()
    override find = (): Promise<undefined> => Promise.resolve(undefined)
    override take = (): Promise<undefined> => Promise.resolve(undefined)
  }
  const warningsOf = async (advisor: (manager: ToolCallingManager, store: TurnStore) => ToolCallingAdvisor) => {
    const lines: string[] = []
    @Configuration()
    class Own {
      @Bean() turnStore(): TurnStore {
        return new FileStore()
      }
      @Bean() loop(manager: ToolCallingManager, store: TurnStore): ToolCallingAdvisor {
        return advisor(manager, store)
      }
    }
    await start(['Hello.'], { components: [Own, warningsInto(lines)] })
    return lines.filter((line) => line.startsWith('The tool loop'))
  }
  expect(await warningsOf((manager, turnStore) => new ToolCallingAdvisor({ manager, turnStore }))).toEqual([])
  const [ownManager = '', ownStore = ''] = await warningsOf(() => new ToolCallingAdvisor({ turnStore: new OwnStore() }))
  expect(ownManager).toContain('limits, policies, approvals and time-outs of the configuration do not hold')
  expect(ownStore).toContain('not kept in the bean FileStore')
})

test('limits are for names and patterns of names, and those that limit nothing are warned of', async () => {
  const lines: string[] = []
  const { application } = await start(['Hello.'], {
    components: [warningsInto(lines)],
    properties: {
      'vernal.ai.tools.limits.max-calls-per-tool': { 'cancel*': 2, cancelOrders: 1, readToolResult: 5 },
      'vernal.ai.tools.limits.excluded-tools': ['findOrder'],
    },
  })
  expect(application.get(ToolCallLimits).maxCallsOf('cancelOrder')).toBe(2)
  expect(lines.filter((line) => line.startsWith('No tool is named'))).toEqual([
    'No tool is named "cancelOrders", which vernal.ai.tools.limits.max-calls-per-tool is about. Did you mean cancelOrder?',
    'No tool is named "findOrder", which vernal.ai.tools.limits.excluded-tools is about. Did you mean findOrders?',
  ])
})
