import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  DefaultToolErrorPolicy,
  InProcessToolExecutor,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  ToolErrorPolicy,
  ToolExecutor,
  toolMessage,
  type Application,
  type RunOptions,
  type ToolInvocation,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'
import { Shop } from './shop'
import { failureOf, start } from './start'

type Component = NonNullable<RunOptions['components']>[number]

/** What the condition report says about a default that stepped aside. */
const reasonFor = ({ conditions }: Application, source: string): string =>
  conditions.negative
    .filter((entry) => entry.source === source)
    .flatMap(({ results }) => results.map(({ message }) => message))
    .join()

@Configuration()
class ScriptedConfiguration {
  @Bean()
  model(): ScriptedChatModel {
    return new ScriptedChatModel([[{ name: 'price', arguments: { item: 'cup' } }], 'Three.'])
  }
}

/** Asks for the price of a cup with a scripted model, and gives what the model read. */
async function cupResult(...components: readonly Component[]): Promise<string | undefined> {
  await using app = await start({ components: [Shop, ScriptedConfiguration, ...components] })
  await app.get(ChatClient).prompt('Cup?').call().content()
  const messages = app.get(ScriptedChatModel).prompts.at(-1)?.messages ?? []
  return messages.flatMap((message) => (message.role === 'tool' ? message.results : []))[0]?.content
}

