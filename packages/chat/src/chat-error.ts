/** What can go wrong in the chat room. Stable: a code is never given another meaning. */
export type ChatErrorCode =
  | 'CHAT_PROMPT_EMPTY'
  | 'CHAT_OPTION_INVALID'
  | 'CHAT_TOOL_ADVISOR_NOT_UNIQUE'
  | 'CHAT_ADVISOR_TWICE'
  | 'CHAT_TOOL_SOURCE_UNKNOWN'
  | 'CHAT_TOOL_CALLS_MISSING'
  | 'CHAT_TOOL_CALL_LIMIT_EXCEEDED'
  | 'CHAT_RESPONSE_MISSING'
  | 'CHAT_CONVERSATION_ID_MISSING'
  | 'CHAT_TURN_NOT_SUSPENDED'
  | 'CHAT_TURN_CHANGED'
  | 'CHAT_APPROVAL_UNKNOWN'
  | 'CHAT_APPROVAL_UNUSABLE'
  | 'CHAT_TOOL_ADVISOR_MISSING'
  /** No answer had the shape that was asked for. */
  | 'CHAT_OUTPUT_INVALID'
  /** The model refused to answer where data was asked for. */
  | 'CHAT_OUTPUT_REFUSED'
  | 'CHAT_VECTOR_STORE_FULL'
  | 'CHAT_EMBEDDING_MISMATCH'
  | 'CHAT_EMBEDDING_MODEL_MISSING'
  | 'CHAT_SCRIPT_EXHAUSTED'

/** A mistake in how the chat room is used, or a turn that could not go on. Test `code`, not the text. */
export class ChatError extends Error {
  override readonly name: string = 'ChatError'

