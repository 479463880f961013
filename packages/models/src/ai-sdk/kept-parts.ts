import type { AssistantMessage } from '@vernal/chat'
import { isWireObject, wireObject, type WireObject } from '../wire-value'

/** What a provider wants back with an assistant message; in its `metadata.aiSdk`, as plain data. */
export interface KeptParts {
  /** Reasoning with its signatures, in order. */
  readonly reasoning?: readonly ReasoningPart[]
  /** What the provider attached to tool calls, by call id. */
  readonly calls?: Readonly<Record<string, WireObject>>
}

/** A piece of reasoning, as it goes back. */
export interface ReasoningPart {
  readonly text: string
  readonly providerOptions?: WireObject
}

/** The message with what must go back; the same message when there is nothing. */
export function withKeptParts(message: AssistantMessage, kept: KeptParts): AssistantMessage {
  if (!kept.reasoning && !kept.calls) return message
  return { ...message, metadata: { ...message.metadata, aiSdk: kept } }
}

/** What {@link withKeptParts} attached, also after the message was stored and read again. */
export function keptPartsOf(message: AssistantMessage): KeptParts {
  const { reasoning, calls } = wireObject(message.metadata?.aiSdk)
  return {
    ...(Array.isArray(reasoning) ? { reasoning: reasoning as readonly ReasoningPart[] } : {}),
    ...(isWireObject(calls) ? { calls: calls as Readonly<Record<string, WireObject>> } : {}),
  }
}
