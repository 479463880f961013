/** What Spring AI 2 and Spring AI Alibaba call the parts of tool calling: facts to be found on the page that maps them. */
export const SPRING_AI_NAMES: Readonly<Record<'classes' | 'hooks' | 'properties', readonly string[]>> = {
  classes: `
    AccessDeniedException AdvisorParams AgentContext AgentTool AgentToolNode AlwaysEvictStrategy
    AssistantMessage AsyncToolCallback AsyncToolExecutor AugmentedToolCallback BaseAdvisor
    CallAdvisor CallAdvisorChain CancellationToken ChatClient ChatClientAutoConfiguration
    ChatClientMessageAggregator ChatClientRequest ChatClientRequestSpec ChatClientResponse ChatMemory ChatModel
    ChatModelCallAdvisor ChatResponse CompileConfig CompletableFuture CompositeEvictionStrategy ContextEditing
    DashScope DashScopeChatModel DashScopeToolSchemaConverter DefaultToolCallResultConverter
    DefaultToolCallingManager DefaultToolExecutionExceptionProcessor DefaultToolExecutor DefaultToolRegistry
    DelegatingToolCallbackResolver FunctionToolCallback HumanInTheLoop InMemoryChatMemoryRepository
    JsonClassDescription JsonProperty JsonPropertyDescription LargeResultEviction
    LruEvictionStrategy LuceneToolIndex MemoryAdvisor MemorySaver MessageAggregator MessageChatMemoryAdvisor
    MessageWindowChatMemory MethodToolCallback MethodToolCallbackProvider ModelCallLimit ModelFallback
    ModelInterceptor ModelRetry NeverEvictStrategy OpenAiChatModel PatchToolCalls PreAuthorize ReactAgent
    RegexToolIndex SafeGuardAdvisor SimpleLoggerAdvisor SpringBeanToolCallbackResolver
    StaticToolCallbackProvider StaticToolCallbackResolver StreamAdvisor StreamAdvisorChain
    StreamingModelInterceptor StructuredOutputValidationAdvisor TaskExecutor
    ThreadPoolTaskExecutor ToolAdvisor ToolBeanPostProcessor ToolCallAdvisor ToolCallLimit
    ToolCallLimitBehavior ToolCallLimitExceededException ToolCallback
    ToolCallbackProvider ToolCallbackResolver ToolCallbacks ToolCallingAdvisor ToolCallingChatOptions
    ToolCallingManager ToolContext ToolDefinition ToolEmulator ToolExecutionEligibilityChecker
    ToolExecutionEligibilityPredicate ToolExecutionException ToolExecutionExceptionProcessor
    ToolExecutionResult ToolExecutor ToolIndex ToolInterceptor ToolMetadata ToolMethod ToolNotFoundException
    ToolParam ToolParameterMetadata ToolReference ToolRegistry ToolResponse ToolResponseMessage ToolRetry
    ToolSchemaGenerator ToolSearchRequest ToolSearchResponse ToolSearchToolCallingAdvisor ToolSelection
    TtlEvictionStrategy UserMessage VectorStore VectorToolIndex
  `
    .trim()
    .split(/\s+/),
  hooks: [
    'doAfterCall',
    'doAfterStream',
    'doBeforeCall',
    'doBeforeStream',
    'doFinalizeLoop',
    'doFinalizeLoopStream',
    'doGetNextInstructionsForToolCall',
    'doGetNextInstructionsForToolCallStream',
    'doInitializeLoop',
    'doInitializeLoopStream',
  ],
  properties: [
    'spring.ai.chat.client.enabled',
    'spring.ai.chat.client.tool-calling.advisor-order',
    'spring.ai.chat.client.tool-calling.enabled',
    'spring.ai.chat.client.tool-search-advisor.*',
    'spring.ai.dashscope.*',
    'spring.ai.model.chat',
    'spring.ai.tools.limits.excluded-tools',
    'spring.ai.tools.limits.max-calls-per-tool-default',
    'spring.ai.tools.limits.max-total-tool-calls',
    'spring.ai.tools.limits.on-limit-exceeded',
    'spring.ai.tools.observations.include-content',
    'spring.ai.tools.resolution.fallback.enabled',
    'spring.ai.tools.throw-exception-on-error',
  ],
}
