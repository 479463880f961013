import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { ChatClient } from '@vernal/chat'
import { AiSdkChatModel } from '@vernal/models/ai-sdk'
import { functionTool } from '@vernal/tools'
import { ProviderServer } from './provider-server'

const weather = functionTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }) => `Sunny in ${String(city)}`,
})

const usageMetadata = { promptTokenCount: 8, candidatesTokenCount: 4, totalTokenCount: 12 }
const part = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}), index: 0 }],
  usageMetadata,
})
const call = { functionCall: { name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2ln' }

const modelOf = (server: ProviderServer) =>
  new AiSdkChatModel(createGoogleGenerativeAI({ baseURL: server.url, apiKey: 'k' })('gemini-test'))

function expectSecondRequest(server: ProviderServer): void {
  expect(server.requests[1]!.body.contents).toMatchObject([
    { role: 'user' },
    { role: 'model', parts: [call] },
    { role: 'user', parts: [{ functionResponse: { name: 'weather' } }] },
  ])
}

test('a tool round with Google, in one piece', async () => {
  await using server = await ProviderServer.start([
    { body: part([call], 'STOP') },
    { body: part([{ text: 'Sunny.' }], 'STOP') },
  ])
  const client = new ChatClient({ model: modelOf(server), tools: [weather] })
  expect(await client.prompt('Weather in Oslo?').call().content()).toBe('Sunny.')
  expectSecondRequest(server)
})

test('a tool round with Google, streamed', async () => {
  await using server = await ProviderServer.start([
    { events: [part([call]), part([], 'STOP')] },
    { events: [part([{ text: 'Sun' }]), part([{ text: 'ny.' }], 'STOP')] },
  ])
  const client = new ChatClient({ model: modelOf(server), tools: [weather] })
  const pieces: string[] = []
  for await (const piece of client.prompt('Weather in Oslo?').stream().content()) pieces.push(piece)
  expect(pieces).toEqual(['Sun', 'ny.'])
  expectSecondRequest(server)
})
