import type { ToolDocument, ToolVectorSearch, ToolVectorStore } from '@vernal/tools'

/** A store whose vectors are the words of a text: enough to tell near from far, and the same every time. */
export class WordVectorStore implements ToolVectorStore {
  /** What was added, call by call. */
  readonly added: (readonly ToolDocument[])[] = []
  readonly deleted: string[] = []
  readonly searches: ToolVectorSearch[] = []
  /** Thrown by the next call of `add`. */
  failure: Error | undefined
  readonly #documents = new Map<string, ToolDocument>()

  async add(documents: readonly ToolDocument[]): Promise<void> {
    if (this.failure) throw this.failure
    this.added.push(documents)
    for (const document of documents) this.#documents.set(document.id, document)
  }

  async delete(ids: readonly string[]): Promise<void> {
    this.deleted.push(...ids)
    for (const id of ids) this.#documents.delete(id)
  }

  async search({ query, topK, similarityThreshold, filter }: ToolVectorSearch) {
    this.searches.push({ query, topK, similarityThreshold, filter })
    return [...this.#documents.values()]
      .filter(({ metadata }) => metadata[filter.key] === filter.equals)
      .map(({ id, text }) => ({ id, score: similarity(query, text) }))
      .filter(({ score }) => score > 0 && score >= similarityThreshold)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .slice(0, topK)
  }
}

function similarity(left: string, right: string): number {
  const [one, other] = [wordsOf(left), wordsOf(right)]
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / Math.sqrt(Math.max(1, one.size * other.size))
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
