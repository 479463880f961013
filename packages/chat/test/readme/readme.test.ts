import {
  ChatClient,
  InMemoryVectorStore,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  QuestionAnswerAdvisor,
  ReactAgent,
  ToolCallingManager,
  userMessage,
  CITATIONS,
  hasToolCalls,
  responseText,
  type Message,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { Tool, ToolCallbacks, ToolParam, ToolSet } from '@vernal/tools'
import { z } from 'zod'
import { WordEmbeddingModel } from '../model/word-embedding-model'

beforeEach(() => void jest.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => jest.restoreAllMocks())

// #region orders
class Orders {
  @Tool('Find the orders of a customer')
  findOrders(@ToolParam('Customer id') customerId: string): string[] {
    return [`A-${customerId}`]
  }
}
// #endregion

const call = [{ name: 'findOrders', arguments: { customerId: '42' } }]

test('asks with a tool, in a script without the container', async () => {
  const model = new ScriptedChatModel([call, 'One order: A-42.'])
  // #region ask
  const client = new ChatClient({ model, tools: [new Orders()] })
  const response = await client.prompt('Which orders did customer 42 place?').call().chatClientResponse()
  console.log(responseText(response.chatResponse), response.outcome?.type)
  // #endregion
  expect(responseText(response.chatResponse)).toBe('One order: A-42.')
  expect(response.outcome).toEqual({ type: 'completed' })
})

test('remembers, and answers as data', async () => {
  const model = new ScriptedChatModel(['Noted.', '{"city":"Oslo"}'])
  // #region memory
  const memory = new MessageChatMemoryAdvisor(new MessageWindowChatMemory())
  const client = new ChatClient({ model, advisors: [memory] })
  const chat = (text: string) => client.prompt(text).conversation('ann').call()
  await chat('I live in Oslo.').content()
  const { city } = await chat('Where do I live?').entity(z.object({ city: z.string() }))
  // #endregion
  expect(city).toBe('Oslo')
})

test('answers from documents', async () => {
  const model = new ScriptedChatModel(['Within 30 days [1].'])
  const embeddingModel = new WordEmbeddingModel('return')
  // #region documents
  const vectorStore = new InMemoryVectorStore(embeddingModel)
  await vectorStore.add([{ id: 'returns', text: 'Goods can be returned within 30 days.', metadata: { page: 3 } }])
  const client = new ChatClient({ model, advisors: [new QuestionAnswerAdvisor({ vectorStore })] })
  const { context } = await client.prompt('When can I return it?').call().chatClientResponse()
  console.log(context.get(CITATIONS))
  // #endregion
  expect(context.get(CITATIONS)).toMatchObject([{ marker: '[1]', document: { id: 'returns' } }])
})

test('runs an agent', async () => {
  const chatClient = new ChatClient({ model: new ScriptedChatModel([call, 'Done.']) })
  // #region agent
  const agent = new ReactAgent({ chatClient, instructions: 'Look before you answer.', tools: [new Orders()] })
  const { answer, observations } = await agent.run('What did customer 42 order?')
  // #endregion
  expect(answer).toBe('Done.')
  expect(observations).toMatchObject([{ tool: 'findOrders', arguments: { customerId: '42' }, result: '["A-42"]' }])
})

test.each([false, true])('lets the loop be driven by hand (the human agrees: %s)', async (agrees) => {
  const model = new ScriptedChatModel([call, 'Bye.'])
  const askHuman = async (): Promise<boolean> => agrees
  const written: string[] = []
  // #region by-hand
  const client = new ChatClient({ model, toolCalling: false })
  const manager = new ToolCallingManager()
  const tools = ToolSet.of(ToolCallbacks.from(new Orders()))
  let messages: readonly Message[] = [userMessage('Which orders did customer 42 place?')]
  for (;;) {
    let answer
    for await (const piece of client.prompt({ messages, options: { tools } }).stream().chatClientResponse()) {
      written.push(responseText(piece.chatResponse))
      answer = piece.complete
    }
    if (!answer || !hasToolCalls(answer) || !(await askHuman())) break
    messages = (await manager.executeToolCalls({ messages, options: { tools } }, answer)).conversationHistory
  }
  // #endregion
  expect(written.join('')).toBe(agrees ? 'Bye.' : '')
  expect(model.prompts).toHaveLength(agrees ? 2 : 1)
})
