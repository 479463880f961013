import type { Media, ToolCall } from '@vernal/tools'

/** One entry of a conversation. Plain, serialisable, never changed after it was made. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** Instructions of the application. */
export interface SystemMessage {
  readonly role: 'system'
  readonly content: string
}

/** What the user said. A turn begins with the last one of these. */
export interface UserMessage {
  readonly role: 'user'
  readonly content: string
  /** Pictures, sounds and files that belong to the words; absent when there are none. */
  readonly media?: readonly Media[]
}

/** What the model said, and the tools it asked for. */
export interface AssistantMessage {
  readonly role: 'assistant'
  /** Empty when the model only called tools. */
  readonly content: string
  /** In the order the model gave; absent when there are none. */
  readonly toolCalls?: readonly ToolCall[]
  /** What a provider wants back with this message (reasoning items, signatures). Opaque to everyone else. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The results of one round's tool calls, one for each call, in the order of the calls. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly results: readonly ToolResult[]
}

/** What a model reads of one tool call. */
export interface ToolResult {
  readonly callId: string
  readonly name: string
  readonly content: string
  /** Pictures, sounds and files of the result, for providers that take them; the content names them. Absent: none. */
  readonly media?: readonly Media[]
  /** Present and true when the call was refused or failed. */
  readonly isError?: true
}

/** Makes a {@link SystemMessage}. */
export const systemMessage = (content: string): SystemMessage => ({ role: 'system', content })

/** Makes a {@link UserMessage}; an empty list of media is left out. */
export const userMessage = (content: string, media: readonly Media[] = []): UserMessage =>
  media.length > 0 ? { role: 'user', content, media } : { role: 'user', content }

/** Makes an {@link AssistantMessage}; an empty list of calls is left out. */
export const assistantMessage = (content: string, toolCalls: readonly ToolCall[] = []): AssistantMessage =>
  toolCalls.length > 0 ? { role: 'assistant', content, toolCalls } : { role: 'assistant', content }

/** Makes a {@link ToolMessage}. */
export const toolMessage = (results: readonly ToolResult[]): ToolMessage => ({ role: 'tool', results })
