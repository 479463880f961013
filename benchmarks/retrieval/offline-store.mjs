import { EmbeddingModel, InMemoryVectorStore } from '../../packages/chat/dist/index.js'
import { offlineEmbedder } from './offline-embedder.mjs'

/** A vector store in memory over the embedding that works offline. */
export async function offlineStore() {
  const embedder = await offlineEmbedder()
  class OfflineEmbeddingModel extends EmbeddingModel {
    async embed(texts) {
      return { embeddings: (await embedder.embed(texts)).map((vector) => [...vector]) }
    }
  }
  return new InMemoryVectorStore(new OfflineEmbeddingModel(), { maxDocuments: 100_000 })
}
