import { userMessage, type ChatOptions } from '@vernal/chat'
import { OPENAI_PRESETS, OpenAiChatModel, SERVER_PRESETS, type OpenAiPreset } from '@vernal/models/openai'
import { OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { functionTool, ToolSet } from '@vernal/tools'

const tools = ToolSet.of([functionTool({ name: 'f', execute: () => 1 })])
const options: ChatOptions = { tools, toolChoice: 'required', maxTokens: 5, seed: 1 }

async function requestTo(preset: OpenAiPreset | undefined) {
  await using server = await OpenAiLoopbackServer.start({ replies: [text('ok')], checksRequests: false })
  const model = new OpenAiChatModel({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl })
  for await (const chunk of model.stream({ messages: [userMessage('go')], options })) expect(chunk).toBeDefined()
  return server.requests[0]!
}

test.each<[OpenAiPreset | undefined, object]>([
  [undefined, { tool_choice: 'required', max_tokens: 5, seed: 1, stream_options: { include_usage: true } }],
  ['openai', { tool_choice: 'required', max_completion_tokens: 5 }],
  ['azure', { max_completion_tokens: 5 }],
  ['dashscope', { tool_choice: 'auto', parallel_tool_calls: true }],
  ['llama-cpp', { parallel_tool_calls: true }],
  ['mistral', { tool_choice: 'any', random_seed: 1 }],
])('the server %s is asked in its own way', async (preset, expected) => {
  expect((await requestTo(preset)).body).toMatchObject(expected)
})

test('a server that refuses the question is not asked for the usage of a stream', async () => {
  expect((await requestTo('mistral')).body).not.toHaveProperty('stream_options')
})

test('a server with a header of its own for the key gets it there alone', async () => {
  const { headers } = await requestTo('azure')
  expect(headers['api-key']).toBe('k')
  expect(headers.authorization).toBeUndefined()
})

test.each(OPENAI_PRESETS.filter((preset) => preset !== 'azure'))('the preset %s has an address', (preset) => {
  expect(new OpenAiChatModel({ model: 'm', preset }).server).toBe(SERVER_PRESETS[preset].baseUrl)
})

test('the address of Azure must be given', () => {
  expect(() => new OpenAiChatModel({ model: 'm', preset: 'azure' })).toThrow(/base-url/)
})
