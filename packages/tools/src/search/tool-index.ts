import type { ToolDefinition } from '../definition/tool-definition'

/** How many tools a search returns when it does not say. */
export const DEFAULT_SEARCH_LIMIT = 10

/** A tool that a search found. */
export interface ToolSearchHit {
  readonly definition: ToolDefinition
  /** How well it fits, above 0 and up to 1; higher is better. Comparable within one kind of index, whatever its size. */
  readonly score: number
}

/** How a search is done. */
export interface ToolSearchOptions {
  /** At most so many hits; a number out of its range is taken as the nearest in it. 1 to 100, default {@link DEFAULT_SEARCH_LIMIT}. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** A set of tools, ready to be searched. */
export abstract class IndexedTools {
  /** How many tools there are. */
  abstract readonly size: number

  /**
   * Finds tools by what is wanted, the best first. Never throws because of the query: one that means nothing finds nothing.
   *
   * @param query words, a sentence, or the name of a tool
   */
  abstract search(query: string, options?: ToolSearchOptions): Promise<readonly ToolSearchHit[]>

  /** Lets go of the tools; searching afterwards finds nothing. May be called twice. */
  abstract close(): Promise<void>
}

/**
 * Makes sets of tools searchable.
 *
 * Knows nothing of sessions: what is costly is kept by the content of the tools, so that any number of sessions, users and
 * requests with the same tools, or nearly the same, cost little more than one.
 */
export abstract class ToolIndex {
  /**
   * Makes these tools searchable, and no others. Equal tools share what was prepared before. The caller closes what it opens.
   *
   * @param tools names are unique; of two with one name the first counts
   */
  abstract open(tools: readonly ToolDefinition[], signal?: AbortSignal): Promise<IndexedTools>
}

/** A limit within its range. */
export function clampedLimit(limit: number | undefined): number {
  if (limit === undefined || Number.isNaN(limit)) return DEFAULT_SEARCH_LIMIT
  return Math.max(1, Math.min(MAX_SEARCH_LIMIT, Math.floor(limit)))
}

const MAX_SEARCH_LIMIT = 100
