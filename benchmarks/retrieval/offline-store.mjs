import { EmbeddingModel, InMemoryVectorStore } from '../../packages/chat/dist/index.js'
import { wordEmbedder } from './word-embedder.mjs'

/** A vector store in memory over an embedding that works offline. Default: the word vectors of this folder. */
export function offlineStore(embedder = wordEmbedder()) {
  class OfflineEmbeddingModel extends EmbeddingModel {
    async embed(texts) {
      return { embeddings: await embedder.embed(texts) }
    }
  }
  return new InMemoryVectorStore(new OfflineEmbeddingModel(), { maxDocuments: 100_000 })
}
