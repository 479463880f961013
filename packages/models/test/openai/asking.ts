import { ResponseAggregator, userMessage, type ChatModel, type ChatResponse } from '@vernal/chat'
import { OpenAiChatModel, OpenAiResponsesModel, type OpenAiChatModelOptions } from '@vernal/models/openai'
import { OpenAiLoopbackServer, type FixedReply, type ScriptedReply } from '@vernal/models/testing'

export const prompt = { messages: [userMessage('go')], options: {} }

export const chat = (options: OpenAiChatModelOptions): ChatModel => new OpenAiChatModel(options)
export const responses = (options: OpenAiChatModelOptions): ChatModel => new OpenAiResponsesModel(options)

export async function ask(
  replies: readonly ScriptedReply[],
  streaming: boolean,
  make = chat,
  options: Partial<OpenAiChatModelOptions> = {},
): Promise<ChatResponse> {
  await using server = await OpenAiLoopbackServer.start(replies)
  const model = make({ model: 'm', baseUrl: server.baseUrl, maxRetries: 0, ...options })
  return await (streaming ? joined(model.stream(prompt)) : model.call(prompt))
}

export async function joined(chunks: AsyncIterable<ChatResponse>): Promise<ChatResponse> {
  const aggregator = new ResponseAggregator()
  for await (const chunk of chunks) aggregator.add(chunk)
  return aggregator.result()
}

export const whole = (message: unknown, rest: object = {}): FixedReply => ({
  body: { id: 'c', choices: [{ index: 0, message, finish_reason: 'stop', ...rest }] },
})

export const delta = (piece: unknown, finish_reason: unknown = null, rest: object = {}) => ({
  choices: [{ index: 0, delta: piece, finish_reason, ...rest }],
})

export const said = ({ generations: [generation] }: ChatResponse) => ({
  text: generation!.message.content,
  calls: (generation!.message.toolCalls ?? []).map(({ name, arguments: written }) => `${name} ${written}`),
})
