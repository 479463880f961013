// The models
export { AiSdkChatModel, type AiSdkChatModelOptions } from './ai-sdk-chat-model'
export type { AiSdkGenerateResult, AiSdkLanguageModel, AiSdkStreamResult } from './ai-sdk-language-model'
export { AiSdkEmbeddingModel, type AiSdkEmbeddingModelOptions } from './ai-sdk-embedding-model'
export type { AiSdkEmbedder, AiSdkEmbedResult } from './ai-sdk-embedder'

// Provider packages by name
export { loadAiSdkEmbeddingModel, loadAiSdkModel, type AiSdkSettings } from './load-ai-sdk-model'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
