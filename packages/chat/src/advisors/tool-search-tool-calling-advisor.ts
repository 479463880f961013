import { toolNamePattern, type EvictionStrategy, type ToolIndex, type ToolSet } from '@vernal/tools'
import { invalidOption, sessionIdMissing } from '../chat-error'
import { systemMessage, type Message } from '../messages/message'
import type { ToolExecutionResult } from '../loop/tool-execution'
import type { AdvisorNext } from './advisor'
import type { AdvisorContext, ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { CONVERSATION_ID } from './message-chat-memory-advisor'
import { ToolCallingAdvisor } from './tool-calling-advisor'
import type { ToolCallingAdvisorOptions } from './tool-calling-options'
import { withMessages } from './tool-loop-round'
import type { ToolLoopTurn } from './tool-loop-turn'
import { MAX_SEARCH_RESULTS, TOOL_SEARCH_TOOL_NAME } from './tool-search-tool'
import { ToolSearchSessions } from './tool-search-sessions'
import { ToolSearchTurn } from './tool-search-turn'
import { isWithin, type ToolSetSize } from './tool-set-size'

/** What a model is told about the search, after the system text. */
export const DEFAULT_TOOL_SEARCH_SUFFIX =
  `\nYou have a tool named ${TOOL_SEARCH_TOOL_NAME} that finds further tools. ` +
  'When you need to look something up or do something and see no tool for it, search for one before you answer.'

/** What a {@link ToolSearchToolCallingAdvisor} is made of, besides the tool loop. */
export interface ToolSearchToolCallingAdvisorOptions extends ToolCallingAdvisorOptions {
  /** How tools are found. */
  readonly toolIndex: ToolIndex
  /** Added to the system text of every turn with search. Not blank. Default {@link DEFAULT_TOOL_SEARCH_SUFFIX}. */
  readonly systemMessageSuffix?: string
  /**
   * Whether tools that were found stay visible, in the turn and in later turns of the session. Without, a round is sent what
   * the last round that found something has found. Default true.
   */
  readonly referenceToolNameAccumulation?: boolean
  /** Tools a search returns when the model does not say how many; 1 to 20, default 5. */
  readonly maxResults?: number
  /** Where the id of the session stands in the context. Not blank. Default: that of the conversation. */
  readonly sessionIdKeyName?: string
  /** Which sessions are forgotten. Default: the least recently used of more than 1,000. */
  readonly evictionStrategy?: EvictionStrategy
  /** Names of tools that are always sent, with `*` for any characters. Default none. */
  readonly alwaysVisible?: readonly string[]
  /** Up to this size of the attached tools all of them are sent and nothing is searched. Default: always searched. */
  readonly activateAbove?: ToolSetSize
}

/**
 * A tool loop that shows the model one tool, which finds the others.
 *
 * Of the tools attached to a request the model is sent `toolSearchTool`, those that are always visible, and those it has
 * found; it can call no others. What it found is kept with the session, whose id every request with tools must carry.
 * Nothing that happens in a search ends the turn.
 */
export class ToolSearchToolCallingAdvisor extends ToolCallingAdvisor {
  readonly #sessions: ToolSearchSessions
  readonly #suffix: string
  readonly #accumulates: boolean
  readonly #maxResults: number
  readonly #sessionIdKeyName: string
  readonly #isAlwaysVisible: (name: string) => boolean
  readonly #activateAbove: ToolSetSize
  readonly #turns = new WeakMap<AdvisorContext, ToolSearchTurn>()
  readonly #searches = new WeakMap<ToolLoopTurn, ToolSearchTurn>()

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for an option that is missing, blank or out of its range */
  constructor(options: ToolSearchToolCallingAdvisorOptions) {
    super(options)
    this.#sessions = new ToolSearchSessions(required(options.toolIndex), options.evictionStrategy)
    this.#suffix = notBlank('systemMessageSuffix', options.systemMessageSuffix ?? DEFAULT_TOOL_SEARCH_SUFFIX)
    this.#accumulates = options.referenceToolNameAccumulation ?? true
    this.#maxResults = resultCount(options.maxResults ?? 5)
    this.#sessionIdKeyName = notBlank('sessionIdKeyName', options.sessionIdKeyName ?? CONVERSATION_ID)
    this.#isAlwaysVisible = toolNamePattern(options.alwaysVisible ?? [])
    this.#activateAbove = options.activateAbove ?? {}
  }

  /** Forgets what a session has found. A turn of it that is under way goes on as it is. */
  evictSession(sessionId: string): void {
    this.#sessions.evict(sessionId)
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    try {
      yield* super.advise(request, next)
    } finally {
      this.#turns.get(request.context)?.close()
      this.#turns.delete(request.context)
    }
  }

  /** @throws {ChatError} `CHAT_CONVERSATION_ID_MISSING` when there is something to search and no session to search for */
  protected override initializeLoop(request: ChatClientRequest): ChatClientRequest {
    const { messages, options } = request.prompt
    const { tools, toolChoice } = options
    if (!tools || tools.size === 0 || isWithin(tools, this.#activateAbove)) return request
    const turn = this.#startTurn(request, tools)
    turn.reveal(namesCalledIn(messages))
    if (typeof toolChoice === 'object') turn.reveal([toolChoice.tool])
    // A suspended round that goes on has found its tools before; from the next round on it is as always.
    return withMessages(request, withSystemSuffix(messages, this.#suffix))
  }

  protected override beforeRound(request: ChatClientRequest, loopTurn: ToolLoopTurn): ChatClientRequest {
    const turn = this.#turns.get(request.context)
    if (!turn) return request
    this.#searches.set(loopTurn, turn)
    return withTools(request, turn.startRound(loopTurn.round))
  }

  protected override async nextInstructions(
    result: ToolExecutionResult,
    loopTurn: ToolLoopTurn,
  ): Promise<readonly Message[]> {
    const messages = await super.nextInstructions(result, loopTurn)
    const turn = this.#searches.get(loopTurn)
    if (!turn) return messages
    const refusals = turn.refusals(result.results.filter(({ isError }) => isError))
    return refusals.size > 0 ? messages.map((message) => withRefusals(message, refusals)) : messages
  }

  #startTurn(request: ChatClientRequest, attached: ToolSet): ToolSearchTurn {
    const sessionId = sessionIdOf(request.context.get(this.#sessionIdKeyName))
    if (sessionId === undefined) throw sessionIdMissing(this.#sessionIdKeyName)
    const turn = new ToolSearchTurn({
      session: this.#sessions.access(sessionId),
      attached,
      isAlwaysVisible: this.#isAlwaysVisible,
      accumulates: this.#accumulates,
      maxResults: this.#maxResults,
    })
    this.#turns.set(request.context, turn)
    return turn
  }
}

function sessionIdOf(value: unknown): string | undefined {
  const id = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  return typeof id === 'string' && id !== '' ? id : undefined
}

const withTools = (request: ChatClientRequest, tools: ToolSet): ChatClientRequest => ({
  ...request,
  prompt: { ...request.prompt, options: { ...request.prompt.options, tools } },
})

/** The suffix stands once, however often a turn is resumed. */
function withSystemSuffix(messages: readonly Message[], suffix: string): readonly Message[] {
  const first = messages.find(({ role }) => role === 'system')
  if (!first) return [systemMessage(suffix.trimStart()), ...messages]
  if (first.role !== 'system' || first.content.endsWith(suffix.trimStart())) return messages
  return messages.map((message) => (message === first ? systemMessage(first.content + suffix) : message))
}

/** A conversation that shows calls of tools has shown the tools. */
const namesCalledIn = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])).map(({ name }) => name)

function withRefusals(message: Message, refusals: ReadonlyMap<string, string>): Message {
  if (message.role !== 'tool') return message
  if (!message.results.some(({ callId }) => refusals.has(callId))) return message
  const results = message.results.map((result) => {
    const refusal = refusals.get(result.callId)
    return refusal === undefined ? result : { ...result, content: refusal }
  })
  return { ...message, results }
}

function required(toolIndex: ToolIndex | undefined): ToolIndex {
  if (toolIndex) return toolIndex
  throw invalidOption('toolIndex', toolIndex, 'Give a ToolIndex, for example new KeywordToolIndex().')
}

function notBlank(option: string, value: string): string {
  if (value.trim() !== '') return value
  throw invalidOption(option, 'blank', 'Leave it out for the default.')
}

function resultCount(value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MAX_SEARCH_RESULTS) return value
  throw invalidOption('maxResults', value, `It must be a whole number from 1 to ${MAX_SEARCH_RESULTS}.`)
}
