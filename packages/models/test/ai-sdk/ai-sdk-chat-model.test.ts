import {
  assistantMessage,
  ResponseAggregator,
  systemMessage,
  toolMessage,
  userMessage,
  type Message,
} from '@vernal/chat'
import { AiSdkChatModel, loadAiSdkModel, type AiSdkLanguageModel } from '@vernal/models/ai-sdk'
import { functionTool, ToolSet } from '@vernal/tools'

const tools = ToolSet.of([functionTool({ name: 'f', description: 'Does f', execute: () => 1 })])

/** A model of the given specification that answers with a text and a call, and keeps what it was asked. */
function modelOf(specificationVersion: string, result: object = {}, traits: Partial<AiSdkLanguageModel> = {}) {
  const asked: Record<string, unknown>[] = []
  const answer = {
    content: [
      { type: 'text', text: 'Calling.' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: '{"a":1}' },
      { type: 'tool-call', toolCallId: 'y', toolName: 'search', input: '{}', providerExecuted: true },
    ],
    finishReason: 'tool-calls',
    usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedInputTokens: 1, reasoningTokens: 1 },
    ...result,
  }
  const doGenerate = async (options: Record<string, unknown>) => {
    asked.push(options)
    return answer
  }
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'test',
    modelId: 'm',
    doGenerate,
    doStream: () => Promise.reject(new Error('not streamed')),
    ...traits,
  }
  return { model: new AiSdkChatModel(model), asked }
}

const messages: readonly Message[] = [
  systemMessage('s'),
  userMessage('u'),
  assistantMessage('', [{ id: 'a', name: 'f', arguments: '' }]),
  toolMessage([{ callId: 'a', name: 'f', content: 'no', isError: true }]),
]

test.each([
  ['v2', {}],
  [
    'v3',
    {
      finishReason: { unified: 'tool-calls', raw: 'tool_use' },
      usage: { inputTokens: { total: 1, cacheRead: 1 }, outputTokens: { total: 2, reasoning: 1 } },
    },
  ],
  [
    'v4',
    {
      content: [
        { type: 'custom', kind: 'test.note', providerMetadata: {} },
        { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
        { type: 'text', text: 'Calling.' },
        { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
        { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: '{"a":1}' },
      ],
      finishReason: { unified: 'tool-calls', raw: 'tool_use' },
      usage: { inputTokens: { total: 1, noCache: 0, cacheRead: 1 }, outputTokens: { total: 2, text: 1, reasoning: 1 } },
    },
  ],
])('specification %s is understood', async (version, result) => {
  const { model } = modelOf(version, result)
  expect(await model.call({ messages, options: { tools } })).toMatchObject({
    generations: [
      {
        message: { content: 'Calling.', toolCalls: [{ id: 'x', name: 'f', arguments: '{"a":1}' }] },
        finishReason: 'tool-calls',
      },
    ],
    metadata: {
      usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3, cacheReadTokens: 1, reasoningTokens: 1 },
    },
  })
})

test('a prompt is asked in the form of the AI SDK', async () => {
  const { model, asked } = modelOf('v3')
  const options = {
    tools,
    toolChoice: { tool: 'f' },
    maxTokens: 9,
    stop: ['x'],
    extra: { test: { deep: true } },
  } as const
  await model.call({ messages, options })
  expect(asked[0]).toMatchObject({
    prompt: [
      { role: 'system', content: 's' },
      { role: 'user', content: [{ type: 'text', text: 'u' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'f', output: { type: 'error-text', value: 'no' } }],
      },
    ],
    tools: [{ type: 'function', name: 'f', description: 'Does f', inputSchema: { type: 'object' } }],
    toolChoice: { type: 'tool', toolName: 'f' },
    maxOutputTokens: 9,
    stopSequences: ['x'],
    providerOptions: { test: { deep: true } },
  })
})

test.each(['v2', 'v3', 'v4'])('a stream of specification %s is understood', async (version) => {
  const parts: object[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'r', modelId: 'm-1' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Call f.' },
    { type: 'reasoning-end', id: '0', providerMetadata: { test: { signature: 's' } } },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
    { type: 'custom', kind: 'test.note' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Calling.' },
    { type: 'text-end', id: '1' },
    { type: 'tool-input-start', id: 'x', toolName: 'f' },
    { type: 'tool-input-delta', id: 'x', delta: '{"a":1}' },
    { type: 'tool-input-end', id: 'x' },
    { type: 'tool-call', toolCallId: 'x', toolName: 'f', input: '{"a":1}' },
    { type: 'raw', rawValue: {} },
    version === 'v2'
      ? { type: 'finish', finishReason: 'tool-calls', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } }
      : {
          type: 'finish',
          finishReason: { unified: 'tool-calls', raw: 'tool_use' },
          usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
        },
  ]
  const stream = new ReadableStream<unknown>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const model = new AiSdkChatModel({
    specificationVersion: version,
    provider: 'test',
    modelId: 'm',
    doGenerate: () => Promise.reject(new Error('streamed')),
    doStream: async () => ({ stream }),
  })
  const aggregator = new ResponseAggregator()
  for await (const chunk of model.stream({ messages, options: { tools } })) aggregator.add(chunk)
  expect(aggregator.result()).toMatchObject({
    generations: [
      {
        message: {
          content: 'Calling.',
          toolCalls: [{ id: 'x', name: 'f', arguments: '{"a":1}' }],
          metadata: { aiSdk: { reasoning: [{ text: 'Call f.', providerOptions: { test: { signature: 's' } } }] } },
        },
        reasoning: 'Call f.',
        finishReason: 'tool-calls',
      },
    ],
    metadata: { id: 'r', model: 'm-1', usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 } },
  })
})

