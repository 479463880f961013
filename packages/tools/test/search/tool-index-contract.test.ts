import { HybridToolIndex, KeywordToolIndex, RegexToolIndex, VectorToolIndex, type ToolIndex } from '@vernal/tools'
import { toolIndexContract } from '@vernal/tools/testing'
import { WordEmbedder } from './text-embedders'

const INDEXES: Readonly<Record<string, () => ToolIndex>> = {
  regex: () => new RegexToolIndex(),
  keyword: () => new KeywordToolIndex(),
  vector: () => new VectorToolIndex({ embedder: new WordEmbedder() }),
  hybrid: () =>
    new HybridToolIndex({
      keyword: new KeywordToolIndex(),
      vector: new VectorToolIndex({ embedder: new WordEmbedder() }),
    }),
}

describe.each(Object.entries(INDEXES))('the %s index', (_, createIndex) => {
  for (const { name, run } of toolIndexContract(createIndex)) test(name, run)
})
