import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChatModel, userMessage } from '@vernal/chat'
import { Bean, Configuration, run, type Application, type RunOptions } from '@vernal/container'
import { ModelsAutoConfiguration } from '@vernal/models/autoconfigure'
import { OfflineChatModel } from '@vernal/models/offline'
import { OpenAiChatModel, OpenAiResponsesModel } from '@vernal/models/openai'
import { OpenAiLoopbackServer, text } from '@vernal/models/testing'

const emptyFolder = mkdtempSync(join(tmpdir(), 'vernal-models-'))

const start = (options: RunOptions = {}): Promise<Application> =>
  run({
    defaults: { 'vernal.logging.level': 'silent' },
    autoConfigurations: [ModelsAutoConfiguration],
    env: {},
    args: [],
    signals: false,
    configDir: emptyFolder,
    ...options,
  })

async function modelOf(options: RunOptions): Promise<ChatModel | undefined> {
  await using application = await start(options)
  return application.find(ChatModel)
}

const failureOf = async (options: RunOptions): Promise<string> => {
  const failure = await start(options).catch((error: unknown) => error)
  expect(failure).toHaveProperty('message')
  return (failure as Error).message
}

describe('the chat model', () => {
  test('is the offline one when nothing is configured', async () => {
    expect(await modelOf({})).toBeInstanceOf(OfflineChatModel)
  })

  test.each([
    ['OPENAI_API_KEY', { env: { OPENAI_API_KEY: 'sk-1' } }],
    ['OPENAI_BASE_URL', { env: { OPENAI_BASE_URL: 'http://localhost:11434/v1' } }],
    ['a property', { properties: { 'vernal.ai.openai.api-key': 'sk-1' } }],
    [
      'the choice and an address',
      { properties: { vernal: { ai: { model: { chat: 'openai' }, openai: { baseUrl: 'http://x/v1' } } } } },
    ],
  ])('is OpenAI when there is %s', async (_what, options: RunOptions) => {
    expect(await modelOf(options)).toBeInstanceOf(OpenAiChatModel)
  })

  test.each([
    [{ 'vernal.ai.openai.preset': 'ollama' }, {}, 'http://127.0.0.1:11434/v1'],
    [{ 'vernal.ai.openai.preset': 'mistral' }, { MISTRAL_API_KEY: 'k' }, 'https://api.mistral.ai/v1'],
    [
      { 'vernal.ai.openai.base-url': 'https://api.mistral.ai/v1' },
      { MISTRAL_API_KEY: 'k' },
      'https://api.mistral.ai/v1',
    ],
    [{ 'vernal.ai.openai.preset': 'vllm', 'vernal.ai.openai.base-url': 'http://gpu:9/v1' }, {}, 'http://gpu:9/v1'],
  ])('is that of the preset: %j', async (properties, env, server) => {
    expect(await modelOf({ properties, env })).toHaveProperty('server', server)
  })

  test('speaks the Responses API when told to', async () => {
    const properties = { 'vernal.ai.openai.api': 'responses' }
    expect(await modelOf({ properties, env: { OPENAI_API_KEY: 'sk-1' } })).toBeInstanceOf(OpenAiResponsesModel)
  })

  test('is that of a provider of the AI SDK when it is named', async () => {
    const aiSdk = { model: '@ai-sdk/anthropic:claude-test', settings: { apiKey: 'k' } }
    const model = await modelOf({ properties: { vernal: { ai: { model: { chat: 'ai-sdk' }, 'ai-sdk': aiSdk } } } })
    expect(model).toHaveProperty('name', 'anthropic.messages claude-test')
  })

  test('is OpenAI when there is a key in .env', async () => {
    const configDir = mkdtempSync(join(tmpdir(), 'vernal-models-'))
    writeFileSync(join(configDir, '.env'), 'OPENAI_API_KEY=sk-1\n')
    expect(await modelOf({ configDir })).toBeInstanceOf(OpenAiChatModel)
  })

  test('is the offline one when the key is an empty text', async () => {
    expect(await modelOf({ env: { OPENAI_API_KEY: '' } })).toBeInstanceOf(OfflineChatModel)
  })

  test('is what is chosen, whatever else is there', async () => {
    const env = { OPENAI_API_KEY: 'sk-1' }
    expect(await modelOf({ env, properties: { 'vernal.ai.model.chat': 'offline' } })).toBeInstanceOf(OfflineChatModel)
    expect(await modelOf({ env, properties: { 'vernal.ai.model.chat': 'none' } })).toBeUndefined()
  })

  test('is that of the application when it has one', async () => {
    class OwnModel extends OfflineChatModel {}
    @Configuration()
    class OwnConfiguration {
      @Bean()
      own(): OwnModel {
        return new OwnModel()
      }
    }
    expect(await modelOf({ components: [OwnConfiguration], env: { OPENAI_API_KEY: 'sk-1' } })).toBeInstanceOf(OwnModel)
  })

  test('says in the condition report why it was chosen, without the key', async () => {
    await using application = await start({ env: { OPENAI_API_KEY: 'sk-secret' } })
    const report = application.conditions.toString()
    expect(report).toContain('the chat model is openai: an OpenAI key is configured')
    expect(report).not.toContain('sk-secret')
  })

  test.each([
    [
      {},
      'Chat model: offline (no OpenAI key configured; set OPENAI_API_KEY or vernal.ai.openai.api-key). It is a stand-in',
    ],
    [
      { OPENAI_API_KEY: 'sk-1' },
      'Chat model: gpt-4.1-mini at https://api.openai.com/v1 (an OpenAI key is configured).',
    ],
  ])('is named in one line of the log: %j', async (env, line) => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    await using _application = await start({ env, defaults: {} })
    const lines = written.mock.calls.map(([text]) => String(text))
    written.mockRestore()
    expect(lines.filter((each) => each.includes(line))).toHaveLength(1)
  })

  test('talks to the configured server with the configured values', async () => {
    await using server = await OpenAiLoopbackServer.start([text('hi')])
    const extra = { enable_thinking: true, chat_template_kwargs: { thinking: 'on' } }
    const openai = { temperature: 0.2, maxTokens: 9, headers: { 'x-team': 'docs' }, extra, totalTimeout: '1m' }
    await using application = await start({
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'qwen3', OPENAI_API_KEY: 'sk-1' },
      properties: { vernal: { ai: { openai } } },
    })
    await application.get<ChatModel>(ChatModel).call({ messages: [userMessage('hi')], options: {} })
    expect(server.requests[0]).toMatchObject({
      body: { model: 'qwen3', temperature: 0.2, max_tokens: 9, ...extra },
      headers: { authorization: 'Bearer sk-1', 'x-team': 'docs' },
    })
  })
})

