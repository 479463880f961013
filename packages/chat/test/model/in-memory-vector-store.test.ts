import { EmbeddingModel, InMemoryVectorStore, type Document, type MetadataFilter } from '@vernal/chat'
import { vectorStoreContract } from '@vernal/chat/testing'
import fc from 'fast-check'
import { WordEmbeddingModel } from './word-embedding-model'

const DOCUMENTS: readonly Document[] = [
  { id: 'cats', text: 'cat cat', metadata: { kind: 'pet', year: 2024, tags: 'a' } },
  { id: 'dogs', text: 'dog', metadata: { kind: 'pet', year: 2025 } },
  { id: 'both', text: 'cat and dog', metadata: { kind: 'mix' } },
  { id: 'none', text: 'nothing of it' },
]

async function filled(): Promise<InMemoryVectorStore> {
  const store = new InMemoryVectorStore(new WordEmbeddingModel('cat', 'dog'))
  await store.add(DOCUMENTS)
  return store
}

const idsOf = (documents: readonly Document[]): readonly string[] => documents.map(({ id }) => id)

describe('InMemoryVectorStore', () => {
  for (const { name, run } of vectorStoreContract((model) => new InMemoryVectorStore(model))) test(name, run)

  test('finds the nearest documents first, with their cosine', async () => {
    const found = await (await filled()).search({ query: 'cat' })
    expect(idsOf(found)).toEqual(['cats', 'both', 'dogs', 'none'])
    expect(found.map(({ score }) => score.toFixed(3))).toEqual(['1.000', '0.707', '0.000', '0.000'])
    expect(found[0]).toMatchObject({ text: 'cat cat', metadata: { kind: 'pet' } })
  })

  test('gives out no more than topK, and nothing below the threshold', async () => {
    const store = await filled()
    expect(await store.search({ query: 'cat', topK: 1 })).toHaveLength(1)
    expect(idsOf(await store.search({ query: 'cat', similarityThreshold: 0.5 }))).toEqual(['cats', 'both'])
  })

  test.each<[string, MetadataFilter, readonly string[]]>([
    ['equals', { key: 'kind', equals: 'pet' }, ['cats', 'dogs']],
    ['in', { key: 'kind', in: ['mix', 'other'] }, ['both']],
    ['min and max', { key: 'year', min: 2025, max: 2025 }, ['dogs']],
    [
      'and',
      {
        and: [
          { key: 'kind', equals: 'pet' },
          { key: 'year', max: 2024 },
        ],
      },
      ['cats'],
    ],
    [
      'or',
      {
        or: [
          { key: 'kind', equals: 'mix' },
          { key: 'tags', equals: 'a' },
        ],
      },
      ['cats', 'both'],
    ],
    ['not', { not: { key: 'kind', equals: 'pet' } }, ['both', 'none']],
    ['a name of Object.prototype', { key: 'constructor', equals: 'pet' }, []],
  ])('filters by metadata: %s', async (_name, filter, expected) => {
    const store = await filled()
    expect(idsOf(await store.search({ query: 'cat', filter })).toSorted()).toEqual(expected.toSorted())
    await store.delete(filter)
    expect(store.size).toBe(4 - expected.length)
  })

  test('replaces a document that has the id of another, and forgets by id', async () => {
    const store = await filled()
    await store.add([{ id: 'cats', text: 'dog dog' }])
    expect(idsOf(await store.search({ query: 'cat', topK: 1 }))).toEqual(['both'])
    await store.delete(['both', 'unknown'])
    expect(store.size).toBe(3)
  })

  test('embeds what is added in one request, and does not ask for an empty store', async () => {
    const model = new WordEmbeddingModel('cat')
    const store = new InMemoryVectorStore(model)
    expect(await store.search({ query: 'cat' })).toEqual([])
    await store.add([])
    await store.add(DOCUMENTS)
    expect(model.asked).toEqual([DOCUMENTS.map(({ text }) => text)])
  })

  test('holds no more than it may, and adds nothing when not everything fits', async () => {
    const store = new InMemoryVectorStore(new WordEmbeddingModel('cat'), { maxDocuments: 3 })
    await expect(store.add(DOCUMENTS)).rejects.toMatchObject({ code: 'CHAT_VECTOR_STORE_FULL' })
    expect(store.size).toBe(0)
  })

  test('refuses embeddings that do not fit', async () => {
    class Broken extends EmbeddingModel {
      constructor(readonly embeddings: readonly (readonly number[])[]) {
        super()
      }
      override embed = async () => ({ embeddings: this.embeddings })
    }
    const two = DOCUMENTS.slice(0, 2)
    const mismatch = { code: 'CHAT_EMBEDDING_MISMATCH' }
    await expect(new InMemoryVectorStore(new Broken([[1]])).add(two)).rejects.toMatchObject(mismatch)
    await expect(new InMemoryVectorStore(new Broken([[1], [1, 2]])).add(two)).rejects.toMatchObject(mismatch)
  })

  test('refuses a topK or threshold out of range', async () => {
    const store = await filled()
    await expect(store.search({ query: 'cat', topK: 0 })).rejects.toThrow('topK cannot be 0.')
    await expect(store.search({ query: 'cat', similarityThreshold: 2 })).rejects.toThrow('from 0 to 1')
  })

  test('scores are from 0 to 1 and fall, whatever the embeddings are', async () => {
    const vector = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(vector, { minLength: 1, maxLength: 20 }), async (vectors) => {
        class Listed extends EmbeddingModel {
          override embed = async (texts: readonly string[]) => ({
            embeddings: texts.map((text) => vectors[+text] ?? []),
          })
        }
        const store = new InMemoryVectorStore(new Listed())
        await store.add(vectors.map((_vector, index) => ({ id: String(index), text: String(index) })))
        const scores = (await store.search({ query: '0', topK: 50 })).map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((left, right) => right - left))
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
      }),
    )
  })
})
