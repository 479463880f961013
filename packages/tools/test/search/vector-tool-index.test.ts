import { HybridToolIndex, KeywordToolIndex, RegexToolIndex, VectorToolIndex, type ToolDefinition } from '@vernal/tools'
import { ASSISTANT_TOOLS, definition } from './sample-tools'
import { WordVectorStore } from './word-vector-store'

test('a set is added to the store at once, with name, description and parameters in the text', async () => {
  const store = new WordVectorStore()
  const tool = definition('getWeather', 'Rain or shine', { city: { type: 'string' } })
  await new VectorToolIndex({ store }).open([tool, ...ASSISTANT_TOOLS])
  expect(store.added.map(({ length }) => length)).toEqual([9])
  expect(store.added[0]?.[0]).toMatchObject({
    text: 'get Weather: Rain or shine (city)',
    metadata: { toolName: 'getWeather', toolIndexShelf: expect.any(String) },
  })
})

test('a large set is added in batches, and one that fails leaves nothing behind', async () => {
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  const many = Array.from({ length: 600 }, (_, number) => definition(`tool_${number}`, `Number ${number}`))
  const add = jest.spyOn(store, 'add')
  add.mockImplementationOnce((documents) => WordVectorStore.prototype.add.call(store, documents))
  add.mockRejectedValueOnce(new Error('too many texts'))
  await expect(index.open(many)).rejects.toThrow('too many texts')
  expect(store.deleted).toHaveLength(600)
  await index.open(many)
  expect(store.added.map(({ length }) => length)).toEqual([256, 256, 256, 88])
})

test('nothing is added for an empty set', async () => {
  const store = new WordVectorStore()
  await new VectorToolIndex({ store }).open([])
  expect(store.added).toEqual([])
})

test('only what is new is added', async () => {
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  await index.open(ASSISTANT_TOOLS)
  await index.open([...ASSISTANT_TOOLS])
  await index.open([...ASSISTANT_TOOLS, definition('one_more', 'One more')])
  expect(store.added.map(({ length }) => length)).toEqual([8, 1])
})

test('the store is asked with the text, the limit, and for the documents of the index only', async () => {
  const store = new WordVectorStore()
  const tools = await new VectorToolIndex({ store }).open(ASSISTANT_TOOLS)
  await tools.search('weather', { limit: 5 })
  await tools.search('weather')
  const filter = { key: 'toolIndexShelf', equals: store.added[0]?.[0]?.metadata.toolIndexShelf }
  expect(store.searches).toEqual([
    { query: 'weather', topK: 5, similarityThreshold: 0.2, filter },
    { query: 'weather', topK: 10, similarityThreshold: 0.2, filter },
  ])
})

test('hits come in the order of the store, with its scores', async () => {
  const store = new WordVectorStore()
  const tools = await new VectorToolIndex({ store }).open([
    definition('far', 'a weather report and more'),
    definition('near', 'weather report'),
  ])
  const hits = await tools.search('weather report')
  expect(hits.map((hit) => [hit.definition.name, hit.score.toFixed(2)])).toEqual([
    ['near', '0.82'],
    ['far', '0.58'],
  ])
})

test('what no set holds any more leaves the store', async () => {
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  for (let count = 0; count < 12; count++) {
    await (await index.open([definition(`tool_${count}`, `Number ${count}`)])).close()
  }
  expect(store.deleted).toHaveLength(4)
  expect(store.deleted).toEqual(store.added.slice(0, 4).map(([document]) => document?.id))
})

test('sets that are opened at once are all taken out again', async () => {
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  const setOf = (number: number) =>
    Array.from({ length: 20 }, (_, tool) => definition(`tool_${number}_${tool}`, `Tool ${tool} of set ${number}`))
  const sets = await Promise.all(Array.from({ length: 10 }, (_, number) => index.open(setOf(number))))
  await Promise.all(sets.map((set) => set.close()))
  for (let number = 10; number < 18; number++) await (await index.open(setOf(number))).close()
  expect(new Set(store.deleted)).toEqual(
    new Set(store.added.slice(0, 10).flatMap((batch) => batch.map(({ id }) => id))),
  )
  expect(store.deleted).toHaveLength(200)
})

test('a store that fails once spoils nothing', async () => {
  const store = new WordVectorStore()
  const index = new VectorToolIndex({ store })
  store.failure = new Error('no connection')
  await expect(index.open(ASSISTANT_TOOLS)).rejects.toThrow('no connection')
  store.failure = undefined
  const tools = await index.open(ASSISTANT_TOOLS)
  expect((await tools.search('currency amount'))[0]?.definition.name).toBe('convert_currency')
})

test('two indexes on one store do not see each other', async () => {
  const store = new WordVectorStore()
  const [one, other] = [new VectorToolIndex({ store }), new VectorToolIndex({ store })]
  const some = await one.open([definition('get_weather', 'Get the weather')])
  const others = await other.open([definition('feed_giraffe', 'Feed the giraffe')])
  const found = await Promise.all([some, others].map((tools) => tools.search('feed the giraffe')))
  expect(found.map((hits) => hits.map((hit) => hit.definition.name))).toEqual([['get_weather'], ['feed_giraffe']])
})

test('words and meaning together find what either finds, and a named tool first', async () => {
  const index = new HybridToolIndex({
    keyword: new KeywordToolIndex(),
    vector: new VectorToolIndex({ store: new WordVectorStore() }),
  })
  const tools = await index.open(ASSISTANT_TOOLS)
  const best = async (query: string) => (await tools.search(query))[0]?.definition.name
  expect(await best('wake the engineer')).toBe('page_oncall')
  expect(await best('describe_clip of the calendar events between two dates')).toBe('describe_clip')
})

test('meaning that says nothing about a query takes nothing from the words', async () => {
  const knowsNothing = {
    add: async () => {},
    delete: async () => {},
    search: async () => [] as { id: string; score: number }[],
  }
  const farFromAll = new WordVectorStore()
  farFromAll.search = async () => farFromAll.added.flat().map(({ id }) => ({ id, score: 0 }))
  for (const store of [knowsNothing, farFromAll]) {
    const vector = new VectorToolIndex({ store, minScore: 0 })
    const tools = await new HybridToolIndex({ keyword: new KeywordToolIndex(), vector }).open(ASSISTANT_TOOLS)
    const hits = await tools.search('天気予報')
    expect(hits.map(({ definition: { name } }) => name)).toEqual(['get_forecast_jp'])
    expect(hits[0]?.score).toBeGreaterThan(0)
  }
})

test('a description that is no text, as another server may send it, is no description', async () => {
  const odd = JSON.parse('{ "name": "odd", "description": 42, "inputSchema": { "type": "object" } }') as ToolDefinition
  for (const index of [
    new KeywordToolIndex(),
    new RegexToolIndex(),
    new VectorToolIndex({ store: new WordVectorStore() }),
  ]) {
    const tools = await index.open([odd, ...ASSISTANT_TOOLS])
    expect((await tools.search('odd')).map(({ definition: { name } }) => name)).toEqual(['odd'])
  }
})
