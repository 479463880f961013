import type { ToolCall } from '@vernal/tools'
import type { AssistantMessage } from '../messages/message'
import type { Usage } from '../messages/usage'

/** What a model answered in one round; in a stream, a part of it. Immutable plain data. */
export interface ChatResponse {
  /** Usually one. A stream's chunk that only carries usage has none. */
  readonly generations: readonly Generation[]
  readonly metadata: ChatResponseMetadata
}

/** One answer of the model; in a stream, `message.content` is the next piece of text and calls are always whole. */
export interface Generation {
  readonly message: AssistantMessage
  /** Absent in the chunks of a stream before the last. */
  readonly finishReason?: FinishReason
  /** The provider's own word for it. */
  readonly rawFinishReason?: string
  /** What the model thought before it answered, where the provider shows it; in a stream the next piece. Never part of the answer. */
  readonly reasoning?: string
  /** Why the model refused to answer; `message.content` has the same words. In a stream, whole in the last chunk. */
  readonly refusal?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * Why the model stopped. Whether it called tools is told by the message, never by this.
 * `limit-exceeded`, `return-direct` and `approval-required` come from the tool loop.
 */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool-calls'
  | 'content-filter'
  | 'limit-exceeded'
  | 'return-direct'
  | 'approval-required'
  | 'other'

/** What came with an answer. */
export interface ChatResponseMetadata {
  /** The provider's id of the answer. */
  readonly id?: string
  /** The model that answered, as the provider names it. */
  readonly model?: string
  readonly usage?: Usage
  /** What else the provider said. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** The text of the first generation; empty when there is none. */
export const responseText = (response: ChatResponse | undefined): string =>
  response?.generations[0]?.message.content ?? ''

const NO_CALLS: readonly ToolCall[] = []

/** The calls of the first generation that has any. */
export const responseToolCalls = (response: ChatResponse | undefined): readonly ToolCall[] =>
  response?.generations.find((generation) => hasCalls(generation))?.message.toolCalls ?? NO_CALLS

/** Whether any generation asks for a tool. */
export const hasToolCalls = (response: ChatResponse | undefined): boolean =>
  response?.generations.some((generation) => hasCalls(generation)) ?? false

const hasCalls = (generation: Generation): boolean => (generation.message.toolCalls?.length ?? 0) > 0
