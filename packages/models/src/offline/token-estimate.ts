import type { Message, Usage } from '@vernal/chat'
import type { ToolCall, ToolDefinition } from '@vernal/tools'

const CHARS_PER_TOKEN = 4

/** Token counts by length, about four characters per token. The same texts always count the same. */
export function estimatedUsage(
  messages: readonly Message[],
  tools: readonly ToolDefinition[],
  answer: { readonly content: string; readonly toolCalls?: readonly ToolCall[] },
): Usage {
  const promptTokens = tokens(sum(messages.map(messageChars)) + (tools.length > 0 ? JSON.stringify(tools).length : 0))
  const completionTokens = tokens(answer.content.length + callChars(answer.toolCalls))
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens }
}

const tokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

function messageChars(message: Message): number {
  if (message.role === 'tool') return sum(message.results.map((result) => result.content.length))
  return message.content.length + (message.role === 'assistant' ? callChars(message.toolCalls) : 0)
}

const callChars = (calls: readonly ToolCall[] = []): number =>
  sum(calls.map((call) => call.name.length + call.arguments.length))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
