// The models
export { OpenAiChatModel } from './open-ai-chat-model'
export { OpenAiResponsesModel } from './open-ai-responses-model'
export { OpenAiEmbeddingModel, type OpenAiEmbeddingModelOptions } from './open-ai-embedding-model'
export type { OpenAiChatModelOptions } from './open-ai-options'
export { OPENAI_PRESETS, SERVER_PRESETS, type OpenAiPreset, type ServerTraits } from './server-presets'
export type { StrictMode } from './strict-schema'
export type { ReasoningEcho } from './echoed-fields'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
