import { deepEqual, equal, ok } from 'node:assert/strict'
import type { ToolDefinition } from '../definition/tool-definition'
import type { ToolIndex, ToolSearchHit } from '../search/tool-index'

/** One promise of a tool index, as a test: a name and what to run. */
export interface ToolIndexCase {
  readonly name: string
  readonly run: () => Promise<void>
}

/**
 * What every {@link ToolIndex} promises. Run each case in a test of its own:
 *
 * ```ts
 * for (const { name, run } of toolIndexContract(() => new MyToolIndex())) test(name, run)
 * ```
 *
 * @param createIndex an empty index; must find a tool by a word that stands in its name and description
 */
export function toolIndexContract(createIndex: () => ToolIndex): readonly ToolIndexCase[] {
  return Object.entries(PROMISES).map(([name, promise]) => ({ name, run: () => promise(createIndex()) }))
}

const PROMISES: Readonly<Record<string, (index: ToolIndex) => Promise<void>>> = {
  'finds a tool by a word of its name': async (index) => {
    const tools = await index.open(TOOLS)
    deepEqual(namesOf(await tools.search('weather')).slice(0, 1), ['get_weather'])
  },

  'gives back the definitions that were opened': async (index) => {
    const tools = await index.open(TOOLS)
    const [best] = await tools.search('weather')
    equal(best?.definition, TOOLS[0])
  },

  'knows how many tools there are': async (index) => {
    equal((await index.open(TOOLS)).size, TOOLS.length)
    equal((await index.open([])).size, 0)
  },

  'scores are above 0, at most 1 and never rise': async (index) => {
    const scores = (await (await index.open(manyTools(30))).search('find the invoice')).map(({ score }) => score)
    ok(scores.length > 0)
    ok(scores.every((score) => score > 0 && score <= 1 + 1e-9))
    deepEqual(
      scores,
      [...scores].sort((left, right) => right - left),
    )
  },

  'finds nothing among no tools': async (index) => {
    deepEqual(await (await index.open([])).search('weather'), [])
  },

  'returns at most the limit, and ten without one': async (index) => {
    const tools = await index.open(manyTools(30))
    equal((await tools.search('invoice', { limit: 3 })).length, 3)
    equal((await tools.search('invoice')).length, 10)
  },

  'takes a limit out of its range as the nearest in it': async (index) => {
    const tools = await index.open(manyTools(30))
    for (const limit of [0, -1, -Infinity]) equal((await tools.search('invoice', { limit })).length, 1)
    for (const limit of [1e9, Infinity]) equal((await tools.search('invoice', { limit })).length, 30)
    equal((await tools.search('invoice', { limit: 2.9 })).length, 2)
    equal((await tools.search('invoice', { limit: Number.NaN })).length, 10)
  },

  'no query is an error': async (index) => {
    const tools = await index.open(TOOLS)
    const hostile = [
      '',
      ' ',
      '((((',
      '[a-',
      '\\',
      '.*',
      '\0',
      '🙂',
      '(a+)+$',
      'a'.repeat(20_000),
      'the of and',
      '__proto__',
    ]
    for (const query of hostile) ok(Array.isArray(await tools.search(query)))
  },

  'finds the tools of the set and no others': async (index) => {
    const [some, others] = [await index.open(TOOLS.slice(0, 2)), await index.open(TOOLS.slice(1))]
    equal(namesOf(await some.search('tracker issue weather calendar email')).includes('create_issue'), false)
    equal(namesOf(await others.search('weather')).includes('get_weather'), false)
  },

  'answers alike whatever the order of the tools': async (index) => {
    const queries = ['weather', 'calendar events', 'create an issue', 'send']
    const [one, other] = [await index.open(TOOLS), await index.open(TOOLS.toReversed())]
    for (const query of queries) deepEqual(namesOf(await one.search(query)), namesOf(await other.search(query)))
  },

  'answers alike whatever else was opened before': async (index) => {
    const fresh = await index.open(manyTools(12))
    const before = await fresh.search('invoice 7')
    await (await index.open([...manyTools(20), ...TOOLS])).close()
    await index.open(manyTools(15))
    deepEqual(await (await index.open(manyTools(12))).search('invoice 7'), before)
  },

  'a set that is closed finds nothing, and leaves an equal one alone': async (index) => {
    const [one, other] = [await index.open(TOOLS), await index.open(TOOLS)]
    await one.close()
    await one.close()
    deepEqual(await one.search('weather'), [])
    deepEqual(namesOf(await other.search('weather')).slice(0, 1), ['get_weather'])
  },

  'a tool whose description changed is found by the new one': async (index) => {
    const renamed = TOOLS.map((tool) => (tool === TOOLS[1] ? { ...tool, description: 'Feed the giraffe' } : tool))
    await index.open(TOOLS)
    deepEqual(namesOf(await (await index.open(renamed)).search('giraffe')).slice(0, 1), ['list_calendar_events'])
  },

  'of two tools with one name the first counts': async (index) => {
    const tools = await index.open([...TOOLS, { ...tool('get_weather', 'Get the weather, again') }])
    equal(tools.size, TOOLS.length)
    equal((await tools.search('weather'))[0]?.definition, TOOLS[0])
  },

  'opens and searches any number of times at once': async (index) => {
    const found = await Promise.all(
      Array.from({ length: 20 }, async (_, count) => {
        const tools = await index.open(count % 2 === 0 ? TOOLS : manyTools(count))
        return namesOf(await tools.search(count % 2 === 0 ? 'weather' : 'invoice'))
      }),
    )
    found.forEach(([best], count) => ok(count % 2 === 0 ? best === 'get_weather' : best?.startsWith('find_invoice')))
  },

  'gives up when the caller does': async (index) => {
    const signal = AbortSignal.abort(new Error('enough'))
    const tools = await index.open(TOOLS)
    for (const attempt of [index.open(TOOLS, signal), tools.search('weather', { signal })]) {
      equal(await attempt.catch((error: Error) => error.message), 'enough')
    }
  },
}

const tool = (name: string, description: string): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
})

const TOOLS: readonly ToolDefinition[] = [
  tool('get_weather', 'Get the weather forecast for a city'),
  tool('list_calendar_events', 'List the events of a calendar between two dates'),
  tool('create_issue', 'Create an issue in the tracker'),
  tool('send_email', 'Send an email to somebody'),
]

const manyTools = (count: number): readonly ToolDefinition[] =>
  Array.from({ length: count }, (_, number) => tool(`find_invoice_${number}`, `Find the invoice of branch ${number}`))

const namesOf = (hits: readonly ToolSearchHit[]): readonly string[] => hits.map(({ definition }) => definition.name)
