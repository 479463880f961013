import { randomUUID } from 'node:crypto'
import { invalidOption } from '../tool-error'
import { ShelvedToolIndex } from './shelved-tool-index'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'
import { toolText } from './tool-text'
import type { ToolVectorStore } from './tool-vector-store'

/** What a {@link VectorToolIndex} is made of. */
export interface VectorToolIndexOptions {
  /** Better one of its own than the application's: what the index forgets there, it deletes. */
  readonly store: ToolVectorStore
  /** Hits that are less similar are left out; 0 to 1, default 0.2. */
  readonly minScore?: number
}

/**
 * Finds tools by meaning: name, description and parameters are embedded once for each tool, 256 tools at a time, the query for
 * each search.
 *
 * Documents carry `toolName` and `toolIndexShelf` as metadata.
 */
export class VectorToolIndex extends ShelvedToolIndex {
  readonly #store: ToolVectorStore
  readonly #minScore: number

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when `minScore` is not from 0 to 1 */
  constructor({ store, minScore = 0.2 }: VectorToolIndexOptions) {
    super()
    if (!(minScore >= 0 && minScore <= 1)) throw invalidOption('minScore', `is ${minScore}, which is not from 0 to 1`)
    this.#store = store
    this.#minScore = minScore
  }

  protected override createShelf(): ToolShelf {
    return new VectorShelf(this.#store, this.#minScore)
  }
}

class VectorShelf implements ToolShelf {
  readonly #store: ToolVectorStore
  readonly #minScore: number
  readonly #id = randomUUID()
  readonly #tools = new Map<string, ShelvedTool>()

  constructor(store: ToolVectorStore, minScore: number) {
    this.#store = store
    this.#minScore = minScore
  }

  async add(tools: readonly ShelvedTool[], signal?: AbortSignal): Promise<void> {
    if (tools.length === 0) return
    for (const tool of tools) this.#tools.set(this.#documentId(tool), tool)
    const documents = tools.map((tool) => ({
      id: this.#documentId(tool),
      text: embeddedText(tool),
      metadata: { toolName: tool.definition.name, toolIndexShelf: this.#id },
    }))
    // Services that embed take only so many texts at once.
    for (let start = 0; start < documents.length; start += BATCH_SIZE) {
      await this.#store.add(documents.slice(start, start + BATCH_SIZE), signal)
    }
  }

  async remove(tools: readonly ShelvedTool[]): Promise<void> {
    if (tools.length === 0) return
    const ids = tools.map((tool) => this.#documentId(tool))
    for (const id of ids) this.#tools.delete(id)
    await this.#store.delete(ids)
  }

  async search({ text, limit, visible, signal }: ShelfQuery): Promise<readonly ShelfHit[]> {
    if (text.trim() === '') return []
    const request = {
      query: text.slice(0, MAX_QUERY_LENGTH),
      topK: limit + this.#tools.size - visible.size,
      similarityThreshold: this.#minScore,
      filter: { key: 'toolIndexShelf', equals: this.#id },
    }
    const found = await this.#store.search(request, signal)
    return found
      .flatMap(({ id, score }) => {
        const slot = this.#tools.get(id)?.slot
        // An embedding that knows none of the words is equally far from everything.
        return score > 0 && slot !== undefined && visible.has(slot) ? [{ slot, score }] : []
      })
      .slice(0, limit)
  }

  #documentId({ slot, definition }: ShelvedTool): string {
    return `${this.#id} ${definition.name} ${slot}`
  }
}

const BATCH_SIZE = 256
const MAX_QUERY_LENGTH = 4_000
const MAX_TEXT_LENGTH = 2_000

function embeddedText({ definition }: ShelvedTool): string {
  const { name, description, parameterNames } = toolText(definition)
  const words = name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const parameters = parameterNames === '' ? '' : ` (${parameterNames})`
  return `${words}: ${description}${parameters}`.slice(0, MAX_TEXT_LENGTH)
}
