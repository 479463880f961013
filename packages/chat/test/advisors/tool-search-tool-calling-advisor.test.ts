import {
  AlwaysEvict,
  functionTool,
  IndexedTools,
  KeywordToolIndex,
  LruEviction,
  NeverEvict,
  ToolIndex,
  ToolSet,
  type ToolCallback,
  type ToolDefinition,
  type ToolSearchHit,
  type ToolSearchOptions,
} from '@vernal/tools'
import {
  ADVISOR_ORDER,
  ChatClient,
  DEFAULT_TOOL_SEARCH_SUFFIX,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  systemMessage,
  ToolCallingManager,
  ToolCallLimits,
  ToolSearchToolCallingAdvisor,
  type Prompt,
  type ToolSearchToolCallingAdvisorOptions,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer, type ScriptedCall } from '@vernal/chat/testing'

/** A keyword index that notes how it is used. */
class WatchedIndex extends ToolIndex {
  readonly opened: (readonly ToolDefinition[])[] = []
  readonly searches: { readonly query: string; readonly limit: number | undefined }[] = []
  closed = 0
  failure: Error | undefined
  readonly #index = new KeywordToolIndex()

  override async open(tools: readonly ToolDefinition[]): Promise<IndexedTools> {
    this.opened.push(tools)
    if (this.failure) throw this.failure
    return new WatchedTools(this, await this.#index.open(tools))
  }
}

class WatchedTools extends IndexedTools {
  readonly #index: WatchedIndex
  readonly #tools: IndexedTools

  constructor(index: WatchedIndex, tools: IndexedTools) {
    super()
    this.#index = index
    this.#tools = tools
  }

  override get size(): number {
    return this.#tools.size
  }

  override async search(query: string, options?: ToolSearchOptions): Promise<readonly ToolSearchHit[]> {
    this.#index.searches.push({ query, limit: options?.limit })
    return this.#tools.search(query, options)
  }

