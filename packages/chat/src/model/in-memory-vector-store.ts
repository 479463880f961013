import { invalidOption, vectorStoreFull, embeddingMismatch } from '../chat-error'
import type { Embedding, EmbeddingModel } from './embedding-model'
import { matchesFilter, type MetadataFilter } from './metadata-filter'
import { VectorStore, type Document, type ScoredDocument, type VectorSearchRequest } from './vector-store'

/** How much an {@link InMemoryVectorStore} keeps. */
export interface InMemoryVectorStoreOptions {
  /** At least 1, default 10,000. */
  readonly maxDocuments?: number
}

interface StoredDocument {
  readonly document: Document
  /** Of length 1, so that a product is a cosine; all zeros when the embedding is. */
  readonly direction: Float64Array
}

/** Keeps documents in this process and compares each with what is asked, by the cosine of their embeddings. */
export class InMemoryVectorStore extends VectorStore {
  readonly #model: EmbeddingModel
  readonly #maxDocuments: number
  readonly #documents = new Map<string, StoredDocument>()

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxDocuments` is not a whole number above 0 */
  constructor(model: EmbeddingModel, { maxDocuments = 10_000 }: InMemoryVectorStoreOptions = {}) {
    super()
    this.#model = model
    this.#maxDocuments = atLeastOne('maxDocuments', maxDocuments)
  }

  /** How many documents there are. */
  get size(): number {
    return this.#documents.size
  }

  /**
   * @throws {ChatError} `CHAT_VECTOR_STORE_FULL` when there would be more than `maxDocuments`
   * @throws {ChatError} `CHAT_EMBEDDING_MISMATCH` when the model does not give one embedding for each text, all of one length
   */
  override async add(documents: readonly Document[], signal?: AbortSignal): Promise<void> {
    if (documents.length === 0) return
    const directions = await this.#directions(
      documents.map(({ text }) => text),
      signal,
    )
    const ids = new Set([...this.#documents.keys(), ...documents.map(({ id }) => id)])
    if (ids.size > this.#maxDocuments) throw vectorStoreFull(this.#maxDocuments)
    for (const [index, document] of documents.entries()) {
      this.#documents.set(document.id, { document, direction: directions[index] ?? new Float64Array() })
    }
  }

  override async delete(which: readonly string[] | MetadataFilter): Promise<void> {
    const ids = isIds(which) ? which : this.#matching(which).map(({ document }) => document.id)
    for (const id of ids) this.#documents.delete(id)
  }

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a `topK` or a threshold out of its range */
  override async search(request: VectorSearchRequest, signal?: AbortSignal): Promise<readonly ScoredDocument[]> {
    const { query, topK = 4, similarityThreshold = 0, filter } = request
    atLeastOne('topK', topK)
    if (!(similarityThreshold >= 0 && similarityThreshold <= 1)) {
      throw invalidOption('similarityThreshold', similarityThreshold, 'It must be from 0 to 1.')
    }
    if (this.#documents.size === 0) return []
    const [asked] = await this.#directions([query], signal)
    return this.#matching(filter)
      .map(({ document, direction }) => ({ document, score: cosine(direction, asked) }))
      .filter(({ score }) => score >= similarityThreshold)
      .sort((left, right) => right.score - left.score)
      .slice(0, topK)
      .map(({ document, score }) => ({ ...document, score }))
  }

  #matching(filter: MetadataFilter | undefined): readonly StoredDocument[] {
    const stored = [...this.#documents.values()]
    return filter ? stored.filter(({ document }) => matchesFilter(document.metadata ?? {}, filter)) : stored
  }

  async #directions(texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float64Array[]> {
    const { embeddings } = await this.#model.embed(texts, signal)
    if (embeddings.length !== texts.length) throw embeddingMismatch(`${texts.length} texts`, `${embeddings.length}`)
    const [first] = this.#documents.values()
    const expected = first?.direction.length ?? embeddings[0]?.length ?? 0
    const other = embeddings.find(({ length }) => length !== expected)
    if (other) throw embeddingMismatch(`${expected} dimensions`, `${other.length}`)
    return embeddings.map(directionOf)
  }
}

const isIds = (which: readonly string[] | MetadataFilter): which is readonly string[] => Array.isArray(which)

function directionOf(embedding: Embedding): Float64Array {
  const length = Math.hypot(...embedding)
  return Float64Array.from(embedding, (each) => (length > 0 ? each / length : 0))
}

/** Opposite meanings count as none. */
function cosine(left: Float64Array, right: Float64Array = new Float64Array(left.length)): number {
  let sum = 0
  // The loop that the time of a search goes into.
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] as number)
  return Math.min(1, Math.max(0, sum))
}

function atLeastOne(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value
  throw invalidOption(option, value, 'It must be a whole number of at least 1.')
}
