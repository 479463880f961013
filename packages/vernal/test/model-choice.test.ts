import { OpenAiLoopbackServer, failure, text } from '@vernal/models/testing'
import { ChatClient, ChatModel, type RunOptions } from 'vernal'
import { ConfigurationFolder } from './configuration'
import { failureOf, start } from './start'

const KEY = 'sk-proj-0123456789abcdef'
const ALL_LINES = { 'vernal.logging.level': 'trace' }
const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => write.mockRestore())

/** The lines of the log written meanwhile. */
async function logOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const from = write.mock.calls.length
  await work()
  return write.mock.calls.slice(from).map(([line]) => String(line))
}

/** What the log says about the model. */
async function choice(options: RunOptions): Promise<readonly string[]> {
  const lines = await logOf(async () => (await start({ ...options, defaults: ALL_LINES })).close())
  return lines.filter((line) => line.includes('Chat model:'))
}

describe('one line of the log says which model answers, and why', () => {
  test.each<[string, RunOptions, RegExp]>([
    ['offline, since there is no key', {}, /offline \(no OpenAI key.*OPENAI_API_KEY.*not a language model/],
    [
      'openai, since there is a key',
      { env: { OPENAI_API_KEY: KEY } },
      /gpt-4\.1-mini at https:\/\/api\.openai\.com\/v1 \(.*key/,
    ],
    [
      'openai, since there is an address',
      { env: { OPENAI_BASE_URL: 'http://gpu:8000/v1' } },
      /at http:\/\/gpu:8000\/v1 \(.*URL/,
    ],
    ['the model named', { env: { OPENAI_API_KEY: KEY, OPENAI_MODEL: 'gpt-9' } }, /gpt-9 at/],
    [
      'offline, since it was chosen',
      { env: { OPENAI_API_KEY: KEY, VERNAL_AI_MODEL_CHAT: 'offline' } },
      /offline \(vernal\.ai\.model\.chat is offline/,
    ],
    [
      'openai, since it was chosen',
      { env: { OPENAI_API_KEY: KEY }, args: ['--vernal.ai.model.chat=openai'] },
      /\(vernal\.ai\.model\.chat is openai/,
    ],
    ['openai, since there is a key in yaml', { properties: { 'vernal.ai.openai.api-key': KEY } }, /gpt-4\.1-mini at/],
  ])('%s', async (_what, options, expected) => {
    expect(await choice(options)).toEqual([expect.stringMatching(expected)])
  })

  test('openai, since there is a key in .env', async () => {
    using folder = new ConfigurationFolder({ '.env': `# ours\nOPENAI_API_KEY=${KEY}\nOPENAI_MODEL="gpt-9"\n` })
    expect(await choice({ configDir: folder.path })).toEqual([
      expect.stringContaining('gpt-9 at https://api.openai.com'),
    ])
  })

  test('with none there is neither a line nor a model nor a ChatClient', async () => {
    const properties = { 'vernal.ai.model.chat': 'none' }
    expect(await choice({ properties, env: { OPENAI_API_KEY: KEY } })).toEqual([])
    await using app = await start({ properties })
    expect(app.find(ChatModel)).toBeUndefined()
    expect(app.find(ChatClient)).toBeUndefined()
    expect(() => app.get(ChatClient)).toThrow(/ChatClient.*ChatModel/s)
  })

  test('a wrong choice fails the start, naming the right ones and the place', async () => {
    using folder = new ConfigurationFolder({ 'application.yaml': 'vernal.ai.model.chat: gpt\n' })
    const { message } = await failureOf({ configDir: folder.path })
    for (const part of ['vernal.ai.model.chat', 'gpt', 'openai', 'offline', 'none']) expect(message).toContain(part)
    expect(message).toMatch(/application\.yaml:1:\d+/)
  })

  test('openai without a key fails the start with the remedy', async () => {
    const { message } = await failureOf({ properties: { 'vernal.ai.model.chat': 'openai' } })
    expect(message).toContain('OPENAI_API_KEY')
  })
})

test('the server is asked with the key, the model and the address of the environment', async () => {
  await using server = await OpenAiLoopbackServer.start([text('Hello.')])
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'gpt-9' }
  await using app = await start({ env })
  expect(await app.get(ChatClient).prompt('Hello?').call().content()).toBe('Hello.')
  expect(server.requests[0]).toMatchObject({ body: { model: 'gpt-9' }, headers: { authorization: `Bearer ${KEY}` } })
})

describe('the key is never shown', () => {
  const places: readonly [string, RunOptions][] = [
    ['an environment variable', { env: { OPENAI_API_KEY: KEY } }],
    ['the command line', { args: [`--vernal.ai.openai.api-key=${KEY}`] }],
    ['a property', { properties: { 'vernal.ai.openai.api-key': KEY } }],
    ['a placeholder', { env: { MY_KEY: KEY }, properties: { 'vernal.ai.openai.api-key': '${MY_KEY}' } }],
  ]

  test.each(places)(
    'in a log of all levels, the report or the application, when it comes from %s',
    async (_from, options) => {
      await using server = await OpenAiLoopbackServer.start([text('Hello.')])
      const properties = { ...options.properties, 'vernal.ai.openai.base-url': server.baseUrl, 'vernal.debug': true }
      const lines = await logOf(async () => {
        await using app = await start({ ...options, properties, defaults: ALL_LINES })
        await app.get(ChatClient).prompt('Hello?').call().content()
        expect(app.conditions.toString()).not.toContain(KEY)
        expect(JSON.stringify(app.get(ChatModel))).not.toContain(KEY)
      })
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
      expect(lines.join('')).toContain('CONDITIONS EVALUATION REPORT')
      expect(lines.join('')).not.toContain(KEY)
    },
  )

  test.each(places)('in the error of a server that repeats it, when it comes from %s', async (_from, options) => {
    await using server = await OpenAiLoopbackServer.start([failure(401, `Incorrect API key provided: ${KEY}.`)])
    const properties = { ...options.properties, 'vernal.ai.openai.base-url': server.baseUrl }
    await using app = await start({ ...options, properties })
    const asked = app.get(ChatClient).prompt('Hello?').call().content()
    const error = (await asked.catch((reason: unknown) => reason)) as Error
    expect(error).toMatchObject({ code: 'MODEL_UNAUTHORIZED' })
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain(KEY)
  })

  test('in the error of a start that fails because of something else', async () => {
    const properties = { 'vernal.ai.openai': { apiKey: KEY, temperature: 'hot' } }
    const { message } = await failureOf({ properties })
    expect(message).toContain('temperature')
    expect(message).not.toContain(KEY)
  })
})