  override async close(): Promise<void> {
    this.#index.closed += 1
    await this.#tools.close()
  }
}

const ran: string[] = []
beforeEach(() => ran.splice(0))

const tool = (name: string, description: string, result = `${name} ran`): ToolCallback =>
  functionTool({
    name,
    description,
    execute: () => {
      ran.push(name)
      return result
    },
  })

const WEATHER = tool('getWeather', 'Tells the weather of a city')
const CURRENCY = tool('convertCurrency', 'Converts an amount between currencies', '9.2')
const EMAIL = tool('sendEmail', 'Sends an email to somebody')
const CALENDAR = tool('listEvents', 'Lists the events of a calendar')
const TOOLS = ToolSet.of([WEATHER, CURRENCY, EMAIL, CALENDAR])

const find = (query: string, more: object = {}): ScriptedCall => ({
  name: 'toolSearchTool',
  arguments: { query, ...more },
})

interface Setup extends Partial<ToolSearchToolCallingAdvisorOptions> {
  readonly system?: string
}

function setUp(script: readonly ScriptedAnswer[], { system, ...options }: Setup = {}) {
  const index = new WatchedIndex()
  const advisor = new ToolSearchToolCallingAdvisor({ toolIndex: index, ...options })
  const model = new ScriptedChatModel(script)
  const client = new ChatClient({ model, toolCallingAdvisor: advisor, ...(system ? { system } : {}) })
  const ask = (session = 'a', tools = TOOLS) => client.prompt('go').tools(tools).conversation(session).call()
  return { index, advisor, model, client, ask }
}

const sentIn = (prompt: Prompt | undefined): readonly string[] => prompt?.options.tools?.names ?? []
const sent = (model: ScriptedChatModel) => model.prompts.map(sentIn)
const lastResults = (model: ScriptedChatModel) => {
  const message = model.prompts.at(-1)?.messages.at(-1)
  return message?.role === 'tool' ? message.results : []
}

describe('a turn with tool search', () => {
  test.each([false, true])('sends the search, then what it found, and runs that (streaming: %s)', async (streaming) => {
    const { client, model } = setUp([
      [find('convert currency', { maxResults: 1 })],
      [{ name: 'convertCurrency' }],
      '9.2 EUR',
    ])
    const request = client.prompt('10 USD in EUR').tools(TOOLS).conversation('a')
    let text = ''
    if (streaming) for await (const piece of request.stream().content()) text += piece
    else text = await request.call().content()
    expect(text).toBe('9.2 EUR')
    expect(sent(model)).toEqual([
      ['toolSearchTool'],
      ['toolSearchTool', 'convertCurrency'],
      ['toolSearchTool', 'convertCurrency'],
    ])
    expect(ran).toEqual(['convertCurrency'])
  })

  test('tells the model after the system text, or instead of one', async () => {
    const { model, ask, client } = setUp(['ok', 'ok'], { system: 'Be brief.', systemMessageSuffix: ' Search first.' })
    await ask().content()
    expect(model.prompts[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Be brief. Search first.' })
    await client.prompt('go').messages(systemMessage('Other.')).tools(TOOLS).conversation('a').call().content()
    expect(model.prompts[1]?.messages[0]).toMatchObject({ content: expect.stringContaining('Search first.') })
    const without = setUp(['ok'])
    await without.ask().content()
    expect(without.model.prompts[0]?.messages[0]).toEqual(systemMessage(DEFAULT_TOOL_SEARCH_SUFFIX.trim()))
  })

  test('keeps the order of the tools, and adds at the end', async () => {
    const { model, ask } = setUp([
      [find('weather', { maxResults: 1 })],
      [find('email', { maxResults: 1 })],
      [find('weather', { maxResults: 1 }), find('currency', { maxResults: 1 })],
      'ok',
      'again',
    ])
    await ask().content()
    await ask().content()
    expect(sent(model)).toEqual([
      ['toolSearchTool'],
      ['toolSearchTool', 'getWeather'],
      ['toolSearchTool', 'getWeather', 'sendEmail'],
      ['toolSearchTool', 'getWeather', 'sendEmail', 'convertCurrency'],
      ['toolSearchTool', 'getWeather', 'sendEmail', 'convertCurrency'],
    ])
  })

  test('without accumulation sends what the last round of searches found, all of it', async () => {
    const { model, ask } = setUp(
      [
        [find('weather', { maxResults: 1 }), find('email', { maxResults: 1 }), find('calendar', { maxResults: 1 })],
        [find('currency', { maxResults: 1 })],
        [{ name: 'convertCurrency' }],
        'ok',
        'next turn',
      ],
      { referenceToolNameAccumulation: false },
    )
    await ask().content()
    await ask().content()
    expect(sent(model)).toEqual([
      ['toolSearchTool'],
      ['toolSearchTool', 'getWeather', 'sendEmail', 'listEvents'],
      ['toolSearchTool', 'convertCurrency'],
      ['toolSearchTool', 'convertCurrency'],
      ['toolSearchTool'],
    ])
  })

  test('always sends what is always visible', async () => {
    const { model, ask } = setUp(['ok'], { alwaysVisible: ['get*', 'sendEmail'] })
    await ask().content()
    expect(sent(model)).toEqual([['toolSearchTool', 'getWeather', 'sendEmail']])
  })

  test('sends a tool that must be called', async () => {
    const { model, client } = setUp([[{ name: 'sendEmail' }], 'ok'])
    await client
      .prompt('go')
      .tools(TOOLS)
      .options({ toolChoice: { tool: 'sendEmail' } })
      .conversation('a')
      .call()
      .content()
    expect(sentIn(model.prompts[0])).toEqual(['toolSearchTool', 'sendEmail'])
    expect(ran).toEqual(['sendEmail'])
  })

  test.each([
    [{ tools: 4 }, true],
    [{ tools: 3 }, false],
    [{ tokens: 10_000 }, true],
    [{ tokens: 10 }, false],
  ])('activated above %j, sends all tools: %s', async (activateAbove, all) => {
    const { model, client } = setUp(['ok'], { activateAbove })
    const request = client.prompt('go').tools(TOOLS)
    await (all ? request : request.conversation('a')).call().content()
    expect(sent(model)).toEqual([all ? TOOLS.names : ['toolSearchTool']])
  })

  test('finds by category where there is one', async () => {
    const { model, ask } = setUp([
      [find('weather email', { categoryFilter: 'send' })],
      [find('weather', { categoryFilter: 'moon' })],
      'ok',
    ])
    await ask().content()
    expect(sent(model).slice(1)).toEqual([
      ['toolSearchTool', 'sendEmail'],
      ['toolSearchTool', 'sendEmail', 'getWeather'],
    ])
  })

  test('knows the tools that the conversation has called', async () => {
    const memory = new MessageWindowChatMemory({ repository: new InMemoryChatMemoryRepository() })
    const remembering = new MessageChatMemoryAdvisor(memory, { keepToolMessages: true })
    const model = new ScriptedChatModel([[find('weather', { maxResults: 1 })], [{ name: 'getWeather' }], 'sunny', 'ok'])
    const ask = (toolCallingAdvisor: ToolSearchToolCallingAdvisor) =>
      new ChatClient({ model, toolCallingAdvisor, advisors: [remembering] })
        .prompt('go')
        .tools(TOOLS)
        .conversation('a')
        .call()
    await ask(new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })).content()
    await ask(new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })).content()
    expect(sentIn(model.prompts.at(-1))).toEqual(['toolSearchTool', 'getWeather'])
  })

