import { randomUUID } from 'node:crypto'
import { InMemoryVectorStore } from './in-memory-vector-store'
import { ShelvedToolIndex } from './shelved-tool-index'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'
import { toolText } from './tool-text'
import type { TextEmbedder, VectorShelfStore } from './vector-store'

/** What a {@link VectorToolIndex} is made of. */
export interface VectorToolIndexOptions {
  readonly embedder: TextEmbedder
  /** Default: in memory. Should be the index's own; documents carry `shelf` and `toolName` as metadata. */
  readonly store?: VectorShelfStore
  /** Hits that are less similar are left out; cosine, default 0.2. */
  readonly minScore?: number
  /** How many texts are embedded at once; at least 1, default 64. */
  readonly batchSize?: number
}

/** Finds tools by meaning: embeds name, description and parameters once for each tool, and the query for each search. */
export class VectorToolIndex extends ShelvedToolIndex {
  readonly #options: Required<VectorToolIndexOptions>

  constructor({ store = new InMemoryVectorStore(), minScore = 0.2, batchSize = 64, embedder }: VectorToolIndexOptions) {
    super()
    this.#options = { store, minScore, batchSize: Math.max(1, batchSize), embedder }
  }

  protected override createShelf(): ToolShelf {
    return new VectorShelf(this.#options)
  }
}

class VectorShelf implements ToolShelf {
  readonly #options: Required<VectorToolIndexOptions>
  readonly #id = randomUUID()
  readonly #tools = new Map<string, ShelvedTool>()

  constructor(options: Required<VectorToolIndexOptions>) {
    this.#options = options
  }

  async add(tools: readonly ShelvedTool[], signal?: AbortSignal): Promise<void> {
    const { embedder, store, batchSize } = this.#options
    const texts = tools.map(({ definition }) => embeddedText(toolText(definition)))
    const vectors: ArrayLike<number>[] = []
    for (let start = 0; start < texts.length; start += batchSize) {
      vectors.push(...(await embedder.embed(texts.slice(start, start + batchSize), signal)))
    }
    const documents = tools.map((tool, index) => ({
      id: this.#place(tool),
      vector: vectors[index] ?? [],
      text: texts[index] ?? '',
      metadata: { shelf: this.#id, toolName: tool.definition.name },
    }))
    if (documents.length > 0) await store.add(documents)
  }

  async remove(tools: readonly ShelvedTool[]): Promise<void> {
    const slots = new Set(tools.map(({ slot }) => slot))
    const ids = [...this.#tools].filter(([, { slot }]) => slots.has(slot)).map(([id]) => id)
    for (const id of ids) this.#tools.delete(id)
    if (ids.length > 0) await this.#options.store.delete(ids)
  }

  async search({ text, limit, visible, signal }: ShelfQuery): Promise<readonly ShelfHit[]> {
    if (text.trim() === '') return []
    const [vector = []] = await this.#options.embedder.embed([text.slice(0, MAX_QUERY_LENGTH)], signal)
    const hidden = this.#tools.size - visible.size
    const found = await this.#options.store.search(
      { vector, limit: limit + hidden, filter: { shelf: this.#id }, minScore: this.#options.minScore },
      signal,
    )
    return found
      .flatMap(({ id, score }) => {
        const tool = this.#tools.get(id)
        return tool && visible.has(tool.slot) ? [{ slot: tool.slot, score, name: tool.definition.name }] : []
      })
      .sort((left, right) => right.score - left.score || (left.name < right.name ? -1 : 1))
      .slice(0, limit)
  }

  #place(tool: ShelvedTool): string {
    // In the order of names, for stores that go by the id when scores are equal.
    const id = `${this.#id} ${tool.definition.name} ${tool.slot}`
    this.#tools.set(id, tool)
    return id
  }
}

const MAX_QUERY_LENGTH = 4_000
const MAX_TEXT_LENGTH = 2_000

function embeddedText({ name, description, parameterNames }: ReturnType<typeof toolText>): string {
  const words = name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  return `${words}: ${description} ${parameterNames ? `(${parameterNames})` : ''}`.slice(0, MAX_TEXT_LENGTH)
}
