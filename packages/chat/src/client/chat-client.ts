import {
  DeclaredToolPolicy,
  principalOf,
  type ToolCallback,
  type ToolPolicy,
  type ToolRegistry,
  type ToolSet,
  VisibleTools,
} from '@vernal/tools'
import { AdvisorChain } from '../advisors/advisor-chain'
import { ToolAdvisor, type Advisor } from '../advisors/advisor'
import type { ChatClientRequest } from '../advisors/chat-client-request'
import { SingleRoundAdvisor } from '../advisors/single-round-advisor'
import { ToolCallingAdvisor } from '../advisors/tool-calling-advisor'
import { emptyPrompt, toolAdvisorMissing, turnChanged } from '../chat-error'
import type { ApprovalDecisions } from '../loop/turn-approvals'
import type { TurnState } from '../loop/turn-state'
import type { TurnEvent, TurnEventSink, TurnListener } from '../loop/turn-event'
import type { ChatModel } from '../model/chat-model'
import type { ChatOptions, Prompt } from '../model/prompt'
import { ChatRequestSpec, type TurnRun } from './chat-request-spec'
import { requestMessages, type ChatRequestState } from './chat-request-state'
import { runTurn } from './turn'
import { ToolSetCache, ToolSourceResolver, type ToolSource } from './tool-source'

/** What a {@link ChatClient} is made of, and the defaults of its requests. */
export interface ChatClientOptions {
  readonly model: ChatModel
  /** Instructions of every request that has none of its own. */
  readonly system?: string
  /** Options of the model, under those of the request. */
  readonly options?: ChatOptions
  /** Tools of every request. */
  readonly tools?: readonly ToolSource[]
  /** Where classes and names given to `tools(...)` are looked up. */
  readonly registry?: ToolRegistry
  /** Values of every tool's `ToolContext`, under those of the request. */
  readonly toolContext?: Readonly<Record<string, unknown>>
  /** Decides which tools a caller is offered; the gate asks it again for every call. Default: what the tools say of themselves. */
  readonly toolPolicy?: ToolPolicy
  /** Around every request. */
  readonly advisors?: readonly Advisor[]
  /** The loop of every request whose advisors have none. Default: one with defaults. */
  readonly toolCallingAdvisor?: ToolAdvisor
  /** Whether tool calls are executed where a request does not say. Default true. */
  readonly toolCalling?: boolean
  /** Told what happens in every turn. */
  readonly listeners?: readonly TurnListener[]
}

/**
 * Asks a model, through advisors, with tools.
 *
 * Immutable and shared: any number of requests may run at once.
 *
 * ```ts
 * const answer = await chatClient.prompt('Which orders did customer 42 place?').call().content()
 * ```
 */
export class ChatClient {
  readonly #options: ChatClientOptions
  readonly #sources: ToolSourceResolver
  readonly #defaultTools = new ToolSetCache()
  readonly #requestTools = new ToolSetCache()
  readonly #visible: VisibleTools
  readonly #toolAdvisor: ToolAdvisor
  readonly #chain: AdvisorChain
  readonly #chainWithoutLoop: AdvisorChain

  /** @throws {ChatError} `CHAT_TOOL_ADVISOR_NOT_UNIQUE` when more than one default advisor runs tools */
  constructor(options: ChatClientOptions) {
    this.#options = options
    this.#sources = new ToolSourceResolver(options.registry)
    this.#visible = new VisibleTools(options.toolPolicy ?? new DeclaredToolPolicy())
    this.#toolAdvisor = options.toolCallingAdvisor ?? new ToolCallingAdvisor()
    this.#chain = this.#compose([], true)
    this.#chainWithoutLoop = this.#compose([], false)
  }

