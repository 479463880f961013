import assert from 'node:assert/strict'
import { EmbeddingModel, type EmbeddingResponse } from '../model/embedding-model'
import type { MetadataFilter } from '../model/metadata-filter'
import type { Document, VectorStore } from '../model/vector-store'
import type { ContractCase } from './chat-memory-repository-contract'

/** Embeds a text by how often it says "cat" and "dog". */
class PetEmbeddingModel extends EmbeddingModel {
  override async embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbeddingResponse> {
    signal?.throwIfAborted()
    return { embeddings: texts.map((text) => ['cat', 'dog'].map((word) => text.split(word).length - 1)) }
  }
}

const PETS: readonly Document[] = [
  { id: 'cats', text: 'cat cat', metadata: { kind: 'pet', year: 2024 } },
  { id: 'dogs', text: 'dog', metadata: { kind: 'pet', year: 2025 } },
  { id: 'both', text: 'cat and dog', metadata: { kind: 'mix' } },
]

const FILTERS: readonly (readonly [MetadataFilter, readonly string[]])[] = [
  [{ key: 'kind', equals: 'pet' }, ['cats', 'dogs']],
  [{ key: 'kind', in: ['mix', 'other'] }, ['both']],
  [{ key: 'year', min: 2025, max: 2025 }, ['dogs']],
  [
    {
      and: [
        { key: 'kind', equals: 'pet' },
        { key: 'year', max: 2024 },
      ],
    },
    ['cats'],
  ],
  [
    {
      or: [
        { key: 'kind', equals: 'mix' },
        { key: 'year', equals: 2024 },
      ],
    },
    ['both', 'cats'],
  ],
  [{ not: { key: 'kind', equals: 'pet' } }, ['both']],
  [{ key: 'unknown', equals: 'pet' }, []],
]

/**
 * The rules of a {@link VectorStore}, for every implementation, ours and others'.
 *
 * ```ts
 * for (const { name, run } of vectorStoreContract((model) => new MyVectorStore(model))) test(name, run)
 * ```
 *
 * @param open makes an empty store over an embedding model
 */
export function vectorStoreContract(
  open: (model: EmbeddingModel) => VectorStore | Promise<VectorStore>,
): readonly ContractCase[] {
  const rule = (name: string, check: (store: VectorStore) => Promise<void>): ContractCase => ({
    name,
    run: async () => {
      const store = await open(new PetEmbeddingModel())
      await store.add(PETS)
      await check(store)
    },
  })
  return [
    rule('the nearest documents come first, as they were added, with scores from 0 to 1', async (store) => {
      const found = await store.search({ query: 'cat' })
      assert.deepEqual(idsOf(found), ['cats', 'both', 'dogs'])
      assert.ok(found.every(({ score }) => score >= 0 && score <= 1))
      const { score, ...document } = found[0] ?? { score: 0 }
      assert.ok(Math.abs(score - 1) < 1e-6)
      assert.deepEqual(document, PETS[0])
    }),
    rule('no more than topK come, and none below the threshold', async (store) => {
      assert.deepEqual(idsOf(await store.search({ query: 'cat', topK: 1 })), ['cats'])
      assert.deepEqual(idsOf(await store.search({ query: 'cat', similarityThreshold: 0.5 })), ['cats', 'both'])
    }),
    rule('every kind of filter says which documents come into question', async (store) => {
      for (const [filter, expected] of FILTERS) {
        assert.deepEqual(idsOf(await store.search({ query: 'cat', filter })).toSorted(), expected.toSorted())
      }
    }),
    rule('a document with the id of another takes its place', async (store) => {
      await store.add([{ id: 'cats', text: 'dog dog' }])
      assert.deepEqual(idsOf(await store.search({ query: 'cat', topK: 1 })), ['both'])
    }),
    rule('documents are forgotten by id and by filter', async (store) => {
      await store.delete(['both', 'unknown'])
      assert.deepEqual(idsOf(await store.search({ query: 'cat' })), ['cats', 'dogs'])
      await store.delete({ key: 'kind', equals: 'pet' })
      assert.deepEqual(await store.search({ query: 'cat' }), [])
    }),
    rule('an aborted search rejects', async (store) => {
      await assert.rejects(store.search({ query: 'cat' }, AbortSignal.abort()), { name: 'AbortError' })
    }),
  ]
}

const idsOf = (documents: readonly Document[]): readonly string[] => documents.map(({ id }) => id)
