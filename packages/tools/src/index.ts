// For what the compiler notes about classes: it has to be there before the first class with a decorator.
import 'reflect-metadata'

// Declaring tools
export { Tool, type ToolOptions } from './definition/tool'
export {
  ToolParam,
  type ToolParamDecorator,
  type ToolParamEnum,
  type ToolParamOptions,
  type ToolParamType,
} from './definition/tool-param'
export {
  describeTool,
  type DescribedClass,
  type DescribedSources,
  type ToolDescription,
} from './definition/tool-description'
export { outlineHash } from './definition/source-outline'
export type { ToolDefinition, ToolEffect, ToolMetadata } from './definition/tool-definition'
export type { ToolAnnotations, ToolEffectTraits } from './definition/tool-annotations'
export type { ToolRetry, ToolRetryOptions } from './definition/tool-retry'
export type { ToolSetOptions } from './definition/tool-set-declaration'
export type { ToolTraits } from './definition/tool-traits'
export { augmentedTool, type AugmentedToolCall, type AugmentedToolOptions } from './registry/augmented-tool'
export { functionTool, type FunctionToolOptions, type ToolArgumentsOf } from './registry/function-tool'
export { workerTool, type WorkerToolOptions } from './registry/worker-tool'
export type { ToolWork } from './definition/tool-work'
export type { JsonSchema, ParameterSchema, StandardIssue, StandardResult, StandardSchema } from './schema/json-schema'
export { plainRootDialect, saidInWords, type SchemaDialect } from './schema/schema-dialect'
export { geminiDialect } from './schema/gemini-dialect'

// Holding tools
export { ToolCallback, type ToolCallbackParts } from './registry/tool-callback'
export { ToolCallbackProvider } from './registry/tool-callback-provider'
export { ToolCallbacks } from './registry/tool-callbacks'
export { ToolRegistry, type ToolRegistryEvent } from './registry/tool-registry'
export { ToolSet } from './registry/tool-set'
export { toolGraph, type ToolGraph, type ToolGraphNode } from './registry/tool-graph'

// Who may use tools
export { Authorize, RequireRole, type ToolAccess, type ToolAuthorizer } from './policy/tool-access'
export type { CallRate } from './policy/call-rate'
export { DeclaredToolPolicy, type DeclaredToolPolicyOptions } from './policy/declared-tool-policy'
export {
  ToolPolicy,
  type ToolCaller,
  type ToolDenial,
  type ToolPermission,
  type ToolPolicyCall,
  type ToolVerdict,
} from './policy/tool-policy'
export type { ToolPolicyRule } from './policy/tool-policy-rule'
export { principalOf, type ToolPrincipal } from './policy/tool-principal'
export { unmatchedToolNames } from './registry/unmatched-names'
export { VisibleTools } from './registry/visible-tools'

// Running tools
export { ToolOutput, type ResourceLink, type ToolContent, type ToolOutputParts } from './execution/tool-output'
export type { Media, MediaData, MediaLink } from './execution/media'
export type { OutputCheck } from './execution/output-check'
export { ToolContext, type ToolContextOptions, type ToolProgress } from './execution/tool-context'
export { ToolGate, type ToolGateOptions } from './execution/tool-gate'
export type { IncomingToolCall } from './execution/call-endings'
export type { ToolArguments, UnknownArguments } from './execution/argument-text'
export type { ToolApproval, ToolApprovalDecision, ToolApprovalRule } from './execution/tool-approval'
export type { KeptPart, ToolCallScope } from './execution/tool-call-scope'
export { InProcessToolExecutor, ToolExecutor, type ToolInvocation } from './execution/tool-executor'
export { WorkerToolExecutor, type WorkerToolExecutorOptions } from './execution/worker-tool-executor'
export { DefaultToolErrorPolicy, ToolErrorPolicy, type ToolErrorPolicyOptions } from './execution/tool-error-policy'
export type {
  ToolCall,
  ToolCallFailure,
  ToolCallFailureReason,
  ToolCallOutcome,
  ToolCallRefusal,
  ToolCallRefusalReason,
  ToolCallSuccess,
  ToolCallSuspension,
} from './execution/tool-call-outcome'
export type {
  ToolCallEvent,
  ToolCallObserver,
  ToolEnded,
  ToolProgressed,
  ToolRetried,
  ToolShadowed,
  ToolStarted,
} from './execution/tool-call-event'
export type { ArgumentConversion, ArgumentProblem } from './schema/binding-run'
export type { ToolInput } from './schema/tool-input'

// Finding tools
export {
  DEFAULT_SEARCH_LIMIT,
  IndexedTools,
  ToolIndex,
  type ToolSearchHit,
  type ToolSearchOptions,
} from './search/tool-index'
export { RegexToolIndex } from './search/regex-tool-index'
export { KeywordToolIndex, type KeywordToolIndexOptions } from './search/keyword-tool-index'
export { explainKeywordMatch, type KeywordFieldMatch } from './search/keyword-match'
export { VectorToolIndex, type VectorToolIndexOptions } from './search/vector-tool-index'
export { HybridToolIndex, type HybridToolIndexOptions } from './search/hybrid-tool-index'
export type { ToolDocument, ToolVectorSearch, ToolVectorStore } from './search/tool-vector-store'
export { toolNamePattern } from './definition/tool-name-pattern'
export { AlwaysEvict, EvictionStrategy, NeverEvict } from './search/eviction-strategy'
export { LruEviction } from './search/lru-eviction'
export { TtlEviction } from './search/ttl-eviction'
export { CompositeEviction } from './search/composite-eviction'

// What can go wrong
export { ToolError, type ToolErrorCode } from './tool-error'
