import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { ChatClient } from '@vernal/chat'
import { AiSdkChatModel } from '@vernal/models/ai-sdk'
import { functionTool, ToolOutput } from '@vernal/tools'
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

const modelOf = (server: ProviderServer, name = 'gemini-test') =>
  new AiSdkChatModel(createGoogleGenerativeAI({ baseURL: server.url, apiKey: 'k' })(name))

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

test.each([
  [
    'gemini-3-pro-preview',
    [{ functionResponse: { parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }] } }],
  ],
  ['gemini-2.5-flash', [{ functionResponse: {} }, { inlineData: { mimeType: 'image/png', data: 'QUJD' } }, {}]],
])('what a tool returns besides text reaches %s, and nothing is downloaded for it', async (name, parts) => {
  await using other = await ProviderServer.start([])
  const content = ['Map:', { mediaType: 'image/png', data: 'QUJD' }, { mediaType: 'image/png', url: other.url }]
  const map = functionTool({ name: 'weather', execute: () => new ToolOutput({ content }) })
  await using server = await ProviderServer.start([
    { body: part([call], 'STOP') },
    { body: part([{ text: 'Sunny.' }], 'STOP') },
  ])
  const client = new ChatClient({ model: modelOf(server, name), tools: [map] })
  expect(await client.prompt('Weather in Oslo?').call().content()).toBe('Sunny.')
  expect(server.requests[1]!.body.contents).toMatchObject([
    { role: 'user' },
    { role: 'model' },
    { role: 'user', parts },
  ])
  expect(JSON.stringify(server.requests[1]!.body)).toContain('Map:\\n[image/png]\\n[image/png]')
  expect(other.requests).toHaveLength(0)
})
