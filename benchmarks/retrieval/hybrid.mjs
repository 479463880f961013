import { HybridToolIndex, KeywordToolIndex, VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineStore } from './offline-store.mjs'

export const build = (tools) => {
  const vector = new VectorToolIndex({ store: offlineStore(), minScore: 0 })
  return buildWith(new HybridToolIndex({ keyword: new KeywordToolIndex(), vector }), tools)
}
