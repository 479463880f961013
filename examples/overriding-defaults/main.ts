import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  run,
  Service,
  Tool,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  TurnStore,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Service()
class Clock {
  @Tool('The time') time(): string {
    return 'ten past nine'
  }
}

// #region configuration
@Configuration()
class ShopConfiguration {
  /** Replaces the default limits, whatever vernal.ai.tools.limits says. */
  @Bean()
  toolCallLimits(): ToolCallLimits {
    return new ToolCallLimits({ maxTotalToolCalls: 5, onLimitExceeded: 'FORCE_FINAL_ANSWER' })
  }

  /** Replaces the default loop. */
  @Bean()
  toolCallingAdvisor(manager: ToolCallingManager, turnStore: TurnStore): ToolCallingAdvisor {
    return new ToolCallingAdvisor({ manager, turnStore, maxRounds: 6 })
  }

  /** Replaces the configured model. The declared type of the method is the type of the bean. */
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([[{ name: 'time' }], 'It is ten past nine.'])
  }
}
// #endregion

async function main(): Promise<void> {
  // #region report
  const app = await run({ components: [Clock, ShopConfiguration] })
  console.log(app.conditions.toString())
  // #endregion
  // prints: Negative matches:
  // prints: ChatAutoConfiguration.toolCallLimits():
  // prints: ChatAutoConfiguration.toolCallingAdvisor():
  // prints: ModelsAutoConfiguration.offlineChatModel():
  console.log(app.get(ToolCallLimits).maxTotalToolCalls, app.get(ToolCallingAdvisor).maxRounds)
  // prints: 5 6
  console.log(await app.get(ChatClient).prompt('What time is it?').call().content())
  // prints: It is ten past nine.
  await app.close()
}

void main()
