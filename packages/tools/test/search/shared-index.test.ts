import fc from 'fast-check'
import {
  HybridToolIndex,
  KeywordToolIndex,
  RegexToolIndex,
  VectorToolIndex,
  type IndexedTools,
  type ToolDefinition,
  type ToolIndex,
} from '@vernal/tools'
import { definition } from './sample-tools'
import { WordVectorStore } from './word-vector-store'

const WORDS = [
  'order',
  'invoice',
  'weather',
  'city',
  'send',
  'find',
  'list',
  'refund',
  'parcel',
  'customer',
  'art',
  'chart',
]

const anyText = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const anyTool = fc
  .tuple(fc.nat(30), anyText, fc.constantFrom(...WORDS))
  .map(([number, text, parameter]) => definition(`tool_${number}`, text, { [parameter]: { type: 'string' } }))
const anyTools = fc.uniqueArray(anyTool, { maxLength: 25, selector: ({ name }) => name })

type Step =
  | { readonly type: 'open'; readonly tools: readonly ToolDefinition[] }
  | { readonly type: 'register'; readonly tool: ToolDefinition }
  | { readonly type: 'unregister'; readonly name: string }
  | { readonly type: 'close'; readonly which: number }
  | { readonly type: 'search'; readonly which: number; readonly query: string }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('open' as const), tools: anyTools }),
  fc.record({ type: fc.constant('register' as const), tool: anyTool }),
  fc.record({ type: fc.constant('unregister' as const), name: fc.nat(30).map((number) => `tool_${number}`) }),
  fc.record({ type: fc.constant('close' as const), which: fc.nat(20) }),
  fc.record({ type: fc.constant('search' as const), which: fc.nat(20), query: anyText }),
)

/** Sessions on one index: each step opens a set, changes the newest one, closes one, or compares a search with a fresh index. */
async function live(steps: readonly Step[], createIndex: () => ToolIndex): Promise<void> {
  const index = createIndex()
  const sessions: { readonly tools: readonly ToolDefinition[]; readonly indexed: IndexedTools }[] = []
  const open = async (tools: readonly ToolDefinition[]): Promise<void> => {
    sessions.push({ tools, indexed: await index.open(tools) })
  }
  for (const step of steps) {
    const newest = sessions.at(-1)?.tools ?? []
    if (step.type === 'open') await open(step.tools)
    else if (step.type === 'register') await open([...newest.filter(({ name }) => name !== step.tool.name), step.tool])
    else if (step.type === 'unregister') await open(newest.filter(({ name }) => name !== step.name))
    else if (sessions.length === 0) continue
    else if (step.type === 'close') await sessions.splice(step.which % sessions.length, 1)[0]?.indexed.close()
    else await compare(sessions[step.which % sessions.length], step.query, createIndex)
  }
}

async function compare(
  session: { readonly tools: readonly ToolDefinition[]; readonly indexed: IndexedTools } | undefined,
  query: string,
  createIndex: () => ToolIndex,
): Promise<void> {
  if (!session) return
  const fresh = await createIndex().open(session.tools)
  expect(session.indexed.size).toBe(fresh.size)
  expect(await session.indexed.search(query)).toEqual(await fresh.search(query))
}

test.each<[string, () => ToolIndex]>([
  ['keyword', () => new KeywordToolIndex()],
  ['regex', () => new RegexToolIndex()],
  ['vector', () => new VectorToolIndex({ store: new WordVectorStore() })],
  [
    'hybrid',
    () =>
      new HybridToolIndex({
        keyword: new KeywordToolIndex(),
        vector: new VectorToolIndex({ store: new WordVectorStore() }),
      }),
  ],
])('whatever was opened and closed before, a %s search equals that of a fresh index', async (_, createIndex) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), (steps) => live(steps, createIndex)),
    {
      numRuns: 60,
    },
  )
})

test('a thousand sessions on equal tools are prepared once', async () => {
  const tools = Object.freeze(
    Array.from({ length: 500 }, (_, number) => definition(`tool_${number}`, `Does number ${number} of many things`)),
  )
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  await Promise.all(Array.from({ length: 1_000 }, () => index.open(tools)))
  expect(store.added.flat()).toHaveLength(500)
})

describe('a large set that changes by a few tools', () => {
  const many: readonly ToolDefinition[] = Array.from({ length: 520 }, (_, number) =>
    definition(`many_${number}`, `${WORDS[number % WORDS.length]} ${WORDS[(number * 5) % 11]} number ${number}`),
  )
  const anyChange = fc.record({
    at: fc.nat(519),
    removed: fc.nat(3),
    added: fc.uniqueArray(anyTool, { maxLength: 3, selector: ({ name }) => name }),
    closes: fc.boolean(),
  })

  test('is searched like a fresh one', async () => {
    const property = fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), anyText, async (changes, query) => {
      const index = new KeywordToolIndex()
      let list = Object.freeze([...many])
      let indexed = await index.open(list)
      for (const { at, removed, added, closes } of changes) {
        list = Object.freeze(list.toSpliced(at, removed, ...added))
        const before = indexed
        indexed = await index.open(list)
        if (closes) await before.close()
      }
      const fresh = await new KeywordToolIndex().open(list)
      expect(indexed.size).toBe(fresh.size)
      expect(await indexed.search(query)).toEqual(await fresh.search(query))
    })
    await fc.assert(property, { numRuns: 25 })
  })

  test('costs the store of a vector index only what is new', async () => {
    const store = new WordVectorStore()
    const index = new VectorToolIndex({ store })
    await index.open(Object.freeze([...many]))
    await index.open(Object.freeze([...many, definition('one_more', 'One more')]))
    await index.open(Object.freeze([...many.slice(1), definition('another', 'Another')]))
    expect(store.added.map(({ length }) => length)).toEqual([256, 256, 8, 1, 1])
  })
})
