// The model
export { AiSdkChatModel, type AiSdkChatModelOptions } from './ai-sdk-chat-model'
export type { AiSdkGenerateResult, AiSdkLanguageModel, AiSdkStreamResult } from './ai-sdk-language-model'

// Provider packages by name
export { loadAiSdkModel, type AiSdkSettings } from './load-ai-sdk-model'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
