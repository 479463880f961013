import { Bean, ChatClient, ChatModel, Configuration, run, Service, Tool, ToolCallLimits, type Prompt } from 'vernal'
import { ScriptedChatModel, type ScriptedAnswer } from 'vernal/testing'

@Service()
class OrderService {
  @Tool('Search orders') searchOrders(): string {
    return 'nothing found'
  }
}

/** A model that never stops searching, unless tools are switched off. */
const runaway = ({ options, messages }: Prompt): ScriptedAnswer => {
  const last = messages.at(-1)
  if (last?.role === 'tool') console.log(`  the model read: ${last.results[0]?.content}`)
  return options.toolChoice === 'none' ? 'I found no orders in two searches.' : [{ name: 'searchOrders' }]
}

@Configuration()
class RunawayModel {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([runaway], { repeatLast: true })
  }
}

async function ask(onLimitExceeded?: string): Promise<void> {
  const args = onLimitExceeded ? [`--vernal.ai.tools.limits.on-limit-exceeded=${onLimitExceeded}`] : []
  const app = await run({ components: [OrderService, RunawayModel], args })
  console.log(app.get(ToolCallLimits).onLimitExceeded)
  // #region outcome
  const { chatResponse, outcome } = await app.get(ChatClient).prompt('Find my orders').call().chatClientResponse()
  const text = chatResponse.generations[0]?.message.content
  if (outcome?.type === 'limitExceeded') console.log(text, outcome.breach.limit, outcome.answered)
  // #endregion
  await app.close()
}

async function main(): Promise<void> {
  await ask()
  // prints: FORCE_FINAL_ANSWER
  // prints: the model read: nothing found
  // prints: the model read: nothing found
  // prints: the model read: Tool call limit (2) exceeded for tool 'searchOrders'.
  // prints: I found no orders in two searches. 2 true
  await ask('THROW')
  // prints: THROW
  // prints: Tool call limit (2) exceeded for tool 'searchOrders'. No further calls to this tool are allowed in this turn. 2 false
  await ask('RETURN_ERROR_RESPONSE')
  // prints: RETURN_ERROR_RESPONSE
  // prints: the model read: Tool call limit (2) exceeded for tool 'searchOrders'.
  // prints: 2 false
}

void main()
