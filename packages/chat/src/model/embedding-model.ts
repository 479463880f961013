import type { Usage } from '../messages/usage'

/** A text as a point: texts that mean the same lie near each other. */
export type Embedding = readonly number[]

/** The embeddings of some texts, one for each, in their order. */
export interface EmbeddingResponse {
  readonly embeddings: readonly Embedding[]
  readonly usage?: Usage
}

/** Turns texts into points, all with the same number of dimensions. */
export abstract class EmbeddingModel {
  /**
   * Embeds texts, in as many requests as the provider needs.
   *
   * @param signal ends the request; the promise then rejects with the signal's reason
   */
  abstract embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbeddingResponse>
}
