import {
  ADVISOR_ORDER,
  Bean,
  ChatClient,
  Configuration,
  hasToolCalls,
  ToolCallingAdvisor,
  ToolCallingManager,
  type RunOptions,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'
import { ConfigurationFolder } from './configuration'
import { Shop } from './shop'
import { failureOf, start } from './start'

type Files = Readonly<Record<string, string>>

/** What is read of an application started with some files and options. */
async function read<T>(files: Files, options: RunOptions, reading: (app: Awaited<ReturnType<typeof start>>) => T) {
  using folder = new ConfigurationFolder(files)
  await using app = await start({ configDir: folder.path, ...options })
  return reading(app)
}

const limitsOf = (files: Files, options: RunOptions = {}) =>
  read(files, options, (app) => app.get(ToolCallingManager).limits)

const yaml = (limit: string): string =>
  `vernal:\n  ai:\n    tools:\n      limits:\n        max-total-tool-calls: ${limit}\n`

test('the limits of tool calls are 40 and 150, and throw, where nothing is configured', async () => {
  const limits = await limitsOf({})
  expect(limits).toMatchObject({ maxCallsPerTool: 40, maxTotalToolCalls: 150, onLimitExceeded: 'THROW' })
  expect(limits.maxCallsOf('price')).toBe(40)
})

describe('each source is stronger than the one before it', () => {
  const variable = 'VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS'
  const files = { 'application.yaml': yaml('1') }
  const withProfile = { ...files, 'application-prod.yaml': yaml('2') }
  const withDotEnv = { ...withProfile, '.env': `${variable}=3\n` }
  const env = { [variable]: '4' }
  const args = ['--vernal.ai.tools.limits.max-total-tool-calls=5']
  const properties = { 'vernal.ai.tools.limits.max-total-tool-calls': 6 }
  const profiles = ['prod']

  test.each<[string, Files, RunOptions, number]>([
    ['application.yaml', files, {}, 1],
    ['application.yaml, the profile not being active', withProfile, {}, 1],
    ['application-{profile}.yaml', withProfile, { profiles }, 2],
    ['.env', withDotEnv, { profiles }, 3],
    ['environment variables', withDotEnv, { profiles, env }, 4],
    ['the command line', withDotEnv, { profiles, env, args }, 5],
    ['the properties of a test', withDotEnv, { profiles, env, args, properties }, 6],
  ])('%s', async (_source, given, options, expected) => {
    expect((await limitsOf(given, options)).maxTotalToolCalls).toBe(expected)
  })

  test('a profile may be chosen by a variable, and by the command line', async () => {
    const chosen = { env: { VERNAL_PROFILES_ACTIVE: 'prod' } }
    expect((await limitsOf(withProfile, chosen)).maxTotalToolCalls).toBe(2)
    expect((await limitsOf(withProfile, { args: ['--vernal.profiles.active=prod'] })).maxTotalToolCalls).toBe(2)
  })
})

describe('all five limits can be set', () => {
  const expected = { maxCallsPerTool: 7, maxTotalToolCalls: 70, onLimitExceeded: 'FORCE_FINAL_ANSWER' }

  test.each<[string, Files, RunOptions]>([
    [
      'application.yaml',
      {
        'application.yaml': [
          'vernal.ai.tools.limits:',
          '  max-calls-per-tool-default: 7',
          '  max-calls-per-tool:',
          '    price: 2',
          '    openTill: -1',
          '  excluded-tools: [stock]',
          '  max-total-tool-calls: 70',
          '  on-limit-exceeded: FORCE_FINAL_ANSWER',
        ].join('\n'),
      },
      {},
    ],
    [
      'the command line',
      {},
      {
        args: [
          '--vernal.ai.tools.limits.maxCallsPerToolDefault=7',
          '--vernal.ai.tools.limits.max-calls-per-tool.price=2',
          '--vernal.ai.tools.limits.max-calls-per-tool.openTill=-1',
          '--vernal.ai.tools.limits.excluded-tools[0]=stock',
          '--vernal.ai.tools.limits.max-total-tool-calls=70',
          '--vernal.ai.tools.limits.on-limit-exceeded=force-final-answer',
        ],
      },
    ],
  ])('in %s', async (_source, files, options) => {
    const limits = await limitsOf(files, options)
    expect(limits).toMatchObject(expected)
    expect(['price', 'openTill', 'stock', 'other'].map((name) => limits.maxCallsOf(name))).toEqual([2, -1, -1, 7])
  })

  test.each([
    ['an index', { VERNAL_AI_TOOLS_LIMITS_EXCLUDED_TOOLS_0: 'stock' }],
    ['commas', { VERNAL_AI_TOOLS_LIMITS_EXCLUDED_TOOLS: 'stock, other' }],
    ['the dashes left out', { VERNAL_AI_TOOLS_LIMITS_EXCLUDEDTOOLS: 'stock' }],
  ])('in environment variables, lists with %s', async (_how, list) => {
    const env = {
      VERNAL_AI_TOOLS_LIMITS_MAX_CALLS_PER_TOOL_DEFAULT: '7',
      VERNAL_AI_TOOLS_LIMITS_MAX_CALLS_PER_TOOL_PRICE: '2',
      VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS: '70',
      VERNAL_AI_TOOLS_LIMITS_ON_LIMIT_EXCEEDED: 'FORCE_FINAL_ANSWER',
      ...list,
    }
    const limits = await limitsOf({}, { env })
    expect(limits).toMatchObject(expected)
    expect(['price', 'stock'].map((name) => limits.maxCallsOf(name))).toEqual([2, -1])
  })

  test('an environment variable, which has no capital letters, changes the limit of a tool that a file names with some', async () => {
    const env = { VERNAL_AI_TOOLS_LIMITS_MAX_CALLS_PER_TOOL_OPENTILL: '3' }
    const files = { 'application.yaml': 'vernal.ai.tools.limits.max-calls-per-tool.openTill: 2' }
    expect((await limitsOf(files, { env })).maxCallsOf('openTill')).toBe(3)
  })
})

describe('the tool loop', () => {
  const advisorOf = (properties: Record<string, unknown>) =>
    read({}, { properties }, (app) => app.get(ToolCallingAdvisor))

  test('stands where advisor-order says', async () => {
    expect((await advisorOf({})).order).toBe(ADVISOR_ORDER.toolCalling)
    const { order } = await advisorOf({ 'vernal.ai.chat.client.tool-calling.advisor-order': 17 })
    expect(order).toBe(17)
  })

  test('gives the calls of the model to the caller when it is switched off, unless a request switches it on', async () => {
    @Configuration()
    class Own {
      @Bean()
      model(): ScriptedChatModel {
        const call = [{ name: 'price', arguments: { item: 'cup' } }]
        return new ScriptedChatModel([call, call, 'Three.'])
      }
    }
    const properties = { 'vernal.ai.chat.client.tool-calling.enabled': false }
    await using app = await start({ components: [Own, Shop], properties })
    expect(hasToolCalls(await app.get(ChatClient).prompt('Cup?').call().chatResponse())).toBe(true)
    expect(app.get(Shop).called).toEqual([])
    expect(await app.get(ChatClient).prompt('Cup?').toolCalling(true).call().content()).toBe('Three.')
  })
})

describe('default-tools says which tools a request has', () => {
  /** The names of the tools the model is offered. */
  async function offered(files: Files, options: RunOptions = {}): Promise<readonly string[]> {
    @Configuration()
    class Own {
      @Bean()
      model(): ScriptedChatModel {
        return new ScriptedChatModel(['Yes.'])
      }
    }
    using folder = new ConfigurationFolder(files)
    await using app = await start({ configDir: folder.path, components: [Own, Shop], ...options })
    await app.get(ChatClient).prompt('Which tools?').call().content()
    return app.get(ScriptedChatModel).prompts[0]?.options.tools?.names.toSorted() ?? []
  }
  const all = ['openTill', 'price', 'stock', 'waitForCustomer']
  const yamlOf = (value: string) => ({ 'application.yaml': `vernal.ai.chat.client.default-tools: ${value}` })

  test('all of them where nothing is said, since the starter says so', async () => {
    expect(await offered({})).toEqual(all)
  })

  test.each([
    ['all', all],
    ['none', []],
    ['[]', []],
    ['price', ['price']],
    ['price, stock', ['price', 'stock']],
    ['[price, stock]', ['price', 'stock']],
    ['"*t*"', ['stock', 'waitForCustomer']],
    ['[open*, "*ice"]', ['openTill', 'price']],
  ])('%s', async (value, names) => {
    expect(await offered(yamlOf(value))).toEqual(names)
  })

  test('also in an environment variable', async () => {
    const env = { VERNAL_AI_CHAT_CLIENT_DEFAULT_TOOLS: 'price,stock' }
    expect(await offered(yamlOf('none'), { env })).toEqual(['price', 'stock'])
  })
})

describe('a value that does not fit fails the start, naming property, value and place', () => {
  test.each([
    ['max-total-tool-calls', 'many', /whole number|number/],
    ['max-total-tool-calls', '0', /greater than 0, or -1/],
    ['max-total-tool-calls', '1.5', /int|whole/],
    ['on-limit-exceeded', 'EXPLODE', /FORCE_FINAL_ANSWER, RETURN_ERROR_RESPONSE, THROW/],
  ])('%s: %s', async (key, value, expected) => {
    using folder = new ConfigurationFolder({
      'application.yaml': `vernal:\n  ai.tools.limits:\n    ${key}: ${value}\n`,
    })
    const { message } = await failureOf({ configDir: folder.path })
    expect(message).toContain(`vernal.ai.tools.limits.${key}`)
    expect(message).toContain(value)
    expect(message).toMatch(/application\.yaml:3:\d+/)
    expect(message).toMatch(expected)
  })

  test('wherever it is written', async () => {
    const env = { VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS: 'many' }
    expect((await failureOf({ env })).message).toContain(
      'environment variable VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS',
    )
    const args = ['--vernal.ai.tools.limits.max-total-tool-calls=many']
    expect((await failureOf({ args })).message).toContain('command line --vernal.ai.tools.limits.max-total-tool-calls')
    using folder = new ConfigurationFolder({ '.env': 'VERNAL_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS=many\n' })
    expect((await failureOf({ configDir: folder.path })).message).toMatch(/MAX_TOTAL_TOOL_CALLS in .*\.env/)
  })

  test('all wrong values of a group at once', async () => {
    const limits = { maxTotalToolCalls: 'many', maxCallsPerToolDefault: 0, onLimitExceeded: 'EXPLODE' }
    const { message } = await failureOf({ properties: { 'vernal.ai.tools.limits': limits } })
    for (const wrong of ['max-total-tool-calls', 'max-calls-per-tool-default', 'on-limit-exceeded']) {
      expect(message).toContain(wrong)
    }
  })

  test('advisor-order too large or too small', async () => {
    for (const order of [ADVISOR_ORDER.highest, ADVISOR_ORDER.lowest]) {
      const properties = { 'vernal.ai.chat.client.tool-calling.advisor-order': order }
      expect((await failureOf({ properties })).message).toContain(String(order))
    }
  })

  test('a key that is misspelled is told in the log, with its place and the key that was meant', async () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    using folder = new ConfigurationFolder({ 'application.yaml': yaml('1').replace('max-total', 'max-totl') })
    await (await start({ configDir: folder.path, defaults: { 'vernal.logging.level': 'warn' } })).close()
    const log = write.mock.calls.map(([line]) => String(line)).join('')
    write.mockRestore()
    expect(log).toMatch(/max-totl-tool-calls.*application\.yaml:5/)
    expect(log).toContain('max-total-tool-calls')
  })
})
