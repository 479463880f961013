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
export type { ChatOptions, Prompt, ResponseFormat, ToolChoice } from './model/prompt'
export {
  hasToolCalls,
  responseText,
  responseToolCalls,
  type ChatResponse,
  type ChatResponseMetadata,
  type FinishReason,
  type Generation,
} from './model/chat-response'
export { StructuredOutputError, type InvalidOutput } from './model/structured-output-error'
export { ResponseAggregator } from './model/response-aggregator'

// Documents
export { EmbeddingModel, type Embedding, type EmbeddingResponse } from './model/embedding-model'
export type { MetadataFilter, MetadataValue } from './model/metadata-filter'
export { VectorStore, type Document, type ScoredDocument, type VectorSearchRequest } from './model/vector-store'
export { InMemoryVectorStore, type InMemoryVectorStoreOptions } from './model/in-memory-vector-store'

// The tool loop
export {
  ToolCallingManager,
  ToolCallLimitExceededError,
  type ToolCallingManagerOptions,
} from './loop/tool-calling-manager'
export type { SuspendedCall, ToolExecutionOptions, ToolExecutionResult } from './loop/tool-execution'
export {
  DEFAULT_MAX_CALLS_PER_TOOL,
  DEFAULT_MAX_TOTAL_TOOL_CALLS,
  ToolCallLimits,
  ToolCallMeter,
  UNLIMITED,
  type OnLimitExceeded,
  type ToolCallLimitBreach,
  type ToolCallLimitsOptions,
} from './loop/tool-call-limits'
export type { CountedCall } from './loop/turn-tally'
export type { ApprovalRequiredOutcome, LimitExceededOutcome, TurnOutcome } from './loop/turn-outcome'
export {
  TurnListener,
  type ApprovalRequiredEvent,
  type ReasoningDeltaEvent,
  type RoundEndedEvent,
  type RoundStartedEvent,
  type TextDeltaEvent,
  type ToolCallStartedEvent,
  type ToolErrorEvent,
  type ToolResultEvent,
  type TurnEndedEvent,
  type TurnEvent,
  type TurnEventSink,
} from './loop/turn-event'

// Consent
export {
  approve,
  deny,
  type ApprovalDecision,
  type ApprovalDecisions,
  type TurnResumption,
} from './loop/turn-approvals'
export type { PendingApproval, TurnOrigin, TurnState } from './loop/turn-state'
export { InMemoryTurnStore, TurnStore, type InMemoryTurnStoreOptions } from './loop/turn-store'

// Advisors
export { Advisor, ADVISOR_ORDER, MemoryAdvisor, ToolAdvisor, type AdvisorNext } from './advisors/advisor'
export { BaseAdvisor } from './advisors/base-advisor'
export type { AdvisorContext, ChatClientRequest, ChatClientResponse } from './advisors/chat-client-request'
export { ToolCallingAdvisor } from './advisors/tool-calling-advisor'
export { DEFAULT_MAX_ROUNDS, type ToolCallingAdvisorOptions } from './advisors/tool-calling-options'
export { ToolLoopTurn } from './advisors/tool-loop-turn'
export {
  DEFAULT_TOOL_SEARCH_SUFFIX,
  ToolSearchToolCallingAdvisor,
  type ToolSearchToolCallingAdvisorOptions,
} from './advisors/tool-search-tool-calling-advisor'
export type { ToolSetSize } from './advisors/tool-set-size'
export {
  SimpleLoggerAdvisor,
  type AdvisorLogger,
  type SimpleLoggerAdvisorOptions,
} from './advisors/simple-logger-advisor'
export {
  DEFAULT_SAFE_GUARD_RESPONSE,
  SafeGuardAdvisor,
  type SafeGuardAdvisorOptions,
} from './advisors/safe-guard-advisor'
export { QuestionAnswerAdvisor, type QuestionAnswerAdvisorOptions } from './advisors/question-answer-advisor'
export { CITATIONS, RETRIEVED_DOCUMENTS, type Citation } from './advisors/retrieved-documents'
export {
  DEFAULT_MAX_REPEAT_ATTEMPTS,
  StructuredOutputValidationAdvisor,
  type StructuredOutputValidationAdvisorOptions,
} from './advisors/structured-output-validation-advisor'

// Memory
export { ChatMemory } from './memory/chat-memory'
export { ChatMemoryRepository } from './memory/chat-memory-repository'
export {
  InMemoryChatMemoryRepository,
  type InMemoryChatMemoryRepositoryOptions,
} from './memory/in-memory-chat-memory-repository'
export {
  DEFAULT_MAX_MESSAGES,
  MessageWindowChatMemory,
  type MessageWindowChatMemoryOptions,
} from './memory/message-window-chat-memory'
export {
  CONVERSATION_ID,
  MessageChatMemoryAdvisor,
  type MessageChatMemoryAdvisorOptions,
} from './advisors/message-chat-memory-advisor'

// Asking
export { ChatClient, type ChatClientOptions } from './client/chat-client'
export { ChatRequestSpec } from './client/chat-request-spec'
export { CallResponseSpec } from './client/call-response-spec'
export type { EntityOptions, ResponseEntity } from './client/entity'
export { StreamResponseSpec } from './client/stream-response-spec'
export type { ToolClass, ToolSource } from './client/tool-source'

// Agents
export { AgentContext, type AgentObservation } from './agent/agent-context'
export { ReactAgent, type AgentRunOptions, type ReactAgentOptions } from './agent/react-agent'

// What can go wrong
export { ChatError, type ChatErrorCode } from './chat-error'
