import {
  ChatClient,
  functionTool,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  type ChatClientResponse,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region limits
const limits = new ToolCallLimits({
  maxCallsPerTool: 20, // of every tool, in one turn
  perTool: { searchDocs: 2 }, // tighter for one of them
  excludedTools: ['pageUrl'], // cheap and idempotent
  maxTotalToolCalls: 60, // all tools together
})
const toolCallingAdvisor = new ToolCallingAdvisor({ manager: new ToolCallingManager({ limits }) })
// #endregion

// #region breach
const hitTheLimit = ({ outcome }: ChatClientResponse): boolean => outcome?.type === 'limitExceeded'
// #endregion

async function main(): Promise<void> {
  const searchDocs = functionTool({ name: 'searchDocs', description: 'Search the docs', execute: () => 'nothing' })
  const model = new ScriptedChatModel([[{ name: 'searchDocs' }]], { repeatLast: true })
  const response = await new ChatClient({ model, tools: [searchDocs], toolCallingAdvisor })
    .prompt('Where is it?')
    .call()
    .chatClientResponse()
  console.log(hitTheLimit(response), model.prompts.length)
  // prints: true 3
}

void main()
