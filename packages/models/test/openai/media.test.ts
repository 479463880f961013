import {
  approve,
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  SimpleLoggerAdvisor,
  userMessage,
  type ChatModel,
} from '@vernal/chat'
import {
  OpenAiChatModel,
  OpenAiResponsesModel,
  type OpenAiChatModelOptions,
  type OpenAiPreset,
} from '@vernal/models/openai'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { functionTool, ToolOutput, type Media, type ToolContent } from '@vernal/tools'

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

describe('media a tool returns', () => {
  /** What the second round says of a tool that returned this. */
  async function resultSent(make: ModelMaker, content: readonly ToolContent[], preset?: OpenAiPreset) {
    await using server = await OpenAiLoopbackServer.start([calls([{ name: 'scan' }]), text('Seen.')])
    const scan = functionTool({ name: 'scan', execute: () => new ToolOutput({ content }) })
    const model = make({ model: 'm', preset, apiKey: 'k', baseUrl: server.baseUrl, maxRetries: 0 })
    expect(await new ChatClient({ model, tools: [scan] }).prompt('Scan it').call().content()).toBe('Seen.')
    const { messages, input } = server.requests[1]!.body as Record<
      string,
      readonly Record<string, unknown>[] | undefined
    >
    const last = (messages ?? input)!.at(-1)!
    return last.output ?? last.content
  }
  const everything = ['Page 1:', picture, linked, paper, sound]
  const words = 'Page 1:\n[image/png]\n[image/jpeg]\n[application/pdf, a.pdf]\n[audio/mpeg]'

  test('go with its text over the Responses API; what the API does not take is named', async () => {
    expect(await resultSent(responses, everything)).toEqual([
      { type: 'input_text', text: words },
      { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,UElDVFVSRQ==' },
      { type: 'input_image', detail: 'auto', image_url: 'https://example.org/a.jpg' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,UEFQRVI=' },
    ])
  })

  test('are named over chat completions, which take text of tools alone', async () => {
    expect(await resultSent(chat, everything)).toBe(words)
  })

  test.each<[string, Media, OpenAiPreset | undefined]>([
    ['a sound', sound, undefined],
    ['a drawing no model reads', { mediaType: 'image/svg+xml', data: 'PHN2Zy8+' }, undefined],
    ['an archive', { mediaType: 'application/zip', data: 'UEs=' }, undefined],
    ['nothing at all', { mediaType: 'image/png', data: '' }, undefined],
    ['a file for a server of pictures', paper, 'ollama'],
  ])('never break a turn: %s', async (_what, media, preset) => {
    expect(await resultSent(responses, ['It:', media], preset)).toContain('It:\n[')
  })

  test('stay with their result in memory, and in no log and no event', async () => {
    const scan = functionTool({ name: 'scan', execute: () => new ToolOutput({ content: [picture] }) })
    await using server = await OpenAiLoopbackServer.start([calls([{ name: 'scan' }]), text('A cat.'), text('Black.')])
    const lines: string[] = []
    const logger = { debug: (fields: object, message: string) => void lines.push(message, JSON.stringify(fields)) }
    const client = new ChatClient({
      model: new OpenAiResponsesModel({ model: 'm', baseUrl: server.baseUrl }),
      tools: [scan],
      advisors: [
        new MessageChatMemoryAdvisor(new MessageWindowChatMemory(), { keepToolMessages: true }),
        new SimpleLoggerAdvisor({ logger }),
      ],
    })
    const ask = (question: string) =>
      client
        .prompt(question)
        .conversation('c')
        .onEvent((event) => void lines.push(JSON.stringify(event)))
        .call()
        .content()
    await ask('Scan it')
    await ask('Which colour?')
    const [, second, third] = server.requests
    for (const request of [second, third]) expect(request!.text).toContain('data:image/png;base64,UElDVFVSRQ==')
    expect(lines.join()).toContain('[image/png]')
    expect(lines.join()).not.toContain('UElDVFVSRQ')
  })

  test('wait with a turn for consent', async () => {
    const scan = functionTool({ name: 'scan', execute: () => new ToolOutput({ content: [picture] }) })
    const wipe = functionTool({ name: 'wipe', approval: 'required', execute: () => 'wiped' })
    await using server = await OpenAiLoopbackServer.start([calls([{ name: 'scan' }, { name: 'wipe' }]), text('Done.')])
    const model = new OpenAiResponsesModel({ model: 'm', baseUrl: server.baseUrl })
    const client = new ChatClient({ model, tools: [scan, wipe] })
    const { outcome } = await client.prompt('Scan and wipe').call().chatClientResponse()
    if (outcome?.type !== 'approvalRequired') throw new Error('The turn did not wait')
    const state = JSON.parse(JSON.stringify(outcome.state)) as typeof outcome.state
    const answers = { [outcome.approvals[0]!.id]: approve() }
    expect(await client.resume(state, answers).call().content()).toBe('Done.')
    expect(server.requests[1]!.text).toContain('data:image/png;base64,UElDVFVSRQ==')
  })
})
