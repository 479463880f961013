import {
  ChatClient,
  functionTool,
  hasToolCalls,
  responseText,
  responseToolCalls,
  ToolCallingManager,
  ToolSet,
  userMessage,
  type ChatResponse,
  type Message,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region loop
/** Drives the loop by hand, so that nothing runs before somebody says yes to the round. */
async function ask(
  chat: ChatClient,
  manager: ToolCallingManager,
  tools: ToolSet,
  question: string,
  approve: (names: readonly string[]) => boolean,
): Promise<string> {
  const options = { tools }
  let messages: readonly Message[] = [userMessage(question)]
  for (;;) {
    const response = await chat.prompt({ messages, options }).toolCalling(false).call().chatResponse()
    if (!hasToolCalls(response)) return responseText(response)
    const names = responseToolCalls(response).map(({ name }) => name)
    if (!approve(names)) return 'Cancelled: the requested action was not approved.'
    messages = (await manager.executeToolCalls({ messages, options }, response)).conversationHistory
  }
}
// #endregion

// #region streamed
/** The same with the text as it comes. */
async function* stream(chat: ChatClient, manager: ToolCallingManager, tools: ToolSet, question: string) {
  const options = { tools }
  let messages: readonly Message[] = [userMessage(question)]
  for (;;) {
    let answer: ChatResponse | undefined
    const round = chat.prompt({ messages, options }).toolCalling(false).stream()
    for await (const { chatResponse, complete } of round.chatClientResponse()) {
      yield responseText(chatResponse)
      answer = complete
    }
    if (!answer || !hasToolCalls(answer)) return
    messages = (await manager.executeToolCalls({ messages, options }, answer)).conversationHistory
  }
}
// #endregion

const openIssue = functionTool({
  name: 'openIssue',
  description: 'Open an issue',
  execute: () => {
    console.log('opened')
    return 'issue 12'
  },
})

const script = () =>
  new ScriptedChatModel([{ text: 'One moment. ', calls: [{ name: 'openIssue' }] }, 'It is issue 12.'])

async function main(): Promise<void> {
  const [manager, tools] = [new ToolCallingManager(), ToolSet.of([openIssue])]
  const chat = (): ChatClient => new ChatClient({ model: script() })
  console.log(await ask(chat(), manager, tools, 'Report it', () => false))
  // prints: Cancelled: the requested action was not approved.
  console.log(await ask(chat(), manager, tools, 'Report it', (names) => names.includes('openIssue')))
  // prints: opened
  // prints: It is issue 12.
  for await (const piece of stream(chat(), manager, tools, 'Report it')) process.stdout.write(piece)
  // prints: One moment. opened
  // prints: It is issue 12.
}

void main()
