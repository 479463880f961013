// The model
export { OpenAiChatModel } from './open-ai-chat-model'
export { OPENAI_BASE_URL, type OpenAiChatModelOptions } from './open-ai-options'
export type { ReasoningEcho } from './echoed-fields'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
