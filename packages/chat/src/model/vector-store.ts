import type { MetadataFilter } from './metadata-filter'

/** A piece of text that can be found by what it means. Plain data. */
export interface Document {
  /** Unique in its store. */
  readonly id: string
  readonly text: string
  /** Where it comes from, and what searches are filtered by. Not searched. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A document that was found. */
export interface ScoredDocument extends Document {
  /** How near it is to what was asked: 1 is the same, 0 has nothing to do with it. */
  readonly score: number
}

/** What is looked for. */
export interface VectorSearchRequest {
  readonly query: string
  /** The most documents; at least 1, default 4. */
  readonly topK?: number
  /** The lowest score, from 0 to 1. Default 0: everything. */
  readonly similarityThreshold?: number
  /** Which documents come into question. Default all. */
  readonly filter?: MetadataFilter
}

/** Documents that are found by what they mean. */
export abstract class VectorStore {
  /** Adds documents; one with the id of another takes its place. All of them or none. */
  abstract add(documents: readonly Document[], signal?: AbortSignal): Promise<void>

  /** Forgets documents by id, or all that a filter means; ids that are not known are no error. */
  abstract delete(which: readonly string[] | MetadataFilter): Promise<void>

  /** The nearest documents, nearest first; equally near ones in the order they were added. */
  abstract search(request: VectorSearchRequest, signal?: AbortSignal): Promise<readonly ScoredDocument[]>
}
