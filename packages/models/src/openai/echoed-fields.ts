import type { AssistantMessage } from '@vernal/chat'
import { isWireObject, wireObject, type WireObject } from '../wire-value'

/**
 * What a provider wants back with an assistant message, kept in its `metadata.openai` as plain data:
 * reasoning texts of the message, and signatures of single calls.
 */
export interface EchoedFields {
  /** Fields of the message that are not part of the protocol (`reasoning_content`, `reasoning_details`, …). */
  readonly message?: WireObject
  /** Such fields of tool calls, by call id. */
  readonly calls?: Readonly<Record<string, WireObject>>
}

/**
 * Which assistant messages go back with their reasoning: those of the running turn, all of them, or none.
 * Signatures of tool calls always go back.
 */
export type ReasoningEcho = 'turn' | 'all' | 'none'

/** The message with the fields to echo; the same message when there are none. */
export function withEchoedFields(message: AssistantMessage, echoed: EchoedFields): AssistantMessage {
  if (!echoed.message && !echoed.calls) return message
  return { ...message, metadata: { ...message.metadata, openai: echoed } }
}

/** The fields to echo that a message was given by {@link withEchoedFields}, also after it was stored and read again. */
export function echoedFieldsOf(message: AssistantMessage): EchoedFields {
  const { message: ofMessage, calls } = wireObject(message.metadata?.openai)
  return {
    ...(isWireObject(ofMessage) ? { message: ofMessage } : {}),
    ...(isWireObject(calls) ? { calls: calls as Readonly<Record<string, WireObject>> } : {}),
  }
}
