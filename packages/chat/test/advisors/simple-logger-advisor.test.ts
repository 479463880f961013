import { ChatClient, SimpleLoggerAdvisor, type SimpleLoggerAdvisorOptions } from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool } from '@vernal/tools'
import { z } from 'zod'
import { addTool } from '../order-tools'

interface LogEntry {
  readonly message: string
  readonly fields: object
}

function logging(script: readonly ScriptedAnswer[], options: Partial<SimpleLoggerAdvisorOptions> = {}) {
  const entries: LogEntry[] = []
  const logger = { debug: (fields: object, message: string) => void entries.push({ message, fields }) }
  const login = functionTool({
    name: 'login',
    description: 'Logs in',
    parameters: z.object({ user: z.string(), password: z.string() }),
    execute: () => ({ accessToken: 'T0PSECRET', expires: 5 }),
  })
  const model = new ScriptedChatModel(script)
  const client = new ChatClient({
    model,
    tools: [addTool(), login],
    advisors: [new SimpleLoggerAdvisor({ logger, ...options })],
  })
  return { client, entries, text: () => JSON.stringify(entries) }
}

const addCall = { name: 'add', arguments: { a: 1, b: 1 } }

describe('SimpleLoggerAdvisor', () => {
  test('logs each round: the request, and the complete response', async () => {
    const { client, entries } = logging([[addCall], 'Two.'])
    await client.prompt('1 + 1?').call().content()
    expect(entries.map(({ message }) => message)).toEqual([
      'Chat request',
      'Chat response',
      'Chat request',
      'Chat response',
    ])
    expect(entries[0]?.fields).toEqual({
      request: {
        streaming: false,
        messages: [{ role: 'user', content: '1 + 1?' }],
        options: {},
        tools: ['add', 'login'],
      },
    })
    expect(entries[3]?.fields).toEqual({
      response: { generations: [{ role: 'assistant', content: 'Two.', finishReason: 'stop' }] },
    })
  })

  test('logs the turn when it stands outside the tool loop, with its outcome', async () => {
    const { client, entries } = logging([[addCall], 'Two.'], { order: -2147483447 })
    await client.prompt('1 + 1?').call().content()
    expect(entries).toHaveLength(2)
    expect(entries[1]?.fields).toMatchObject({ response: { outcome: 'completed' } })
  })

  test('logs a streamed answer once, whole', async () => {
    const { client, entries } = logging(['a long answer in pieces'])
    for await (const _piece of client.prompt('go').stream().content());
    expect(entries).toHaveLength(2)
    expect(entries[1]?.fields).toMatchObject({ response: { generations: [{ content: 'a long answer in pieces' }] } })
  })

  test('logs that a request failed', async () => {
    const { client, entries } = logging([new Error('no answer')])
    await expect(client.prompt('go').call().content()).rejects.toThrow('no answer')
    expect(entries[1]).toEqual({ message: 'Chat request failed', fields: { error: 'Error: no answer' } })
  })

  test('never logs the values of the tool context', async () => {
    const { client, text } = logging(['ok'])
    await client.prompt('go').toolContext({ tenant: 'hidden-tenant' }).call().content()
    expect(text()).not.toContain('hidden-tenant')
  })

  test('takes secrets out of arguments, results, options and texts', async () => {
    const { client, text } = logging([[{ name: 'login', arguments: { user: 'ada', password: 'hunter2' } }], 'In.'])
    await client
      .prompt('My api_key=abc123 and the header Authorization: Bearer abcdef0123456789, key sk-abcdefghijklmnop')
      .options({ maxTokens: 77, extra: { headers: { 'X-Api-Key': 'k-999' } } })
      .call()
      .content()
    for (const secret of ['hunter2', 'T0PSECRET', 'abc123', 'abcdef0123456789', 'sk-abcdefghijklmnop', 'k-999']) {
      expect(text()).not.toContain(secret)
    }
    expect(text()).toContain('ada')
    expect(text()).toContain('77')
  })

  test('takes out values of keys that the application names', async () => {
    const { client, text } = logging(['{"iban":"DE123"}'], { secretKeys: ['IBAN'] })
    await client.prompt('go').call().content()
    expect(text()).not.toContain('DE123')
  })

  test('prepares nothing for a logger that is not interested', async () => {
    const entries: unknown[] = []
    const logger = { debug: (...entry: unknown[]) => void entries.push(entry), isLevelEnabled: () => false }
    const { client } = logging(['ok'], { logger })
    expect(await client.prompt('go').call().content()).toBe('ok')
    expect(entries).toEqual([])
  })

  test('caps long texts and says how much is missing', async () => {
    const { client, text } = logging(['x'.repeat(500)], { maxTextLength: 10 })
    await client.prompt('go').call().content()
    expect(text()).toContain('xxxxxxxxxx… (490 more characters)')
  })

  test('refuses a length below 1', () => {
    expect(() => logging([], { maxTextLength: 0 })).toThrow('maxTextLength cannot be 0.')
  })
})
