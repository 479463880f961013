import {
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  SimpleLoggerAdvisor,
  userMessage,
  type ChatModel,
} from '@vernal/chat'
import type { Media } from '@vernal/tools'
import {
  OpenAiChatModel,
  OpenAiResponsesModel,
  type OpenAiChatModelOptions,
  type OpenAiPreset,
} from '@vernal/models/openai'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { functionTool } from '@vernal/tools'

type ModelMaker = (options: OpenAiChatModelOptions) => ChatModel
const chat: ModelMaker = (options) => new OpenAiChatModel(options)
const responses: ModelMaker = (options) => new OpenAiResponsesModel(options)

const picture: Media = { mediaType: 'image/png', data: 'UElDVFVSRQ==' }
const linked: Media = { mediaType: 'image/jpeg', url: 'https://example.org/a.jpg' }
const sound: Media = { mediaType: 'audio/mpeg', data: 'U09VTkQ=' }
const paper: Media = { mediaType: 'application/pdf', name: 'a.pdf', data: 'UEFQRVI=' }

async function sentTo(make: ModelMaker, media: readonly Media[], preset?: OpenAiPreset) {
  await using server = await OpenAiLoopbackServer.start([text('ok')])
  const client = new ChatClient({
    model: make({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl, maxRetries: 0 }),
  })
  expect(await client.prompt().user('What is it?', { media }).call().content()).toBe('ok')
  const { messages, input } = server.requests[0]!.body as Record<string, readonly { content: unknown }[] | undefined>
  return (messages ?? input)![0]!.content
}

test('media go with the words over chat completions', async () => {
  expect(await sentTo(chat, [picture, linked, sound, { mediaType: 'audio/x-wav', data: 'AA==' }, paper])).toEqual([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,UElDVFVSRQ==' } },
    { type: 'image_url', image_url: { url: 'https://example.org/a.jpg' } },
    { type: 'input_audio', input_audio: { data: 'U09VTkQ=', format: 'mp3' } },
    { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,UEFQRVI=' } },
  ])
})

test('media go with the words over the Responses API', async () => {
  expect(
    await sentTo(responses, [
      picture,
      linked,
      paper,
      { mediaType: 'application/pdf', url: 'https://example.org/a.pdf' },
    ]),
  ).toEqual([
    { type: 'input_text', text: 'What is it?' },
    { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,UElDVFVSRQ==' },
    { type: 'input_image', detail: 'auto', image_url: 'https://example.org/a.jpg' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,UEFQRVI=' },
    { type: 'input_file', file_url: 'https://example.org/a.pdf' },
  ])
})

test('words alone stay a text', async () => {
  expect(await sentTo(chat, [])).toBe('What is it?')
  expect(await sentTo(responses, [])).toBe('What is it?')
})

test.each<[string, ModelMaker, Media, OpenAiPreset | undefined]>([
  ['a picture for DeepSeek', chat, picture, 'deepseek'],
  ['a sound for Ollama', chat, sound, 'ollama'],
  ['a file for Groq', chat, paper, 'groq'],
  ['a sound over the Responses API', responses, sound, undefined],
  ['a sound by its address', chat, { mediaType: 'audio/wav', url: 'https://example.org/a.wav' }, undefined],
])('what a server does not take is refused before anything is sent: %s', async (_what, make, media, preset) => {
  await using server = await OpenAiLoopbackServer.start([])
  const model = make({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl })
  const messages = [userMessage('?', [media])]
  const refused = { code: 'MODEL_MEDIA_UNSUPPORTED', message: expect.stringContaining(media.mediaType) as string }
  await expect(model.call({ messages, options: {} })).rejects.toMatchObject(refused)
  await expect(model.stream({ messages, options: {} })[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused)
  expect(server.requests).toHaveLength(0)
})

test('media stay with their message through tool rounds and memory, and in no log', async () => {
  const clock = functionTool({ name: 'clock', execute: () => '12:00' })
  await using server = await OpenAiLoopbackServer.start([
    calls([{ name: 'clock' }]),
    text('A clock.'),
    text('Still a clock.'),
  ])
  const lines: string[] = []
  const logger = { debug: (fields: object, message: string) => void lines.push(message, JSON.stringify(fields)) }
  const client = new ChatClient({
    model: new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl }),
    tools: [clock],
    advisors: [new MessageChatMemoryAdvisor(new MessageWindowChatMemory()), new SimpleLoggerAdvisor({ logger })],
  })
  const ask = (question: string, media: readonly Media[]) =>
    client.prompt().user(question, { media }).conversation('c').call().content()
  expect(await ask('What is it?', [picture])).toBe('A clock.')
  expect(await ask('Still?', [])).toBe('Still a clock.')
  for (const { text: body } of server.requests) expect(body).toContain('data:image/png;base64,UElDVFVSRQ==')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toContain('UElDVFVSRQ')
})
