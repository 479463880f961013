import { HybridToolIndex, KeywordToolIndex, RegexToolIndex, VectorToolIndex, type ToolIndex } from '@vernal/tools'
import { toolIndexContract } from '@vernal/tools/testing'
import { WordVectorStore } from './word-vector-store'

const INDEXES: Readonly<Record<string, () => ToolIndex>> = {
  regex: () => new RegexToolIndex(),
  keyword: () => new KeywordToolIndex(),
  vector: () => new VectorToolIndex({ store: new WordVectorStore() }),
  hybrid: () =>
    new HybridToolIndex({
      keyword: new KeywordToolIndex(),
      vector: new VectorToolIndex({ store: new WordVectorStore() }),
    }),
}

describe.each(Object.entries(INDEXES))('the %s index', (_, createIndex) => {
  for (const { name, run } of toolIndexContract(createIndex)) test(name, run)
})
