import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  Logger,
  run,
  Service,
  SimpleLoggerAdvisor,
  systemMessage,
  Tool,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolLoopTurn,
  TurnStore,
  type ChatClientRequest,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Service()
class Clock {
  @Tool('The time in a town') time(town: string): string {
    return `Ten past nine in ${town}`
  }
}

// #region loop
@Service()
class HintingLoop extends ToolCallingAdvisor {
  constructor(manager: ToolCallingManager, turnStore: TurnStore) {
    super({ manager, turnStore, maxRounds: 6 })
  }

  protected override beforeRound(request: ChatClientRequest, turn: ToolLoopTurn): ChatClientRequest {
    const hint = systemMessage(`This is round ${turn.round} of ${this.maxRounds}.`)
    const { messages, options } = request.prompt
    return { ...request, prompt: { messages: [...messages, hint], options } }
  }
}
// #endregion

// #region logging
@Configuration()
class LogConfiguration {
  @Bean()
  requestLog(logger: Logger): SimpleLoggerAdvisor {
    return new SimpleLoggerAdvisor({ logger, secretKeys: ['pin'] })
  }
}
// #endregion

const model = new ScriptedChatModel([[{ name: 'time', arguments: { town: 'Bath' } }], 'Ten past nine.'])

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return model
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [Clock, HintingLoop, LogConfiguration, ModelConfiguration] })
  console.log(await app.get(ChatClient).prompt('What is the time in Bath?').call().content())
  // prints: Ten past nine.
  for (const { messages } of model.prompts) {
    console.log(messages.flatMap((message) => (message.role === 'system' ? message.content : [])).join())
  }
  // prints: This is round 1 of 6.
  // prints: This is round 2 of 6.
  await app.close()
}

void main()
