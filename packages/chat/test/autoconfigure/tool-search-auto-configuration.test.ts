import { Bean, Configuration, run, Service, type Application, type Class } from '@vernal/container'
import {
  ChatClient,
  ChatModel,
  EmbeddingModel,
  ToolAdvisor,
  ToolCallingAdvisor,
  ToolSearchToolCallingAdvisor,
  type EmbeddingResponse,
} from '@vernal/chat'
import {
  ChatAutoConfiguration,
  ChatMemoryAutoConfiguration,
  ToolSearchAutoConfiguration,
} from '@vernal/chat/autoconfigure'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import {
  HybridToolIndex,
  KeywordToolIndex,
  RegexToolIndex,
  Tool,
  ToolIndex,
  ToolParam,
  VectorToolIndex,
} from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const PREFIX = 'vernal.ai.chat.client.tool-search-advisor'

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

@Configuration()
class Embeddings {
  @Bean()
  embeddingModel(): EmbeddingModel {
    return new LetterEmbeddings()
  }
}

/** Embeds a text as how often each letter is in it. */
class LetterEmbeddings extends EmbeddingModel {
  override async embed(texts: readonly string[]): Promise<EmbeddingResponse> {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    return { embeddings: texts.map((text) => letters.map((letter) => text.toLowerCase().split(letter).length - 1)) }
  }
}

const applications: Application[] = []

afterEach(async () => {
  await Promise.all(applications.splice(0).map((application) => application.close()))
})

async function start(
  properties: Record<string, unknown>,
  script: readonly ScriptedAnswer[] = [],
  components: readonly Class[] = [],
) {
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
    autoConfigurations: [
      ToolsAutoConfiguration,
      ChatAutoConfiguration,
      ChatMemoryAutoConfiguration,
      ToolSearchAutoConfiguration,
    ],
    properties: { 'vernal.logging.level': 'silent', 'vernal.ai.chat.client.default-tools': 'all', ...properties },
    args: [],
    env: {},
    configDir: __dirname,
    signals: false,
  })
  applications.push(application)
  return { application, model, client: application.get(ChatClient) }
}

const enabled = (more: Record<string, unknown> = {}) => ({
  [`${PREFIX}.enabled`]: true,
  ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`${PREFIX}.${key}`, value])),
})

test('one property puts the search in the place of the default loop', async () => {
  const { client, model, application } = await start(enabled(), [
    [{ name: 'toolSearchTool', arguments: { query: 'find orders', maxResults: 1 } }],
    [{ name: 'findOrders', arguments: { customerId: '42' } }],
    'done',
  ])
  expect(await client.prompt('go').conversation('a').call().content()).toBe('done')
  expect(model.prompts.map(({ options }) => options.tools?.names)).toEqual([
    ['toolSearchTool'],
    ['toolSearchTool', 'findOrders'],
    ['toolSearchTool', 'findOrders'],
  ])
  expect(application.getAll(ToolAdvisor)).toEqual([application.get(ToolSearchToolCallingAdvisor)])
})

test('without it the loop is the default one, and there is no index', async () => {
  const { application } = await start({})
  expect(application.get(ToolAdvisor).name).toBe('ToolCallingAdvisor')
  expect(application.find(ToolIndex)).toBeUndefined()
})

test('the bean evicts sessions, also of the requests of the client', async () => {
  const { client, model, application } = await start(enabled(), [
    [{ name: 'toolSearchTool', arguments: { query: 'orders' } }],
    'ok',
    'ok',
    'ok',
  ])
  const ask = () => client.prompt('go').conversation('a').call().content()
  await ask()
  await ask()
  application.get(ToolSearchToolCallingAdvisor).evictSession('a')
  await ask()
  expect(model.prompts.map(({ options }) => options.tools?.size)).toEqual([1, 3, 3, 1])
})

describe('the index', () => {
  test.each<[string | undefined, Class<ToolIndex>]>([
    [undefined, KeywordToolIndex],
    ['keyword', KeywordToolIndex],
    ['lucene', KeywordToolIndex],
    ['regex', RegexToolIndex],
    ['vector', VectorToolIndex],
    ['hybrid', HybridToolIndex],
  ])('of type %s is a %p', async (type, expected) => {
    const { application } = await start(enabled(type ? { 'tool-index-type': type } : {}), [], [Embeddings])
    expect(application.get(ToolIndex)).toBeInstanceOf(expected)
  })

  test('of the application wins, whatever the type', async () => {
    const own = new RegexToolIndex()
    @Configuration()
    class Own {
      @Bean()
      toolIndex(): ToolIndex {
        return own
      }
    }
    const { application } = await start(enabled({ 'tool-index-type': 'vector' }), [], [Own])
    expect(application.get(ToolIndex)).toBe(own)
  })

  test('of a mistyped type fails the start with the choices', async () => {
    await expect(start(enabled({ 'tool-index-type': 'lucine' }))).rejects.toThrow(
      /tool-index-type = "lucine".*one of hybrid, keyword, lucene, regex, vector/,
    )
  })

  test.each(['vector', 'hybrid'])('of type %s needs an embedding model', async (type) => {
    await expect(start(enabled({ 'tool-index-type': type }))).rejects.toThrow(
      `tool-search-advisor.tool-index-type=${type} needs a bean of type EmbeddingModel`,
    )
  })
})

test('a tool loop of the application wins', async () => {
  const own = new ToolCallingAdvisor()
  @Configuration()
  class Own {
    @Bean()
    ownLoop(): ToolAdvisor {
      return own
    }
  }
  const { application } = await start(enabled(), [], [Own])
  expect(application.getAll(ToolAdvisor)).toEqual([own])
})

test('all properties reach the advisor', async () => {
  const properties = enabled({
    'max-results': 1,
    'system-message-suffix': 'Search first.',
    'reference-tool-name-accumulation': false,
    'session-id-key-name': 'user',
    'advisor-order': -7,
    'always-visible': 'cancel*',
    'eviction.lru-max-sessions': 2,
    'eviction.ttl': '10m',
    'keyword.min-score-threshold': 0.1,
  })
  const { client, model, application } = await start(properties, [
    [{ name: 'toolSearchTool', arguments: { query: 'orders' } }],
    'ok',
    'ok',
  ])
  const ask = () => client.prompt('go').context({ user: 'me' }).call().content()
  await ask()
  await ask()
  expect(application.get(ToolSearchToolCallingAdvisor).order).toBe(-7)
  expect(model.prompts[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Search first.' })
  expect(model.prompts.map(({ options }) => options.tools?.names.length)).toEqual([2, expect.any(Number), 2])
})

test('a small set of tools is sent as it is', async () => {
  const { client, model } = await start(enabled({ 'activate-above.tools': 2 }), ['ok'])
  await client.prompt('go').call().content()
  expect(model.prompts[0]?.options.tools?.names).toEqual(['findOrders', 'cancelOrder'])
})
