import type { AssistantMessage, Message } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'
import { echoedFieldsOf, type EchoedFields, type ReasoningEcho } from './echoed-fields'
import { completionContent, type MediaRules } from './message-media'
import { replayedArguments } from './replayed-arguments'
import type { ServerTraits } from './server-presets'

/** One message of a request body. */
export type RequestMessage = Readonly<Record<string, unknown>> & { readonly role: string }

/** How messages are written. */
export interface RequestMessageOptions {
  readonly reasoningEcho: ReasoningEcho
  readonly traits: ServerTraits
  /** Names the server in errors. */
  readonly server: string
}

/** The messages of a request body, in order. One tool message becomes one for each result. */
export function requestMessages(
  messages: readonly Message[],
  { reasoningEcho, traits, server }: RequestMessageOptions,
): readonly RequestMessage[] {
  const turnStart = reasoningEcho === 'turn' ? messages.findLastIndex(({ role }) => role === 'user') : -1
  const { takesForeignFields = true } = traits
  return messages.flatMap((message, index) =>
    requestMessage(message, {
      rules: { server, media: traits.media },
      signatures: takesForeignFields,
      reasoning: reasoningEcho !== 'none' && index > turnStart,
    }),
  )
}

/** What a server takes: beside words, and back with an assistant message. */
interface Echo {
  readonly rules: MediaRules
  readonly signatures: boolean
  readonly reasoning: boolean
}

function requestMessage(message: Message, echo: Echo): RequestMessage | readonly RequestMessage[] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: completionContent(message, echo.rules) }
    case 'assistant':
      return requestAssistantMessage(message, echo)
    case 'tool':
      return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
  }
}

function requestAssistantMessage(message: AssistantMessage, echo: Echo): RequestMessage {
  const echoed = echo.signatures ? echoedFieldsOf(message) : NOTHING
  const hasCalls = message.toolCalls !== undefined && message.toolCalls.length > 0
  return {
    ...(echo.reasoning ? echoed.message : {}),
    role: 'assistant',
    // Several servers refuse an empty text beside tool calls.
    content: message.content === '' && hasCalls ? null : message.content,
    ...(hasCalls ? { tool_calls: message.toolCalls.map((call) => requestToolCall(call, echoed)) } : {}),
  }
}

const NOTHING: EchoedFields = {}

const requestToolCall = (call: ToolCall, echoed: EchoedFields): object => ({
  ...echoed.calls?.[call.id],
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: replayedArguments(call) },
})