describe('the start fails', () => {
  test('when OpenAI is chosen without a key and without an address', async () => {
    expect(await failureOf({ properties: { 'vernal.ai.model.chat': 'openai' } })).toMatch(
      /no key is configured.*OPENAI_API_KEY.*vernal\.ai\.openai\.base-url/s,
    )
  })

  test('when the AI SDK is chosen without a model', async () => {
    expect(await failureOf({ properties: { 'vernal.ai.model.chat': 'ai-sdk' } })).toContain('vernal.ai.ai-sdk.model')
  })

  test('when a preset wants a key of its own, whatever key of OpenAI there is', async () => {
    const properties = { 'vernal.ai.openai.preset': 'deepseek' }
    expect(await failureOf({ properties, env: { OPENAI_API_KEY: 'sk-1' } })).toContain('DEEPSEEK_API_KEY')
  })

  test('when the choice is unknown, naming the choices', async () => {
    const message = await failureOf({ properties: { 'vernal.ai.model.chat': 'claude' } })
    for (const choice of ['openai', 'offline', 'none', 'vernal.ai.model.chat']) expect(message).toContain(choice)
  })

  test('when the address is not one, without showing it', async () => {
    const message = await failureOf({ properties: { 'vernal.ai.openai.base-url': 'me:pw@host' } })
    expect(message).toContain('vernal.ai.openai.base-url')
    expect(message).not.toContain('pw@')
  })
})
