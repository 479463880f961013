import { assistantMessage, type ChatResponse, type Usage } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'

/** Reads a stream to its end. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** A usage by its prompt and completion tokens. */
export const usage = (promptTokens: number, completionTokens: number): Usage => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
})

/** A call of a tool as a model asks for it. */
export const call = (id: string, name: string, text = '{}'): ToolCall => ({ id, name, arguments: text })

/** A response that asks for tools. */
export const asking = (...calls: readonly ToolCall[]): ChatResponse => ({
  generations: [{ message: assistantMessage('', calls) }],
  metadata: {},
})