describe('a bean of the application replaces the default', () => {
  test('ChatModel, by a subclass, whatever key there is', async () => {
    await using app = await start({ components: [ScriptedConfiguration, Shop], env: { OPENAI_API_KEY: 'sk-test' } })
    expect(app.get(ChatModel)).toBe(app.get(ScriptedChatModel))
    expect(app.getAll(ChatModel)).toHaveLength(1)
    expect(await app.get(ChatClient).prompt('Cup?').call().content()).toBe('Three.')
    expect(reasonFor(app, 'ModelsAutoConfiguration.openAiChatModel()')).toContain('ScriptedConfiguration.model()')
  })

  test('ToolCallingAdvisor', async () => {
    @Configuration()
    class Own {
      @Bean()
      loop(manager: ToolCallingManager): ToolCallingAdvisor {
        return new ToolCallingAdvisor({ manager, maxRounds: 2 })
      }
    }
    await using app = await start({ components: [Own] })
    expect(app.getAll(ToolCallingAdvisor).map(({ maxRounds }) => maxRounds)).toEqual([2])
    expect(reasonFor(app, 'ChatAutoConfiguration.toolCallingAdvisor()')).toContain('Own.loop()')
  })

  test('ToolCallingAdvisor, by a subclass, whose hooks run', async () => {
    const rounds: number[] = []
    class CountingAdvisor extends ToolCallingAdvisor {
      protected override beforeRound(...[request, turn]: Parameters<ToolCallingAdvisor['beforeRound']>) {
        rounds.push(rounds.length + 1)
        return super.beforeRound(request, turn)
      }
    }
    @Configuration()
    class Own {
      @Bean()
      loop(manager: ToolCallingManager): CountingAdvisor {
        return new CountingAdvisor({ manager })
      }
    }
    expect(await cupResult(Own)).toBe('3')
    expect(rounds).toEqual([1, 2])
  })

  test('ToolCallingManager, which the default loop then uses', async () => {
    class CachedManager extends ToolCallingManager {
      override async executeToolCalls(...given: Parameters<ToolCallingManager['executeToolCalls']>) {
        const result = await super.executeToolCalls(...given)
        const results = result.results.map((each) => ({ ...each, content: 'from the cache' }))
        const history = [...result.conversationHistory.slice(0, -1), toolMessage(results)]
        return { ...result, results, conversationHistory: history }
      }
    }
    @Configuration()
    class Own {
      @Bean()
      manager(): CachedManager {
        return new CachedManager()
      }
    }
    expect(await cupResult(Own)).toBe('from the cache')
    await using app = await start({ components: [Own] })
    expect(app.get(ToolCallingAdvisor).manager).toBe(app.get(ToolCallingManager))
    expect(reasonFor(app, 'ChatAutoConfiguration.toolCallingManager()')).toContain('Own.manager()')
  })

  test('ToolCallLimits, whatever the properties say', async () => {
    @Configuration()
    class Own {
      @Bean()
      limits(): ToolCallLimits {
        return new ToolCallLimits({ maxTotalToolCalls: 1 })
      }
    }
    await using app = await start({
      components: [Own],
      properties: { 'vernal.ai.tools.limits.max-total-tool-calls': 9 },
    })
    expect(app.get(ToolCallingManager).limits.maxTotalToolCalls).toBe(1)
    expect(reasonFor(app, 'ChatAutoConfiguration.toolCallLimits()')).toContain('Own.limits()')
  })

  test('ToolErrorPolicy', async () => {
    class KindPolicy extends DefaultToolErrorPolicy {
      override describe(): string {
        return 'Please ask at the counter.'
      }
    }
    @Configuration()
    class Own {
      @Bean()
      policy(): KindPolicy {
        return new KindPolicy()
      }
      @Bean()
      model(): ScriptedChatModel {
        return new ScriptedChatModel([[{ name: 'openTill' }], 'Stuck.'])
      }
    }
    await using app = await start({ components: [Shop, Own] })
    await app.get(ChatClient).prompt('Open the till').call().content()
    const messages = app.get(ScriptedChatModel).prompts.at(-1)?.messages
    expect(messages).toContainEqual(
      expect.objectContaining({ results: [expect.objectContaining({ content: 'Please ask at the counter.' })] }),
    )
    expect(app.get<ToolErrorPolicy>(ToolErrorPolicy)).toBeInstanceOf(KindPolicy)
    expect(reasonFor(app, 'ToolsAutoConfiguration.toolErrorPolicy()')).toContain('Own.policy()')
  })

  test('ToolExecutor, declared by the abstract class', async () => {
    const ran: string[] = []
    class TracingExecutor extends InProcessToolExecutor {
      override async execute(invocation: ToolInvocation): Promise<unknown> {
        ran.push(invocation.definition.name)
        return super.execute(invocation)
      }
    }
    @Configuration()
    class Own {
      @Bean()
      executor(): ToolExecutor {
        return new TracingExecutor()
      }
    }
    expect(await cupResult(Own)).toBe('3')
    expect(ran).toEqual(['price'])
  })

  test('ChatClient', async () => {
    @Configuration()
    class Own {
      @Bean()
      client(model: ChatModel): ChatClient {
        return new ChatClient({ model, system: 'Be brief.' })
      }
      @Bean()
      model(): ScriptedChatModel {
        return new ScriptedChatModel(['Yes.'])
      }
    }
    await using app = await start({ components: [Own] })
    await app.get(ChatClient).prompt('Well?').call().content()
    expect(app.get(ScriptedChatModel).prompts[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' })
  })
})

test('without a bean of the application the defaults are there, and the report says why', async () => {
  await using app = await start()
  for (const type of [ChatClient, ToolCallingAdvisor, ToolCallingManager, ToolCallLimits]) {
    expect(app.getAll(type)).toHaveLength(1)
  }
  const sources = app.conditions.positive.map(({ source }) => source)
  expect(sources).toEqual(expect.arrayContaining(['ChatAutoConfiguration.toolCallingAdvisor()']))
  expect(app.conditions.toString()).toContain('ChatAutoConfiguration.toolCallingAdvisor() matched:')
})

test('two loops are one too many: the start fails and names both', async () => {
  class SecondLoop extends ToolCallingAdvisor {}
  @Configuration()
  class Own {
    @Bean()
    firstLoop(): ToolCallingAdvisor {
      return new ToolCallingAdvisor()
    }
    @Bean()
    secondLoop(): SecondLoop {
      return new SecondLoop({ order: 5 })
    }
  }
  const { message } = await failureOf({ components: [Own] })
  expect(message).toContain('At most one ToolAdvisor is allowed in the advisor chain, but found 2')
  expect(message).toMatch(/ToolCallingAdvisor.*SecondLoop \(order=5\)/)
  expect(message).toContain('Keep one')
})
