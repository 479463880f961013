import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChatClient, ChatModel, EmbeddingModel, userMessage } from '@vernal/chat'
import { ChatAutoConfiguration } from '@vernal/chat/autoconfigure'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { Bean, Configuration, Qualifier, run, Service, type Application, type RunOptions } from '@vernal/container'
import { ModelsAutoConfiguration, NamedChatClientsAutoConfiguration } from '@vernal/models/autoconfigure'
import { OpenAiEmbeddingModel } from '@vernal/models/openai'
import { AiSdkEmbeddingModel } from '@vernal/models/ai-sdk'
import { calls, embeddings, failure, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { Tool } from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const folder = mkdtempSync(join(tmpdir(), 'vernal-named-'))

@Service()
class Desk {
  constructor(
    readonly model: ChatModel,
    readonly client: ChatClient,
    @Qualifier('fast') readonly fast: ChatModel,
    @Qualifier('fast') readonly fastClient: ChatClient,
  ) {}
}

const start = (properties: object, rest: RunOptions = {}): Promise<Application> =>
  run({
    autoConfigurations: [
      ToolsAutoConfiguration,
      ModelsAutoConfiguration,
      ChatAutoConfiguration,
      NamedChatClientsAutoConfiguration,
    ],
    env: {},
    args: [],
    signals: false,
    configDir: folder,
    ...rest,
    properties: { 'vernal.logging.level': 'silent', ...properties },
  })

const failureOf = async (properties: object, rest: RunOptions = {}): Promise<string> => {
  const failed: unknown = await start(properties, rest).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  return (failed as Error).message
}

const ask = (model: ChatModel) => model.call({ messages: [userMessage('go')], options: {} })
const said = async (model: ChatModel) => (await ask(model)).generations[0]!.message.content

/** Two servers, each answering with its own word, and the models that use them. */
async function servers() {
  const [fast, large] = await Promise.all(
    [text('quick'), text('thorough')].map((reply) =>
      OpenAiLoopbackServer.start({ replies: [reply], repeatLast: true }),
    ),
  )
  return {
    fast: fast!,
    large: large!,
    properties: {
      'vernal.ai.models.fast.base-url': fast!.baseUrl,
      'vernal.ai.models.fast.model': 'small-1',
      'vernal.ai.models.fast.api-key': 'key-of-fast',
      'vernal.ai.models.large.base-url': large!.baseUrl,
      'vernal.ai.models.large.model': 'large-1',
    },
    [Symbol.asyncDispose]: async () => {
      await fast!.close()
      await large!.close()
    },
  }
}

describe('several models', () => {
  test.each([{ 'vernal.ai.model.primary': 'large' }, { 'vernal.ai.models.large.primary': true }])(
    'are beans by name, with a client each, and a primary by %j',
    async (primary) => {
      await using two = await servers()
      await using application = await start({ ...two.properties, ...primary }, { components: [Desk] })
      const desk = application.get(Desk)
      expect([await said(desk.model), await said(desk.fast)]).toEqual(['thorough', 'quick'])
      expect(await desk.client.prompt('go').call().content()).toBe('thorough')
      expect(await desk.fastClient.prompt('go').call().content()).toBe('quick')
      expect(two.fast.requests[0]).toMatchObject({
        body: { model: 'small-1' },
        headers: { authorization: 'Bearer key-of-fast' },
      })
    },
  )

  test('leave the answer to the model of vernal.ai.openai where no name is said', async () => {
    await using two = await servers()
    await using other = await OpenAiLoopbackServer.start([text('the default')])
    const properties = { ...two.properties, 'vernal.ai.openai.base-url': other.baseUrl }
    await using application = await start(properties)
    expect(await said(application.get<ChatModel>(ChatModel))).toBe('the default')
  })

  test('leave the answer to the model of the application where no name is said', async () => {
    await using two = await servers()
    @Configuration()
    class Own {
      @Bean()
      own(): ScriptedChatModel {
        return new ScriptedChatModel(['my own'])
      }
    }
    await using application = await start(two.properties, { components: [Own] })
    expect(await said(application.get<ChatModel>(ChatModel))).toBe('my own')
  })

  test('one alone answers where no name is said', async () => {
    await using application = await start({ 'vernal.ai.models.only.provider': 'offline' })
    expect(application.get<ChatModel>(ChatModel)).toBe(application.get<ChatModel>('onlyChatModel'))
  })

  test('use the server and the key of vernal.ai.openai when they have none', async () => {
    await using server = await OpenAiLoopbackServer.start([text('hi')])
    const properties = {
      'vernal.ai.openai.base-url': server.baseUrl,
      'vernal.ai.openai.api-key': 'shared',
      'vernal.ai.models.fast.model': 'small-1',
    }
    await using application = await start(properties)
    await ask(application.get<ChatModel>('fastChatModel'))
    expect(server.requests[0]).toMatchObject({
      body: { model: 'small-1' },
      headers: { authorization: 'Bearer shared' },
    })
  })

  test('with a server of their own are not told the key of another', async () => {
    await using two = await servers()
    const properties = { ...two.properties, 'vernal.ai.openai.api-key': 'shared' }
    await using application = await start(properties, { env: { OPENAI_API_KEY: 'sk-of-openai' } })
    await ask(application.get<ChatModel>('largeChatModel'))
    expect(two.large.requests[0]!.headers.authorization).toBeUndefined()
  })
})

describe('the start fails', () => {
  const OFFLINE = { 'vernal.ai.models.a.provider': 'offline', 'vernal.ai.models.b.provider': 'offline' }

  test('when several models could answer and none is chosen, naming them', async () => {
    expect(await failureOf(OFFLINE)).toMatch(/a, b\..*vernal\.ai\.model\.primary/)
  })

  test.each([
    [{ 'vernal.ai.model.primary': 'c' }, 'vernal.ai.model.primary'],
    [{ 'vernal.ai.model.fallback': 'a,c' }, 'vernal.ai.model.fallback'],
    [{ 'vernal.ai.models.a.fallback': 'c' }, 'vernal.ai.models.a.fallback'],
  ])('when a name is unknown, naming the choices: %j', async (property, name) => {
    const message = await failureOf({ ...OFFLINE, ...property })
    expect(message).toContain(`${name} names the model "c"`)
    expect(message).toContain('Known models: a, b.')
  })

  test('when two are primary', async () => {
    const both = { 'vernal.ai.models.a.primary': true, 'vernal.ai.models.b.primary': true }
    expect(await failureOf({ ...OFFLINE, ...both })).toContain('a, b')
  })

  test('when a provider is unknown, naming the choices', async () => {
    const message = await failureOf({ 'vernal.ai.models.a.provider': 'claude' })
    for (const word of ['vernal.ai.models.a.provider', 'openai', 'ai-sdk', 'offline']) expect(message).toContain(word)
  })

  test('when a key is missing, naming where it belongs', async () => {
    expect(await failureOf({ 'vernal.ai.models.a.preset': 'mistral' })).toMatch(
      /MISTRAL_API_KEY or vernal\.ai\.models\.a\.api-key/,
    )
  })

  test('when a key of a model is misspelt, without showing the value', async () => {
    const properties = { 'vernal.ai.models.a.api-kye': 'sk-secret', 'vernal.config.unknown-keys': 'error' }
    const message = await failureOf(properties)
    expect(message).toContain('vernal.ai.models.a.api-kye')
    expect(message).not.toContain('sk-secret')
  })
})

describe('fallback', () => {
  test('asks the named models when the default one fails, and says so in the log', async () => {
    await using two = await servers()
    await using busy = await OpenAiLoopbackServer.start([failure(503, 'busy', { 'x-should-retry': 'false' })])
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    const properties = {
      ...two.properties,
      'vernal.ai.openai.base-url': busy.baseUrl,
      'vernal.ai.model.fallback': 'large,fast',
      'vernal.logging.level': 'info',
    }
    await using application = await start(properties)
    const response = await ask(application.get<ChatModel>(ChatModel))
    const lines = written.mock.calls.map(([line]) => String(line)).join('')
    written.mockRestore()
    expect(response.metadata.extra).toMatchObject({ answeredBy: 'large' })
    expect(lines).toContain('failed (MODEL_SERVER_FAILED); asking \\"large\\"'.replaceAll('\\', ''))
    expect(lines).toContain('The model "large" answered instead.')
    expect(lines).not.toContain('key-of-fast')
  })

  test('of two models to each other', async () => {
    await using busy = await OpenAiLoopbackServer.start([failure(429, 'no', { 'x-should-retry': 'false' })])
    await using well = await OpenAiLoopbackServer.start({ replies: [text('well')], repeatLast: true })
    const properties = {
      'vernal.ai.models.a.base-url': busy.baseUrl,
      'vernal.ai.models.a.fallback': 'b',
      'vernal.ai.models.b.base-url': well.baseUrl,
      'vernal.ai.models.b.fallback': 'a',
      'vernal.ai.model.primary': 'a',
      'vernal.ai.model.circuit-breaker.enabled': true,
    }
    await using application = await start(properties)
    expect(await said(application.get<ChatModel>(ChatModel))).toBe('well')
    expect(await said(application.get<ChatModel>('bChatModel'))).toBe('well')
  })
})

describe('a cassette', () => {
  test('is recorded from all models, and replayed without keys and servers', async () => {
    const path = join(folder, 'models.yaml')
    const properties = {
      'vernal.ai.models.fast.model': 'small',
      'vernal.ai.openai.model': 'large',
      'vernal.ai.model.chat': 'openai',
      'vernal.ai.model.cassette.path': path,
    }
    const answers = async (more: object, env = {}) => {
      await using application = await start({ ...properties, ...more }, { components: [Desk], env })
      const { client, fast } = application.get(Desk)
      return [await client.prompt('go').call().content(), await said(fast)]
    }
    await using server = await OpenAiLoopbackServer.start([text('of the default'), text('of the fast one')])
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-secret-key-1' }
    const recorded = await answers({ 'vernal.ai.model.cassette.mode': 'record' }, env)
    expect(recorded).toEqual(['of the default', 'of the fast one'])
    expect(readFileSync(path, 'utf8')).not.toContain('sk-secret')
    expect(await answers({ 'vernal.ai.model.cassette.mode': 'replay' })).toEqual(recorded)
    expect(await answers({}, { CI: 'true' })).toEqual(recorded)
    expect(await answers({ 'vernal.ai.model.cassette.mode': 'once' })).toEqual(recorded)
  })

  test('is recorded around the model of the application', async () => {
    const path = join(folder, 'own.yaml')
    @Configuration()
    class Own {
      @Bean()
      own(): ScriptedChatModel {
        return new ScriptedChatModel(['my own'])
      }
    }
    const properties = { 'vernal.ai.model.cassette.path': path, 'vernal.ai.model.cassette.mode': 'record' }
    await using application = await start(properties, { components: [Own] })
    expect(await said(application.get<ChatModel>(ChatModel))).toBe('my own')
    expect(readFileSync(path, 'utf8')).toContain('my own')
  })

  test('gives the results of tools again without running them, when that is chosen', async () => {
    let runs = 0
    @Service()
    class Counter {
      @Tool({ description: 'Counts cups.' })
      countCups(): number {
        return ++runs
      }
    }
    const properties = {
      'vernal.ai.model.cassette.path': join(folder, 'tools.yaml'),
      'vernal.ai.model.cassette.tools': 'recorded',
      'vernal.ai.model.chat': 'openai',
      'vernal.ai.chat.client.default-tools': 'all',
    }
    const answer = async (mode: string, env = {}) => {
      const more = { ...properties, 'vernal.ai.model.cassette.mode': mode }
      await using application = await start(more, { components: [Counter], env })
      return application.get(ChatClient).prompt('How many cups?').call().content()
    }
    await using server = await OpenAiLoopbackServer.start([calls([{ name: 'countCups' }]), text('One cup.')])
    expect(await answer('record', { OPENAI_BASE_URL: server.baseUrl })).toBe('One cup.')
    expect(await answer('replay')).toBe('One cup.')
    expect(runs).toBe(1)
  })

  test('that is not there fails the start', async () => {
    const cassette = {
      'vernal.ai.model.cassette.path': join(folder, 'none.yaml'),
      'vernal.ai.model.cassette.mode': 'replay',
    }
    expect(await failureOf(cassette)).toContain('There is no cassette')
  })
})

describe('the embedding model', () => {
  test('is there when it is chosen, on the server of vernal.ai.openai', async () => {
    await using server = await OpenAiLoopbackServer.start([embeddings(({ length }) => [length])])
    const properties = {
      'vernal.ai.model.embedding': 'openai',
      'vernal.ai.openai.base-url': server.baseUrl,
      'vernal.ai.openai.embedding.dimensions': 1,
    }
    await using application = await start(properties)
    const model = application.get<EmbeddingModel>(EmbeddingModel)
    expect((await model.embed(['four'])).embeddings).toEqual([[4]])
    expect(server.requests[0]!.body).toMatchObject({ model: 'text-embedding-3-small', dimensions: 1 })
  })

  test('is that of a provider of the AI SDK when it is chosen', async () => {
    const properties = {
      'vernal.ai.model.embedding': 'ai-sdk',
      'vernal.ai.ai-sdk.embedding.model': '@ai-sdk/google:gemini-embedding-001',
      'vernal.ai.ai-sdk.settings.apiKey': 'k',
    }
    await using application = await start(properties)
    expect(application.get(EmbeddingModel)).toBeInstanceOf(AiSdkEmbeddingModel)
  })

  test.each([{}, { 'vernal.ai.model.embedding': 'none' }])('is not there with %j', async (properties) => {
    await using application = await start(properties)
    expect(application.find(EmbeddingModel)).toBeUndefined()
  })

  test('may have names, too', async () => {
    const properties = {
      'vernal.ai.models.meaning.kind': 'embedding',
      'vernal.ai.models.meaning.base-url': 'http://127.0.0.1:9/v1',
      'vernal.ai.models.words.kind': 'embedding',
      'vernal.ai.models.words.base-url': 'http://127.0.0.1:9/v1',
      'vernal.ai.models.words.primary': true,
      'vernal.ai.model.chat': 'none',
    }
    await using application = await start(properties)
    const main = application.get<EmbeddingModel>(EmbeddingModel)
    const words = application.get<EmbeddingModel>('wordsEmbeddingModel')
    const meaning = application.get<EmbeddingModel>('meaningEmbeddingModel')
    expect(main).toBe(words)
    expect(meaning).toBeInstanceOf(OpenAiEmbeddingModel)
    expect(meaning).not.toBe(words)
  })
})
