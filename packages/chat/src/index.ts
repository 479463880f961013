// Messages
export {
  assistantMessage,
  systemMessage,
  toolMessage,
  userMessage,
  type AssistantMessage,
  type Message,
  type SystemMessage,
  type ToolMessage,
  type ToolResult,
  type UserMessage,
} from './messages/message'
export { addUsage, type Usage } from './messages/usage'

// Models
export { ChatModel } from './model/chat-model'
export type { ChatOptions, Prompt, ToolChoice } from './model/prompt'
export {
  hasToolCalls,
  responseText,
  responseToolCalls,
  type ChatResponse,
  type ChatResponseMetadata,
  type FinishReason,
  type Generation,
} from './model/chat-response'
export { ResponseAggregator } from './model/response-aggregator'
