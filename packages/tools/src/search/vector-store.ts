/**
 * Turns texts into vectors. Structural: any embedding model with this method will do.
 */
export interface TextEmbedder {
  /**
   * One vector for each text, in order, all of one length.
   *
   * @param texts at least one
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly ArrayLike<number>[]>
}

/** A vector and what is known of it. */
export interface VectorDocument {
  readonly id: string
  readonly vector: ArrayLike<number>
  /** What was embedded. */
  readonly text: string
  readonly metadata: Readonly<Record<string, string>>
}

/** A document that is near. */
export interface VectorHit {
  readonly id: string
  /** Cosine similarity, -1 to 1. */
  readonly score: number
}

/** What is looked for. */
export interface VectorQuery {
  readonly vector: ArrayLike<number>
  readonly limit: number
  /** Only documents whose metadata has these values. */
  readonly filter: Readonly<Record<string, string>>
  /** Hits below are left out. */
  readonly minScore: number
}

/** Keeps vectors and finds the ones nearest to another. Structural: a store of any kind can be put behind it. */
export interface VectorShelfStore {
  add(documents: readonly VectorDocument[]): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** The nearest first. */
  search(query: VectorQuery, signal?: AbortSignal): Promise<readonly VectorHit[]>
}
