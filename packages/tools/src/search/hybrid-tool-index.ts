import type { ToolDefinition } from '../definition/tool-definition'
import { clampedLimit, IndexedTools, ToolIndex, type ToolSearchHit, type ToolSearchOptions } from './tool-index'

/** What a {@link HybridToolIndex} is made of. */
export interface HybridToolIndexOptions {
  /** Finds by words. Its best hit stays the best when it was named in the query. */
  readonly keyword: ToolIndex
  /** Finds by meaning. */
  readonly vector: ToolIndex
  /** How much meaning counts against words for a short query, from 0 to 1. Default 0.5. Long queries count it less. */
  readonly vectorShare?: number
}

/** Searches by words and by meaning, and adds up both scores, each measured against its best. */
export class HybridToolIndex extends ToolIndex {
  readonly #options: Required<HybridToolIndexOptions>

  constructor({ vectorShare = 0.5, ...indexes }: HybridToolIndexOptions) {
    super()
    this.#options = { ...indexes, vectorShare }
  }

  override async open(tools: readonly ToolDefinition[], signal?: AbortSignal): Promise<IndexedTools> {
    const keyword = await this.#options.keyword.open(tools, signal)
    try {
      const vector = await this.#options.vector.open(tools, signal)
      return new HybridIndexedTools(keyword, vector, this.#options.vectorShare)
    } catch (error) {
      await keyword.close()
      throw error
    }
  }
}

/** How many hits of each kind are looked at. */
const DEPTH = 50
/** Texts of more words want several things, and a vector is the mean of them. */
const SHORT_QUERY_WORDS = 12

class HybridIndexedTools extends IndexedTools {
  readonly #keyword: IndexedTools
  readonly #vector: IndexedTools
  readonly #vectorShare: number

  constructor(keyword: IndexedTools, vector: IndexedTools, vectorShare: number) {
    super()
    this.#keyword = keyword
    this.#vector = vector
    this.#vectorShare = vectorShare
  }

  override get size(): number {
    return this.#keyword.size
  }

  override async search(query: string, options: ToolSearchOptions = {}): Promise<readonly ToolSearchHit[]> {
    const limit = clampedLimit(options.limit)
    const deep = { ...options, limit: Math.max(limit, DEPTH) }
    const [byWords, byMeaning] = await Promise.all([
      this.#keyword.search(query, deep),
      this.#vector.search(query, deep),
    ])
    const words = query.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
    const share = this.#vectorShare * Math.min(1, SHORT_QUERY_WORDS / Math.max(1, words))
    const named = byWords.filter(({ score }) => score === 1)
    return [...named, ...fuse(byWords.slice(named.length), byMeaning, share)].filter(isFirstOfItsName).slice(0, limit)
  }

  override async close(): Promise<void> {
    await Promise.all([this.#keyword.close(), this.#vector.close()])
  }
}

function isFirstOfItsName(hit: ToolSearchHit, index: number, hits: readonly ToolSearchHit[]): boolean {
  return hits.findIndex(({ definition }) => definition.name === hit.definition.name) === index
}

function fuse(
  byWords: readonly ToolSearchHit[],
  byMeaning: readonly ToolSearchHit[],
  share: number,
): readonly ToolSearchHit[] {
  const fused = new Map<string, ToolSearchHit>()
  const add = (hits: readonly ToolSearchHit[], weight: number): void => {
    const best = hits[0]?.score ?? 0
    for (const { definition, score } of hits) {
      if (score <= 0) return
      const known = fused.get(definition.name)?.score ?? 0
      fused.set(definition.name, { definition, score: known + (weight * score) / best })
    }
  }
  add(byWords, 1 - share)
  add(byMeaning, share)
  return [...fused.values()].sort(
    (left, right) => right.score - left.score || (left.definition.name < right.definition.name ? -1 : 1),
  )
}