  test('keeps what was found while the history is not sent', async () => {
    const { model, ask } = setUp(
      [[find('weather', { maxResults: 1 })], [{ name: 'getWeather' }], [{ name: 'getWeather' }], 'ok'],
      { conversationHistory: false },
    )
    await ask().content()
    expect(ran).toEqual(['getWeather', 'getWeather'])
    expect(sentIn(model.prompts.at(-1))).toContain('getWeather')
  })
})

describe('the search tool', () => {
  test('has the parameters of its name, and stays under 250 tokens with what is said about it', async () => {
    const { model, ask } = setUp(['ok'])
    await ask().content()
    const [search] = model.prompts[0]?.options.tools?.definitions ?? []
    expect(Object.keys(search?.inputSchema.properties ?? {})).toEqual(['query', 'maxResults', 'categoryFilter'])
    expect((JSON.stringify(search) + DEFAULT_TOOL_SEARCH_SUFFIX).length / 4).toBeLessThan(250)
  })

  test.each([
    [126, 0.9],
    [1_779, 0.99],
  ])('among %d tools sends that much less than all of them, for a task that needs one: %d', async (count, saving) => {
    const tools = ToolSet.of(
      Array.from({ length: count }, (_, number) =>
        functionTool({
          name: `lookUpRecord${number}`,
          description: `Looks up the records of department ${number} that were changed since a day, newest first`,
          parameters: {
            type: 'object',
            properties: {
              since: { type: 'string', format: 'date', description: 'The first day whose records are wanted' },
              limit: { type: 'integer', minimum: 1, description: 'How many records to return at most' },
              department: { type: 'string', enum: ['sales', 'service'], description: 'Only of this department' },
            },
            required: ['since'],
          },
          execute: () => 'found',
        }),
      ),
    )
    const { model, ask } = setUp([
      [find('lookUpRecord7')],
      [{ name: 'lookUpRecord7', arguments: { since: '2030-01-01' } }],
      'done',
    ])
    await ask('a', tools).content()
    const sizes = model.prompts.map(({ options }) => JSON.stringify(options.tools?.definitions).length)
    const searched = sizes.reduce((sum, size) => sum + size + DEFAULT_TOOL_SEARCH_SUFFIX.length, 0)
    expect(lastResults(model)).toMatchObject([{ name: 'lookUpRecord7', content: 'found' }])
    expect(1 - searched / (2 * JSON.stringify(tools.definitions).length)).toBeGreaterThan(saving)
  })

  test.each([
    [7, 3, 7],
    [undefined, 3, 3],
    [undefined, undefined, 5],
    [-1, undefined, 1],
    [0, undefined, 1],
    [1e9, undefined, 20],
    ['4', undefined, 4],
  ])('asked for %j results with a default of %j looks for %d', async (asked, maxResults, limit) => {
    const { index, ask } = setUp([[find('weather', asked === undefined ? {} : { maxResults: asked })], 'ok'], {
      ...(maxResults === undefined ? {} : { maxResults }),
    })
    await ask().content()
    expect(index.searches).toEqual([{ query: 'weather', limit }])
  })

  test('answers with names, or with advice when there are none', async () => {
    const { model, ask } = setUp([[find('weather', { maxResults: 1 }), find('zzz qqq')], 'ok'])
    await ask().content()
    const [found, nothing] = lastResults(model)
    expect(JSON.parse(found?.content ?? '')).toEqual(['getWeather'])
    expect(nothing?.content).toMatch(/No tool fits "zzz qqq".*other or fewer words/)
    expect(nothing?.isError).toBeFalsy()
  })
})