  /**
   * @param problem what happened, with names
   * @param action what to do about it
   */
  constructor(
    readonly code: ChatErrorCode,
    problem: string,
    readonly action: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} ${action}`, options)
  }
}

interface NamedAdvisor {
  readonly name: string
  readonly order: number
}

/** A prompt has neither text nor messages. */
export const emptyPrompt = (): ChatError =>
  new ChatError(
    'CHAT_PROMPT_EMPTY',
    'The prompt is empty: it has neither text nor messages.',
    'Ask with prompt("…"), user("…") or messages(…).',
  )

/** An option has a value it cannot have. */
export const invalidOption = (option: string, value: unknown, action: string): ChatError =>
  new ChatError('CHAT_OPTION_INVALID', `${option} cannot be ${String(value)}.`, action)

/** A chain holds several advisors that run tools. */
export const toolAdvisorNotUnique = (advisors: readonly NamedAdvisor[]): ChatError =>
  new ChatError(
    'CHAT_TOOL_ADVISOR_NOT_UNIQUE',
    `At most one ToolAdvisor is allowed in the advisor chain, but found ${advisors.length}: ` +
      `[${advisors.map(({ name, order }) => `${name} (order=${order})`).join(', ')}].`,
    'Keep one: every one of them would run the same calls again.',
  )

/** A chain holds an advisor twice, or two that do the same. */
export const advisorTwice = (advisor: NamedAdvisor, other: NamedAdvisor): ChatError =>
  new ChatError(
    'CHAT_ADVISOR_TWICE',
    advisor === other
      ? `The advisor ${advisor.name} (order=${advisor.order}) stands in the chain twice.`
      : `${advisor.name} (order=${advisor.order}) and ${other.name} (order=${other.order}) remember in the same memory.`,
    'Keep one: the work of an advisor would be done twice. Those of the ChatClient, which are all advisor beans, are in every request.',
  )

/** Something given to `tools(...)` is not a source of tools. */
export const unknownToolSource = (what: string, action: string): ChatError =>
  new ChatError('CHAT_TOOL_SOURCE_UNKNOWN', `tools(...) was given ${what}.`, action)

/** The manager was asked to run calls of a response that has none. */
export const noToolCalls = (): ChatError =>
  new ChatError(
    'CHAT_TOOL_CALLS_MISSING',
    'The response asks for no tool call, so there is nothing to execute.',
    'Check hasToolCalls(response) before executeToolCalls(...).',
  )

/** The rest of a chain ended without a whole answer. */
export const noResponse = (place: string): ChatError =>
  new ChatError(
    'CHAT_RESPONSE_MISSING',
    `There is no answer: ${place} ended without a complete response.`,
    'An advisor must yield what next(request) yields, or a response of its own with `complete`.',
  )

/** A request that is to be remembered belongs to no conversation. */
export const conversationIdMissing = (): ChatError =>
  new ChatError(
    'CHAT_CONVERSATION_ID_MISSING',
    'The request belongs to no conversation, so it cannot be remembered.',
    "Say which one with prompt(…).conversation('…'). There is no default id, since its memory would be shared by everyone.",
  )

/** Tools are to be searched for a request that belongs to no session. */
export const sessionIdMissing = (key: string): ChatError =>
  new ChatError(
    'CHAT_CONVERSATION_ID_MISSING',
    `The request names no session, so its tools cannot be searched: the context must contain a non-null value for "${key}".`,
    `Say which one with prompt(…).conversation('…'), or put it into the context with prompt(…).context({ '${key}': '…' }).`,
  )

/** Something is to be found by meaning, and there is nothing that embeds texts. */
export const embeddingModelMissing = (setting: string): ChatError =>
  new ChatError(
    'CHAT_EMBEDDING_MODEL_MISSING',
    `${setting} needs a bean of type EmbeddingModel, and there is none.`,
    'Define one, for example in a @Configuration class, or a ToolIndex bean of your own, or set tool-index-type to keyword.',
  )

/** A turn cannot be resumed, since it does not wait. */
export const turnNotSuspended = (id: string): ChatError =>
  new ChatError(
    'CHAT_TURN_NOT_SUSPENDED',
    `The turn ${id} is not suspended: it was resumed already, it has expired, or another store has it.`,
    'Resume each state once, with a ChatClient that shares the TurnStore of the one that suspended it.',
  )

/** A state is not the one that was given out. */
export const turnChanged = (id?: string): ChatError =>
  new ChatError(
    'CHAT_TURN_CHANGED',
    `The state of ${id === undefined ? 'the turn' : `turn ${id}`} is not the one that was given out.`,
    'Pass it on as it was; other arguments go into the decision: approve({ … }).',
  )

/** A decision is about a call that is not suspended. */
export const approvalUnknown = (id: string, known: readonly string[]): ChatError =>
  new ChatError(
    'CHAT_APPROVAL_UNKNOWN',
    `No call of the turn waits for the approval ${id}.`,
    `The turn waits for: ${known.join(', ')}. Decide by the ids of its approvals.`,
  )

/** A call was approved that cannot run so: its tool is not there for whoever resumes, or the other arguments do not fit. The turn still waits. */
export const approvalUnusable = (name: string, problem: string, action: string): ChatError =>
  new ChatError('CHAT_APPROVAL_UNUSABLE', `The approved call of "${name}" cannot run: ${problem}.`, action)

/** A turn is to be resumed without a loop. */
export const toolAdvisorMissing = (): ChatError =>
  new ChatError(
    'CHAT_TOOL_ADVISOR_MISSING',
    'The turn cannot be resumed, since this request has no advisor that runs tools.',
    'Leave tool calling on for a request that resumes.',
  )

/** A store of documents holds as many as it may. */
export const vectorStoreFull = (maxDocuments: number): ChatError =>
  new ChatError(
    'CHAT_VECTOR_STORE_FULL',
    `The documents do not fit: the store holds ${maxDocuments} at most.`,
    'Raise maxDocuments, delete some, or take a store with a database behind it.',
  )

/** Embeddings do not fit the texts, or each other. */
export const embeddingMismatch = (expected: string, given: string): ChatError =>
  new ChatError(
    'CHAT_EMBEDDING_MISMATCH',
    `The embedding model was to answer for ${expected}, and gave ${given}.`,
    'Use one embedding model for all documents and queries of a store; add the documents again after a change.',
  )

/** A scripted model was asked more often than it has answers. */
export const scriptExhausted = (answers: number): ChatError =>
  new ChatError(
    'CHAT_SCRIPT_EXHAUSTED',
    `The script has ${answers} answer${answers === 1 ? '' : 's'}, and the model was asked once more.`,
    'Add an answer to the ScriptedChatModel, or find out why there was another round.',
  )
