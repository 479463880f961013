import type { Embedding } from '@vernal/chat'
import { unusableEmbeddings } from './model-error'

/** Sees to it that all embeddings of a model have the same number of dimensions. */
export class EmbeddingDimensions {
  readonly #source: string
  #expected: number | undefined

  /**
   * @param source names the model in errors
   * @param expected the configured number; without one, the first embedding says it
   */
  constructor(source: string, expected: number | undefined) {
    this.#source = source
    this.#expected = expected
  }

  /** @throws {ModelError} `MODEL_EMBEDDINGS_UNUSABLE` when there is not one for each text, or a length differs */
  check(embeddings: readonly Embedding[], textCount: number): void {
    if (embeddings.length !== textCount) {
      throw unusableEmbeddings(this.#source, `${embeddings.length} embeddings for ${textCount} texts`)
    }
    for (const { length } of embeddings) {
      this.#expected ??= length
      if (length === this.#expected && length > 0) continue
      throw unusableEmbeddings(this.#source, `an embedding of ${length} dimensions instead of ${this.#expected}`)
    }
  }
}