describe('a turn is never lost', () => {
  test.each<[string, ScriptedCall]>([
    ['arguments that are no JSON', { name: 'toolSearchTool', arguments: '{"query": ' }],
    ['no query', { name: 'toolSearchTool', arguments: {} }],
    ['an empty query', find('')],
    ['hostile numbers', find('weather', { maxResults: 'all of them' })],
    ['a pattern', find('((((')],
    ['an unknown tool', { name: 'noSuchTool' }],
  ])('by %s', async (_, call) => {
    const { ask } = setUp([[call], 'still here'])
    expect(await ask().content()).toBe('still here')
  })

  test('by an index that fails, and the next search tries again', async () => {
    const { ask, index, model } = setUp([
      [find('weather')],
      () => {
        index.failure = undefined
        return [find('weather', { maxResults: 1 })]
      },
      'ok',
    ])
    index.failure = new Error('no connection')
    expect(await ask().content()).toBe('ok')
    expect(sentIn(model.prompts.at(-1))).toEqual(['toolSearchTool', 'getWeather'])
  })

  test('by a limit that refuses the search', async () => {
    const manager = new ToolCallingManager({
      limits: new ToolCallLimits({ perTool: { toolSearchTool: 1 }, onLimitExceeded: 'RETURN_ERROR_RESPONSE' }),
    })
    const { ask, model } = setUp(
      [[find('weather', { maxResults: 1 })], [find('email')], [{ name: 'getWeather' }], 'ok'],
      { manager },
    )
    expect(await ask().content()).toBe('ok')
    expect(ran).toEqual(['getWeather'])
    expect(sentIn(model.prompts.at(-1))).toEqual(['toolSearchTool', 'getWeather'])
  })
})

describe('what was not found', () => {
  test('is not run, and the model is told to search', async () => {
    const { ask, model } = setUp([
      [{ name: 'convertCurrency' }],
      [find('convertCurrency')],
      [{ name: 'convertCurrency' }],
      'ok',
    ])
    await ask().content()
    expect(ran).toEqual(['convertCurrency'])
    const refused = model.prompts[1]?.messages.at(-1)
    expect(refused).toMatchObject({
      results: [
        { isError: true, content: expect.stringMatching(/"convertCurrency" was not run.*toolSearchTool to search/) },
      ],
    })
    expect(model.prompts[3]?.messages).toContainEqual(refused)
  })

  test('is not run beside the search that finds it', async () => {
    const { ask } = setUp([[find('weather'), { name: 'getWeather' }], 'ok'])
    await ask().content()
    expect(ran).toEqual([])
  })
})

describe.each(['admin', 'clerk', 'guest'])('for the role %s', (role) => {
  const roles: Readonly<Record<string, readonly ToolCallback[]>> = {
    admin: [WEATHER, CURRENCY, EMAIL, CALENDAR],
    clerk: [WEATHER, EMAIL],
    guest: [WEATHER],
  }
  const attached = ToolSet.of(roles[role] ?? [])
  const others = TOOLS.names.filter((name) => !attached.find(name))

  test('what is not attached is neither found nor runnable, whoever found it before', async () => {
    const everything = [find('weather currency email calendar events send convert', { maxResults: 20 })]
    const { model, ask } = setUp([everything, 'ok', everything, TOOLS.names.map((name) => ({ name })), 'ok'])
    await ask('shared').content()
    ran.splice(0)
    await ask('shared', attached).content()
    for (const prompt of model.prompts.slice(2)) {
      expect(sentIn(prompt).filter((name) => others.includes(name))).toEqual([])
    }
    expect(ran.toSorted()).toEqual(attached.names.toSorted())
  })
})