  /** A client like this one, with some of its options replaced. This one stays as it is. */
  with(change: Partial<ChatClientOptions>): ChatClient {
    return new ChatClient({ ...this.#options, ...change })
  }

  /**
   * Starts a request: with the user's text, with a whole prompt, or empty, to be filled by the methods of what is returned.
   *
   * @throws {ChatError} `CHAT_PROMPT_EMPTY` for an empty text; a request that stays empty throws when it is asked
   */
  prompt(prompt?: string | Prompt): ChatRequestSpec {
    if (prompt === '') throw emptyPrompt()
    return new ChatRequestSpec(this.#initialState(prompt), (state, streaming) => this.#run(state, streaming))
  }

  /**
   * Goes on with a turn that waits for consent. Attach the tools and the tool context of the turn again, then call or stream:
   * what is approved runs, what is denied is told to the model, what is not named stays suspended. Calls of the turn that
   * have run do not run again.
   *
   * The request rejects with a {@link ChatError}: `CHAT_TURN_NOT_SUSPENDED` when the state was used before or has expired,
   * `CHAT_TURN_CHANGED` when it is not what was given out, `CHAT_APPROVAL_UNKNOWN` for a decision about another call, `CHAT_APPROVAL_UNUSABLE`
   * when a call is approved whose tool is not there for this caller, or with arguments that do not fit, `CHAT_OPTION_INVALID` for a
   * decision that is none. A turn that could not be resumed goes on waiting.
   *
   * @param state of the outcome `approvalRequired`
   * @param decisions by the ids of the state's approvals, made with `approve` and `deny`
   * @throws {ChatError} `CHAT_TURN_CHANGED` at once when `state` is no state at all
   */
  resume(state: TurnState, decisions: ApprovalDecisions): ChatRequestSpec {
    if (!isTurnState(state)) throw turnChanged()
    const { messages, options, context } = state.origin
    const { system: _inMessages, ...initial } = this.#initialState(undefined)
    const resumed = { ...initial, messages, options, context, resume: { state, decisions } }
    return new ChatRequestSpec(resumed, (request, streaming) => this.#run(request, streaming))
  }

  #initialState(prompt: string | Prompt | undefined): ChatRequestState {
    const { system, options, toolContext = {}, toolCalling = true, listeners = [] } = this.#options
    const given = typeof prompt === 'object' ? prompt : undefined
    const { tools, ...givenOptions } = given?.options ?? {}
    return {
      ...(system ? { system } : {}),
      ...(typeof prompt === 'string' ? { user: prompt } : {}),
      messages: given?.messages ?? [],
      options: { ...options, ...givenOptions },
      tools: tools ? [tools] : [],
      toolContext,
      toolCalling,
      advisors: [],
      context: {},
      sinks: listeners.map((listener) => (event) => listener.onEvent(event)),
    }
  }

  #run(state: ChatRequestState, streaming: boolean): TurnRun {
    const controller = new AbortController()
    const signal = state.signal ? AbortSignal.any([state.signal, controller.signal]) : controller.signal
    const chain = this.#chainOf(state)
    if (state.resume && !chain.hasToolAdvisor) throw toolAdvisorMissing()
    const request = this.#request(state, streaming, signal)
    return {
      responses: runTurn(chain, request),
      abort: () => controller.abort(),
      advisors: chain.advisors.map(({ name }) => name),
    }
  }

  #request(state: ChatRequestState, streaming: boolean, signal: AbortSignal): Omit<ChatClientRequest, 'onEnd'> {
    const messages = requestMessages(state)
    if (messages.length === 0) throw emptyPrompt()
    const { toolContext: values } = state
    const tools = this.#visible.of(this.#toolsOf(state), { principal: principalOf(values), values })
    return {
      prompt: { messages, options: tools.size > 0 ? { ...state.options, tools } : state.options },
      streaming,
      context: new Map(Object.entries(state.context)),
      toolContext: state.toolContext,
      signal,
      emit: emitTo(state.sinks),
      origin: { messages, options: state.options, context: state.context },
      ...(state.resume ? { resume: state.resume } : {}),
    }
  }

  /** The request's and the client's; when neither has any, the model's own, so that what it may call can run. */
  #toolsOf(state: ChatRequestState): ToolSet {
    const defaults = this.#defaultTools.of(this.#resolve(this.#options.tools ?? []))
    if (state.tools.length === 0) {
      const fallback = state.options.tools ?? this.#options.model.defaultOptions.tools
      return defaults.size > 0 ? defaults : (fallback ?? defaults)
    }
    return this.#requestTools.of([...defaults, ...this.#resolve(state.tools)])
  }

  #resolve(sources: readonly ToolSource[]): readonly ToolCallback[] {
    return sources.flatMap((source) => [...this.#sources.resolve(source)])
  }

  #chainOf({ advisors, toolCalling }: ChatRequestState): AdvisorChain {
    if (advisors.length > 0) return this.#compose(advisors, toolCalling)
    return toolCalling ? this.#chain : this.#chainWithoutLoop
  }

  #compose(requestAdvisors: readonly Advisor[], toolCalling: boolean): AdvisorChain {
    const advisors = [...(this.#options.advisors ?? []), ...requestAdvisors]
    const others = advisors.filter((advisor) => !(advisor instanceof ToolAdvisor))
    if (!toolCalling) return new AdvisorChain([...others, new SingleRoundAdvisor()], this.#options.model)
    const hasLoop = others.length < advisors.length
    return new AdvisorChain(hasLoop ? advisors : [...advisors, this.#toolAdvisor], this.#options.model)
  }
}

/** A state comes back from outside: what it says is checked against the store, what it is made of is checked here. */
const isTurnState = (state: Partial<TurnState> | undefined | null): boolean =>
  typeof state?.id === 'string' &&
  Array.isArray(state.origin?.messages) &&
  typeof state.origin.options === 'object' &&
  typeof state.origin.context === 'object'

/** One sink for all: whoever listens cannot disturb the turn. */
function emitTo(sinks: readonly TurnEventSink[]): TurnEventSink {
  return (event: TurnEvent) => {
    for (const sink of sinks) {
      try {
        const told: unknown = sink(event)
        if (told instanceof Promise) told.catch(() => {})
      } catch {
        // What a listener throws, now or later, is its own.
      }
    }
  }
}