test.each([
  ['v2', 'QUJD', new URL('https://example.org/a.pdf')],
  ['v3', 'QUJD', new URL('https://example.org/a.pdf')],
  ['v4', { type: 'data', data: 'QUJD' }, { type: 'url', url: new URL('https://example.org/a.pdf') }],
])('media are files of specification %s', async (version, data, link) => {
  const { model, asked } = modelOf(version)
  const media = [
    { mediaType: 'image/png', data: 'QUJD' },
    { mediaType: 'application/pdf', url: 'https://example.org/a.pdf', name: 'a.pdf' },
  ]
  await model.call({ messages: [userMessage('See', media), userMessage('', media.slice(0, 1))], options: {} })
  expect(asked[0]!.prompt).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'file', mediaType: 'image/png', data },
        { type: 'file', mediaType: 'application/pdf', data: link, filename: 'a.pdf' },
      ],
    },
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] },
  ])
})

test('the shape of an answer is told to the provider, or said in words', async () => {
  const responseFormat = { name: 'order', schema: { type: 'object' } }
  const { model, asked } = modelOf('v3')
  await model.call({ messages, options: { responseFormat } })
  expect(asked[0]).toMatchObject({ responseFormat: { type: 'json', ...responseFormat } })
  expect(model.supportsResponseFormat).toBe(true)
})

test('something else is refused', () => {
  expect(() => new AiSdkChatModel({} as AiSdkLanguageModel)).toThrow(/doGenerate/)
  expect(() => modelOf('v1')).toThrow(/"v1"/)
})

test('a provider package is loaded by name', async () => {
  const own = await loadAiSdkModel('@ai-sdk/google:gemini-test', { from: __dirname })
  const made = await loadAiSdkModel('@ai-sdk/anthropic:claude-test', { from: __dirname, settings: { apiKey: 'k' } })
  expect([own.modelId, made.modelId]).toEqual(['gemini-test', 'claude-test'])
})

test.each([
  ['claude', 'MODEL_AI_SDK_NAME_INVALID'],
  ['', 'MODEL_AI_SDK_NAME_INVALID'],
  ['@ai-sdk/not-there:m', 'MODEL_PACKAGE_MISSING'],
  ['zod:m', 'MODEL_AI_SDK_NAME_INVALID'],
])('the name %j is refused', async (name, code) => {
  await expect(loadAiSdkModel(name)).rejects.toMatchObject({ code })
})

describe('media of a tool result', () => {
  const media = [
    { mediaType: 'image/png', data: 'UE5H', name: 'a.png' },
    { mediaType: 'application/pdf', data: 'UERG', name: 'a.pdf' },
    { mediaType: 'image/jpeg', url: 'https://example.org/a.jpg' },
    { mediaType: 'application/pdf', url: 'https://example.org/a.pdf' },
    { mediaType: 'image/jpeg', url: 'http://localhost/a.jpg' },
    { mediaType: 'image/svg+xml', data: 'PHN2Zy8+' },
  ]
  const url = new URL('https://example.org/a.jpg')
  const sent = async (version: string, isError?: true) => {
    const supportedUrls = { 'image/*': [/^https:/g], 'application/pdf': [/^gs:/] }
    const { model, asked } = modelOf(version, {}, { supportedUrls: Promise.resolve(supportedUrls) })
    const result = { callId: 'x', name: 'f', content: 'Pages.', media, ...(isError ? { isError } : {}) }
    for (const _time of [1, 2]) await model.call({ messages: [toolMessage([result])], options: {} })
    expect(asked[1]!.prompt).toEqual(asked[0]!.prompt)
    return (asked[0]!.prompt as { content: { output: unknown }[] }[])[0]!.content[0]!.output
  }

  test.each<[string, object[]]>([
    [
      'v2',
      [
        { type: 'media', mediaType: 'image/png', data: 'UE5H' },
        { type: 'media', mediaType: 'application/pdf', data: 'UERG' },
      ],
    ],
    [
      'v3',
      [
        { type: 'image-data', mediaType: 'image/png', data: 'UE5H' },
        { type: 'file-data', mediaType: 'application/pdf', data: 'UERG', filename: 'a.pdf' },
        { type: 'image-url', url: url.href },
      ],
    ],
    [
      'v4',
      [
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'UE5H' }, filename: 'a.png' },
        { type: 'file', mediaType: 'application/pdf', data: { type: 'data', data: 'UERG' }, filename: 'a.pdf' },
        { type: 'file', mediaType: 'image/jpeg', data: { type: 'url', url } },
      ],
    ],
  ])('have the form of %s; addresses only where the provider reads them', async (version, parts) => {
    expect(await sent(version)).toEqual({ type: 'content', value: [{ type: 'text', text: 'Pages.' }, ...parts] })
  })

  test('do not go with an error', async () => {
    expect(await sent('v3', true)).toEqual({ type: 'error-text', value: 'Pages.' })
  })
})