describe('sessions', () => {
  test('need an id, when there is something to search', async () => {
    const { client } = setUp(['ok'])
    await expect(client.prompt('go').tools(TOOLS).call().content()).rejects.toMatchObject({
      code: 'CHAT_CONVERSATION_ID_MISSING',
      message: expect.stringContaining('context must contain a non-null value for "chat_memory_conversation_id"'),
    })
    await expect(client.prompt('go').call().content()).resolves.toBe('ok')
  })

  test('are named by any key', async () => {
    const { client } = setUp(['ok'], { sessionIdKeyName: 'user' })
    await expect(client.prompt('go').tools(TOOLS).context({ user: 7 }).call().content()).resolves.toBe('ok')
  })

  test('do not see what others found', async () => {
    const { model, ask } = setUp([[find('weather')], 'ok', 'ok'])
    await ask('a').content()
    await ask('b').content()
    expect(sentIn(model.prompts.at(-1))).toEqual(['toolSearchTool'])
  })

  test('are indexed once, in the order of the tools, and again when these change', async () => {
    const { index, ask } = setUp(['ok', 'ok', 'ok'])
    await ask().content()
    await ask().content()
    expect(index.opened.map((tools) => tools.map(({ name }) => name))).toEqual([TOOLS.names])
    expect(index.closed).toBe(0)
    await ask('a', ToolSet.of([WEATHER])).content()
    expect(index.opened).toHaveLength(2)
    expect(index.closed).toBe(1)
  })

  test('are forgotten by their strategy', async () => {
    const { index, model, ask } = setUp([[find('weather')], 'ok', 'ok', 'ok'], { evictionStrategy: new LruEviction(1) })
    await ask('a').content()
    await ask('b').content()
    expect(index.closed).toBe(1)
    await ask('a').content()
    expect(sentIn(model.prompts.at(-1))).toEqual(['toolSearchTool'])
    expect(index.opened).toHaveLength(3)
  })

  test('are forgotten at once, or never, or by name', async () => {
    const always = setUp([[find('weather')], 'ok', 'ok'], { evictionStrategy: new AlwaysEvict() })
    const never = setUp([[find('weather')], 'ok', 'ok', 'ok'], { evictionStrategy: new NeverEvict() })
    for (const { ask } of [always, never]) {
      await ask().content()
      await ask().content()
    }
    expect(sentIn(always.model.prompts.at(-1))).toEqual(['toolSearchTool'])
    expect(sentIn(never.model.prompts.at(-1))).toContain('getWeather')
    never.advisor.evictSession('a')
    never.advisor.evictSession('unknown')
    await never.ask().content()
    expect(sentIn(never.model.prompts.at(-1))).toEqual(['toolSearchTool'])
  })

  test('that are forgotten in the middle of a turn let it go on', async () => {
    const { ask, advisor, index } = setUp([
      [find('weather', { maxResults: 1 })],
      () => {
        advisor.evictSession('a')
        return [find('email', { maxResults: 1 })]
      },
      [{ name: 'getWeather' }, { name: 'sendEmail' }],
      'ok',
    ])
    await ask().content()
    expect(ran).toEqual(['getWeather', 'sendEmail'])
    await new Promise(setImmediate)
    expect(index.closed).toBe(1)
  })

  test('serve two requests at once without disturbing either', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { advisor } = setUp([])
    const ask = (script: readonly ScriptedAnswer[], tools: ToolSet) => {
      const model = new ScriptedChatModel(script)
      const client = new ChatClient({ model, toolCallingAdvisor: advisor })
      return { model, content: client.prompt('go').tools(tools).conversation('a').call().content() }
    }
    const first = ask(
      [[find('weather')], async () => gate.then(() => [{ name: 'getWeather' }]), 'first'],
      ToolSet.of([WEATHER, EMAIL]),
    )
    const second = ask([[find('currency')], [{ name: 'convertCurrency' }], 'second'], ToolSet.of([CURRENCY, CALENDAR]))
    expect(await second.content).toBe('second')
    release()
    expect(await first.content).toBe('first')
    expect(ran).toEqual(['convertCurrency', 'getWeather'])
    expect(sent(first.model).flat()).not.toContain('convertCurrency')
    expect(sent(second.model).flat()).not.toContain('getWeather')
  })
})

describe('made', () => {
  test('with defaults it stands where the tool loop stands', () => {
    const advisor = new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })
    expect([advisor.order, advisor.name]).toEqual([ADVISOR_ORDER.toolCalling, 'ToolSearchToolCallingAdvisor'])
    expect(new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex(), order: 7 }).order).toBe(7)
  })

  test.each([
    ['a blank suffix', { systemMessageSuffix: ' ' }],
    ['a blank key', { sessionIdKeyName: '' }],
    ['no results', { maxResults: 0 }],
    ['too many results', { maxResults: 21 }],
    ['no index', { toolIndex: undefined }],
  ])('with %s it is refused', (_, options) => {
    const given = { toolIndex: new KeywordToolIndex(), ...options } as ToolSearchToolCallingAdvisorOptions
    expect(() => new ToolSearchToolCallingAdvisor(given)).toThrow(
      expect.objectContaining({ code: 'CHAT_OPTION_INVALID' }),
    )
  })
})
