import { EmbeddingModel, type EmbeddingResponse } from '@vernal/chat'

/** Embeds a text as the counts of the words it knows. */
export class WordEmbeddingModel extends EmbeddingModel {
  readonly asked: string[][] = []
  readonly #words: readonly string[]

  constructor(...words: readonly string[]) {
    super()
    this.#words = words
  }

  override async embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbeddingResponse> {
    signal?.throwIfAborted()
    this.asked.push([...texts])
    return { embeddings: texts.map((text) => this.#words.map((word) => text.toLowerCase().split(word).length - 1)) }
  }
}
