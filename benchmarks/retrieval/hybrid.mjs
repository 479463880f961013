import { HybridToolIndex, KeywordToolIndex, VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineEmbedder } from './offline-embedder.mjs'

export const build = async (tools) => {
  const vector = new VectorToolIndex({ embedder: await offlineEmbedder(), minScore: 0 })
  return buildWith(new HybridToolIndex({ keyword: new KeywordToolIndex(), vector }), tools)
}
