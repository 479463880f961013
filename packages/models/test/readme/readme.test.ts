import { ChatClient } from '@vernal/chat'
import { OpenAiChatModel } from '@vernal/models/openai'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'

const add = functionTool({
  name: 'add',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  execute: ({ a, b }) => Number(a) + Number(b),
})

test('a model is made in a plain script', () => {
  // #region plain
  const model = new OpenAiChatModel({ model: 'gpt-4.1-mini', apiKey: process.env.OPENAI_API_KEY })
  const client = new ChatClient({ model })
  // #endregion
  expect(client.prompt('Why is the sky blue?')).toBeDefined()
})

test('a test runs against a scripted server', async () => {
  // #region scripted
  const script = [calls([{ name: 'add', arguments: { a: 2, b: 3 } }]), text('It is 5.')]
  await using server = await OpenAiLoopbackServer.start(script)
  const model = new OpenAiChatModel({ model: 'any', baseUrl: server.baseUrl })
  const answer = await new ChatClient({ model, tools: [add] }).prompt('2 + 3?').call().content()
  // #endregion
  expect(answer).toBe('It is 5.')
})
