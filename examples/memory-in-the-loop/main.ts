import {
  ADVISOR_ORDER,
  ChatClient,
  functionTool,
  hasToolCalls,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
  type ChatModel,
  type ToolCallingManager,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region inside
/** Remembers calls and results, too, and gives them to the model again in later turns. The loop needs no word about it. */
function rememberingClient(model: ChatModel): ChatClient {
  const memory = new MessageWindowChatMemory({ maxMessages: 40 })
  const order = ADVISOR_ORDER.toolCalling + 100 // above the loop's: inside it
  return new ChatClient({ model, advisors: [new MessageChatMemoryAdvisor(memory, { order, keepToolMessages: true })] })
}
// #endregion

// #region strict
/** Executes calls only where the provider says that it stopped for them. */
const strictLoop = (manager: ToolCallingManager): ToolCallingAdvisor =>
  new ToolCallingAdvisor({
    manager,
    isEligible: (response) => hasToolCalls(response) && response.generations[0]?.finishReason === 'tool-calls',
  })
// #endregion

const searchDocs = functionTool({ name: 'searchDocs', description: 'Search the docs', execute: () => 'page 7' })
const call = { name: 'searchDocs' }

async function main(): Promise<void> {
  const model = new ScriptedChatModel([[call], 'On page 7.', 'As I found: page 7.'])
  const client = rememberingClient(model).with({ tools: [searchDocs] })
  console.log(await client.prompt('Where is it?').conversation('ada').call().content())
  await client.prompt('Where, again?').conversation('ada').call().content()
  console.log(model.prompts[2]?.messages.map(({ role }) => role).join(' '))
  // prints: On page 7.
  // prints: user assistant tool assistant user

  const { manager } = new ToolCallingAdvisor()
  const odd = new ScriptedChatModel([{ text: 'I would search.', calls: [call], finishReason: 'stop' }])
  const strict = new ChatClient({ model: odd, tools: [searchDocs], toolCallingAdvisor: strictLoop(manager) })
  console.log(await strict.prompt('Where is it?').call().content())
  // prints: I would search.
}

void main()
