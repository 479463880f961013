import type { AssistantMessage, Message } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'
import { echoedFieldsOf, type EchoedFields, type ReasoningEcho } from './echoed-fields'
import { replayedArguments } from './replayed-arguments'

/** One message of a request body. */
export type RequestMessage = Readonly<Record<string, unknown>> & { readonly role: string }

/** The messages of a request body, in order. One tool message becomes one for each result. */
export function requestMessages(messages: readonly Message[], echo: ReasoningEcho): readonly RequestMessage[] {
  const turnStart = echo === 'turn' ? messages.map((message) => message.role).lastIndexOf('user') : -1
  return messages.flatMap((message, index) => requestMessage(message, echo !== 'none' && index > turnStart))
}

function requestMessage(message: Message, echoReasoning: boolean): RequestMessage | readonly RequestMessage[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'assistant':
      return requestAssistantMessage(message, echoReasoning)
    case 'tool':
      return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
  }
}

function requestAssistantMessage(message: AssistantMessage, echoReasoning: boolean): RequestMessage {
  const echoed = echoedFieldsOf(message)
  const hasCalls = message.toolCalls !== undefined && message.toolCalls.length > 0
  return {
    ...(echoReasoning ? echoed.message : {}),
    role: 'assistant',
    // Several servers refuse an empty text beside tool calls.
    content: message.content === '' && hasCalls ? null : message.content,
    ...(hasCalls ? { tool_calls: message.toolCalls.map((call) => requestToolCall(call, echoed)) } : {}),
  }
}

const requestToolCall = (call: ToolCall, echoed: EchoedFields): object => ({
  ...echoed.calls?.[call.id],
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: replayedArguments(call) },
})
