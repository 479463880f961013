// Several models as one
export { FallbackChatModel, type FallbackChatModelOptions, type FallbackModel } from './fallback-chat-model'
export type { CircuitBreakerOptions } from './model-breaker'
export { FALLBACK_CODES, type ModelFallbackEvent } from './model-fallback-event'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
