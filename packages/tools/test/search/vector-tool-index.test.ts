import {
  HybridToolIndex,
  InMemoryVectorStore,
  KeywordToolIndex,
  VectorToolIndex,
  type VectorDocument,
} from '@vernal/tools'
import { ASSISTANT_TOOLS, definition } from './sample-tools'
import { WordEmbedder } from './text-embedders'

/** Keeps count of what is put in and taken out. */
class CountingStore extends InMemoryVectorStore {
  readonly added: (readonly VectorDocument[])[] = []
  readonly deleted: string[] = []

  override async add(documents: readonly VectorDocument[]): Promise<void> {
    this.added.push(documents)
    await super.add(documents)
  }

  override async delete(ids: readonly string[]): Promise<void> {
    this.deleted.push(...ids)
    await super.delete(ids)
  }
}

test('a set is added to the store at once, with name, description and parameters in the text', async () => {
  const store = new CountingStore()
  const tool = definition('getWeather', 'Rain or shine', { city: { type: 'string' } })
  await new VectorToolIndex({ embedder: new WordEmbedder(), store }).open([tool, ...ASSISTANT_TOOLS])
  expect(store.added).toHaveLength(1)
  expect(store.added[0]).toHaveLength(9)
  expect(store.added[0]?.[0]).toMatchObject({
    text: 'get Weather: Rain or shine (city)',
    metadata: { toolName: 'getWeather', shelf: expect.any(String) },
  })
})

test('nothing is added for an empty set', async () => {
  const store = new CountingStore()
  await new VectorToolIndex({ embedder: new WordEmbedder(), store }).open([])
  expect(store.added).toEqual([])
})

test('texts are embedded in batches, and only those that are new', async () => {
  const embedder = new WordEmbedder()
  const index = new VectorToolIndex({ embedder, batchSize: 3 })
  await index.open(ASSISTANT_TOOLS)
  expect(embedder.batches.map(({ length }) => length)).toEqual([3, 3, 2])
  await index.open([...ASSISTANT_TOOLS])
  await index.open([...ASSISTANT_TOOLS, definition('one_more', 'One more')])
  expect(embedder.batches.map(({ length }) => length)).toEqual([3, 3, 2, 1])
})

test('what no set holds any more leaves the store', async () => {
  const store = new CountingStore()
  const index = new VectorToolIndex({ embedder: new WordEmbedder(), store })
  for (let count = 0; count < 12; count++)
    await (await index.open([definition(`tool_${count}`, `Number ${count}`)])).close()
  expect(store.deleted).toHaveLength(4)
})

test('an embedder that fails once spoils nothing', async () => {
  const embedder = new WordEmbedder()
  const broken = { fails: true }
  const index = new VectorToolIndex({
    embedder: {
      embed: (texts) => (broken.fails ? Promise.reject(new Error('no connection')) : embedder.embed(texts)),
    },
  })
  await expect(index.open(ASSISTANT_TOOLS)).rejects.toThrow('no connection')
  broken.fails = false
  const tools = await index.open(ASSISTANT_TOOLS)
  expect((await tools.search('currency'))[0]?.definition.name).toBe('convert_currency')
})

test('two indexes on one store do not see each other', async () => {
  const store = new InMemoryVectorStore()
  const [one, other] = [1, 2].map(() => new VectorToolIndex({ embedder: new WordEmbedder(), store }))
  const some = await one?.open([definition('get_weather', 'Get the weather')])
  const others = await other?.open([definition('feed_giraffe', 'Feed the giraffe')])
  const names = await Promise.all(
    [some, others].map(async (tools) => (await tools?.search('feed the giraffe'))?.map((hit) => hit.definition.name)),
  )
  expect(names).toEqual([['get_weather'], ['feed_giraffe']])
})

test('words and meaning together find what either finds, and a named tool first', async () => {
  const index = new HybridToolIndex({
    keyword: new KeywordToolIndex(),
    vector: new VectorToolIndex({ embedder: new WordEmbedder() }),
  })
  const tools = await index.open(ASSISTANT_TOOLS)
  expect((await tools.search('wake the engineer'))[0]?.definition.name).toBe('page_oncall')
  expect((await tools.search('describe_clip of the calendar events between two dates'))[0]?.definition.name).toBe(
    'describe_clip',
  )
})
