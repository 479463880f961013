import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  Optional,
} from '@vernal/container'
import {
  CompositeEviction,
  EvictionStrategy,
  HybridToolIndex,
  KeywordToolIndex,
  LruEviction,
  RegexToolIndex,
  ToolIndex,
  TtlEviction,
  VectorToolIndex,
} from '@vernal/tools'
import { ToolAdvisor } from '../advisors/advisor'
import { ToolSearchToolCallingAdvisor } from '../advisors/tool-search-tool-calling-advisor'
import { embeddingModelMissing } from '../chat-error'
import { ToolCallingManager } from '../loop/tool-calling-manager'
import { TurnStore } from '../loop/turn-store'
import { EmbeddingModel } from '../model/embedding-model'
import { InMemoryVectorStore } from '../model/in-memory-vector-store'
import { toolCallingOptions } from './chat-auto-configuration'
import { ChatClientProperties } from './chat-properties'
import { ToolSearchProperties } from './tool-search-properties'

/** The most tools that are embedded in memory. */
const MAX_EMBEDDED_TOOLS = 100_000

/** The tool loop with search, in place of the default one, where it is enabled. */
@AutoConfiguration({ after: ['ToolsAutoConfiguration', 'ModelsAutoConfiguration'], before: ['ChatAutoConfiguration'] })
@ConditionalOnProperty({ name: 'vernal.ai.chat.client.tool-search-advisor.enabled', havingValue: 'true' })
@EnableConfigurationProperties([ToolSearchProperties])
export class ToolSearchAutoConfiguration {
  @Bean({ type: ToolIndex })
  @ConditionalOnMissingBean(ToolIndex)
  toolIndex({ toolIndexType, keyword }: ToolSearchProperties, @Optional() model?: EmbeddingModel): ToolIndex {
    const byWords = (): ToolIndex => new KeywordToolIndex({ minScore: keyword.minScoreThreshold })
    switch (toolIndexType) {
      case 'regex':
        return new RegexToolIndex()
      case 'keyword':
      case 'lucene':
        return byWords()
      case 'vector':
        return vectorIndex(toolIndexType, model)
      case 'hybrid':
        return new HybridToolIndex({ keyword: byWords(), vector: vectorIndex(toolIndexType, model) })
    }
  }

  @Bean({ type: EvictionStrategy })
  @ConditionalOnMissingBean(EvictionStrategy)
  toolSearchEviction({ eviction }: ToolSearchProperties): EvictionStrategy {
    const lru = new LruEviction(eviction.lruMaxSessions)
    return eviction.ttl === undefined ? lru : new CompositeEviction(lru, new TtlEviction(eviction.ttl))
  }

  @Bean()
  @ConditionalOnMissingBean(ToolAdvisor)
  toolSearchToolCallingAdvisor(
    toolIndex: ToolIndex,
    evictionStrategy: EvictionStrategy,
    manager: ToolCallingManager,
    turnStore: TurnStore,
    { toolCalling }: ChatClientProperties,
    properties: ToolSearchProperties,
  ): ToolSearchToolCallingAdvisor {
    const { systemMessageSuffix, advisorOrder, activateAbove, ...search } = properties
    const { tools, tokens } = activateAbove
    return new ToolSearchToolCallingAdvisor({
      ...toolCallingOptions(toolCalling),
      ...search,
      manager,
      turnStore,
      toolIndex,
      evictionStrategy,
      order: advisorOrder,
      activateAbove: { ...(tools === undefined ? {} : { tools }), ...(tokens === undefined ? {} : { tokens }) },
      ...(systemMessageSuffix === undefined ? {} : { systemMessageSuffix }),
    })
  }
}

function vectorIndex(type: string, model: EmbeddingModel | undefined): ToolIndex {
  if (!model) throw embeddingModelMissing(`vernal.ai.chat.client.tool-search-advisor.tool-index-type=${type}`)
  return new VectorToolIndex({ store: new InMemoryVectorStore(model, { maxDocuments: MAX_EMBEDDED_TOOLS }) })
}
