import type { ChatResponse } from '@vernal/chat'
import type { ToolContent } from '@vernal/tools'
import type { ModelErrorCode } from '../model-error'
import type { RecordedPrompt } from './recorded-prompt'

/** One round on a cassette: what the model was asked, and what it answered in one piece or as the chunks of a stream. */
export interface CassetteEntry {
  /** Which model, where an application has several. */
  readonly model?: string
  readonly request: RecordedPrompt
  readonly answer?: ChatResponse
  readonly stream?: readonly ChatResponse[]
  /** How the round ended instead of with an answer, or after the chunks of a stream. */
  readonly failure?: RecordedFailure
}

/** How a round of a model failed. */
export interface RecordedFailure {
  readonly code: ModelErrorCode
  readonly problem: string
  readonly action: string
  readonly status?: number
  readonly isRetryable?: true
  readonly retryAfterMs?: number
}

/** What a {@link ToolOutput} was made of. */
export interface RecordedToolOutput {
  readonly content: readonly ToolContent[]
  readonly structured?: unknown
  readonly isError?: true
}

/** What is left of an error that a tool threw. */
export interface RecordedToolError {
  readonly name: string
  readonly message: string
  readonly code?: string | number
}

/** A tool call on a cassette. */
export interface RecordedToolCall {
  readonly name: string
  /** As the tool received them, keys sorted. */
  readonly arguments: unknown
  /** What the tool returned, as JSON; null for nothing. */
  readonly result?: unknown
  /** What it returned instead when that was a {@link ToolOutput}. */
  readonly output?: RecordedToolOutput
  /** What it threw instead: an error, or the text of something else. */
  readonly error?: RecordedToolError | string
}

/** What is on a cassette. */
export interface CassetteContents {
  readonly entries: readonly CassetteEntry[]
  readonly tools: readonly RecordedToolCall[]
}

/** Whether an entry answers streams. */
export const isStreamed = (entry: Pick<CassetteEntry, 'stream'>): boolean => entry.stream !== undefined

/** How an entry is called in messages: its number, and the last words of the user. */
export function entryLabel(entry: CassetteEntry, index: number): string {
  const users = entry.request.messages.filter((message) => (message as { role?: unknown }).role === 'user')
  const content: unknown = (users.at(-1) as { content?: unknown } | undefined)?.content
  const words = typeof content === 'string' ? content.replace(/\s+/g, ' ').slice(0, 60) : ''
  return `entry ${index + 1} (${isStreamed(entry) ? 'stream' : 'call'}, "${words}")`
}

/** A chunk that is nothing but text is written as its text. */
export function writtenChunk(chunk: ChatResponse): unknown {
  const [generation] = chunk.generations
  if (generation === undefined) return chunk
  return JSON.stringify(chunk) === JSON.stringify(textChunk(generation.message.content))
    ? generation.message.content
    : chunk
}

/** The chunk a text stands for. */
export const textChunk = (content: string): ChatResponse => ({
  generations: [{ message: { role: 'assistant', content } }],
  metadata: {},
})
