import type { AssistantMessage } from '@vernal/chat'
import { isWireObject, wireList, wireObject, wireText, type WireObject } from '../wire-value'

/**
 * The order in which an answer's items came, kept in `metadata.openAiResponses` of its message as plain data: reasoning
 * items whole, since they must go back as they were; texts and calls by name, since they stand in the message.
 */
export type KeptItem =
  WireObject | { readonly type: 'message' } | { readonly type: 'function_call'; readonly call_id: string }

/** The message with the order of its items, when there is reasoning among them that must go back. */
export function withKeptItems(message: AssistantMessage, output: readonly WireObject[]): AssistantMessage {
  if (!output.some(isReasoning)) return message
  const callIds = (message.toolCalls ?? []).map((call) => call.id)
  const items = output.map((item) => keptItem(item, callIds)).filter((item) => item !== undefined)
  return { ...message, metadata: { ...message.metadata, openAiResponses: { items } } }
}

/** What {@link withKeptItems} attached, also after the message was stored and read again; empty when it attached nothing. */
export const keptItemsOf = (message: AssistantMessage): readonly WireObject[] =>
  wireList(wireObject(message.metadata?.openAiResponses).items).filter(isWireObject)

/** Calls are told by their place, since the server's own ids may have been replaced. */
function keptItem(item: WireObject, callIds: string[]): KeptItem | undefined {
  if (isReasoning(item)) return withoutStatus(item)
  if (item.type === 'message') return { type: 'message' }
  if (item.type !== 'function_call' || wireText(item.name) === undefined) return undefined
  const callId = callIds.shift()
  return callId === undefined ? undefined : { type: 'function_call', call_id: callId }
}

/** The API refuses the status it sends itself. */
function withoutStatus(item: WireObject): WireObject {
  const { status: _status, ...rest } = item
  return rest
}

const isReasoning = (item: WireObject): boolean => item.type === 'reasoning'
