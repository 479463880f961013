import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectAll,
  Logger,
} from '@vernal/container'
import { ToolGate, ToolPolicy, ToolRegistry, ToolSet } from '@vernal/tools'
import { Advisor, ToolAdvisor } from '../advisors/advisor'
import { ToolCallingAdvisor } from '../advisors/tool-calling-advisor'
import type { ToolCallingAdvisorOptions } from '../advisors/tool-calling-options'
import { ChatClient } from '../client/chat-client'
import { ToolCallLimits } from '../loop/tool-call-limits'
import { ToolCallingManager } from '../loop/tool-calling-manager'
import { TurnListener } from '../loop/turn-event'
import { InMemoryTurnStore, TurnStore } from '../loop/turn-store'
import { ChatModel } from '../model/chat-model'
import { LoopCheck } from './loop-check'
import { UnmatchedLimits } from './unmatched-limits'
import { ChatClientProperties, ToolCallLimitsProperties, ToolRoundProperties } from './chat-properties'

/** The tool loop and the ChatClient, each unless the application has its own. */
@AutoConfiguration({ after: ['ToolsAutoConfiguration', 'ModelsAutoConfiguration'] })
@EnableConfigurationProperties([ChatClientProperties, ToolCallLimitsProperties, ToolRoundProperties])
export class ChatAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  toolCallLimits(properties: ToolCallLimitsProperties): ToolCallLimits {
    const { maxCallsPerToolDefault, maxCallsPerTool, ...limits } = properties
    return new ToolCallLimits({ ...limits, maxCallsPerTool: maxCallsPerToolDefault, perTool: maxCallsPerTool })
  }

  @Bean()
  loopCheck(
    @InjectAll(ToolAdvisor) loops: ToolAdvisor[],
    manager: ToolCallingManager,
    turnStore: TurnStore,
    logger: Logger,
  ): LoopCheck {
    return new LoopCheck(loops, manager, turnStore, logger)
  }

  @Bean()
  unmatchedLimits(registry: ToolRegistry, properties: ToolCallLimitsProperties, logger: Logger): UnmatchedLimits {
    return new UnmatchedLimits(registry, properties, logger)
  }

  @Bean()
  @ConditionalOnMissingBean()
  toolCallingManager(gate: ToolGate, limits: ToolCallLimits, rounds: ToolRoundProperties): ToolCallingManager {
    return new ToolCallingManager({ gate, limits, maxConcurrency: rounds.parallel ? rounds.maxConcurrency : 1 })
  }

  @Bean({ type: TurnStore })
  @ConditionalOnMissingBean(TurnStore)
  turnStore(): TurnStore {
    return new InMemoryTurnStore()
  }

  @Bean()
  @ConditionalOnMissingBean(ToolAdvisor)
  toolCallingAdvisor(
    manager: ToolCallingManager,
    turnStore: TurnStore,
    { toolCalling }: ChatClientProperties,
  ): ToolCallingAdvisor {
    return new ToolCallingAdvisor({ manager, turnStore, ...toolCallingOptions(toolCalling) })
  }

  @Bean()
  @ConditionalOnMissingBean()
  @ConditionalOnBean(ChatModel)
  @ConditionalOnProperty({ name: 'vernal.ai.chat.client.enabled', matchIfMissing: true })
  chatClient(
    model: ChatModel,
    registry: ToolRegistry,
    toolPolicy: ToolPolicy,
    properties: ChatClientProperties,
    @InjectAll(Advisor) advisors: Advisor[],
    @InjectAll(TurnListener) listeners: TurnListener[],
  ): ChatClient {
    const { defaultSystem, defaultTools, toolCalling } = properties
    return new ChatClient({
      model,
      registry,
      toolPolicy,
      advisors,
      listeners,
      tools: [() => selectTools(registry, defaultTools)],
      toolCalling: toolCalling.enabled,
      ...(defaultSystem ? { system: defaultSystem } : {}),
    })
  }
}

/** The options of a tool loop that are configured. */
export function toolCallingOptions(properties: ChatClientProperties['toolCalling']): ToolCallingAdvisorOptions {
  const { advisorOrder, maxRounds, maxRefusedRounds, maxTurnTokens, turnTimeout } = properties
  return {
    order: advisorOrder,
    maxRounds,
    maxRefusedRounds,
    ...(maxTurnTokens === undefined ? {} : { maxTurnTokens }),
    ...(turnTimeout === undefined ? {} : { turnTimeoutMs: turnTimeout }),
  }
}

function selectTools(registry: ToolRegistry, names: readonly string[]): ToolSet {
  if (names.length === 1 && names[0] === 'none') return ToolSet.empty
  return names.length === 1 && names[0] === 'all' ? registry.all() : registry.matching(names)
}
