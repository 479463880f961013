import { userMessage, type Message } from '../messages/message'
import type { ChatModel } from './chat-model'
import type { Prompt, ResponseFormat } from './prompt'

/**
 * The prompt as a model is sent it: with the response format in its options when it keeps to schemas by itself, else in words
 * at the end of the last user message. Only here, so that nobody remembers these words as the user's.
 */
export function formattedPrompt(prompt: Prompt, model: ChatModel): Prompt {
  const { responseFormat, ...options } = prompt.options
  if (!responseFormat || (isNative(responseFormat) && model.keepsResponseFormat(prompt.options))) return prompt
  return {
    messages: withInstructions(prompt.messages, formatInstructions(responseFormat)),
    options,
  }
}

/** Providers want an object at the root of a schema. */
const isNative = ({ native = true, schema }: ResponseFormat): boolean => native && schema.type === 'object'

const formatInstructions = ({ schema }: ResponseFormat): string =>
  'Answer with one JSON value and nothing else: no explanation, no Markdown.\n' +
  `It must be valid against this JSON Schema:\n${JSON.stringify(schema)}`

function withInstructions(messages: readonly Message[], instructions: string): readonly Message[] {
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  if (message?.role !== 'user') return [...messages, userMessage(instructions)]
  return messages.with(index, { ...message, content: `${message.content}\n\n${instructions}` })
}
