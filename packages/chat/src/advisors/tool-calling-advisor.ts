import { invalidOption } from '../chat-error'
import type { Message } from '../messages/message'
import type { ToolCallLimitBreach } from '../loop/tool-call-limits'
import { ToolCallingManager, ToolCallLimitExceededError, type ToolExecutionResult } from '../loop/tool-calling-manager'
import { hasToolCalls, type ChatResponse } from '../model/chat-response'
import { ADVISOR_ORDER, ToolAdvisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { askRound, withMessages, withoutForcedChoice, withToolsOff } from './tool-loop-round'
import { ToolLoopTurn } from './tool-loop-turn'
import {
  completedEnding,
  directEnding,
  lastWordEnding,
  unansweredEnding,
  type CutShortOutcome,
  type TurnEnding,
} from './turn-ending'

/** Rounds of one turn, where nothing else is said. */
export const DEFAULT_MAX_ROUNDS = 50

/** What a {@link ToolCallingAdvisor} is made of. */
export interface ToolCallingAdvisorOptions {
  /** Default: a manager of its own, with defaults. */
  readonly manager?: ToolCallingManager
  /** Default `ADVISOR_ORDER.toolCalling`; strictly between `ADVISOR_ORDER.highest` and `ADVISOR_ORDER.lowest`. */
  readonly order?: number
  /** Model calls of one turn, at least 1. The last one is made with tools switched off, so that it answers. Default 50. */
  readonly maxRounds?: number
  /** With `RETURN_ERROR_RESPONSE`: after so many rounds in a row with nothing but refusals the turn ends. At least 1, default 3. */
  readonly maxRefusedRounds?: number
  /** Whether each round is sent what was said before in the turn. Off when a memory inside the loop does that. Default true. */
  readonly conversationHistory?: boolean
  /** Decides whether a response is executed. Default: whether it has tool calls. */
  readonly isEligible?: (response: ChatResponse) => boolean
}

/**
 * The tool loop: asks the model, runs the tools it asks for, asks again with the results, until it answers.
 *
 * One loop serves calls and streams. In a stream the text of every round is given out as it comes; tool calls are not,
 * they are told as events. A turn always ends, with an answer or a typed outcome, beside `complete` in the last response.
 *
 * Subclasses change the turn in its hooks: `initializeLoop`, `beforeRound`, `afterResponse`, `nextInstructions`,
 * `finalizeLoop`. They run for every kind of ending, in both flavours; only an error skips the ones after it.
 */
export class ToolCallingAdvisor extends ToolAdvisor {
  readonly manager: ToolCallingManager
  readonly maxRounds: number
  readonly #order: number
  readonly #maxRefusedRounds: number
  readonly #conversationHistory: boolean
  readonly #isEligible: (response: ChatResponse) => boolean

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a number out of its range */
  constructor(options: ToolCallingAdvisorOptions = {}) {
    super()
    this.manager = options.manager ?? new ToolCallingManager()
    this.maxRounds = atLeastOne('maxRounds', options.maxRounds ?? DEFAULT_MAX_ROUNDS)
    this.#order = checkedOrder(options.order ?? ADVISOR_ORDER.toolCalling)
    this.#maxRefusedRounds = atLeastOne('maxRefusedRounds', options.maxRefusedRounds ?? 3)
    this.#conversationHistory = options.conversationHistory ?? true
    this.#isEligible = options.isEligible ?? hasToolCalls
  }

  override get order(): number {
    return this.#order
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    const initial = await this.initializeLoop(request)
    const turn = new ToolLoopTurn(initial.prompt.messages)
    const ending = yield* this.#rounds(initial, turn, next)
    yield* this.#end(initial, turn, ending)
  }

  /** Once, before the first round. What it returns is the request of the turn. Default: the same. */
  protected initializeLoop(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    return request
  }

  /**
   * Before each round. Messages of the request it returns are sent in this round only; `turn.remember(...)` adds for
   * the rest of the turn, this round included. Options it sets hold for this and all later rounds.
   */
  protected beforeRound(
    request: ChatClientRequest,
    _turn: ToolLoopTurn,
  ): ChatClientRequest | Promise<ChatClientRequest> {
    return request
  }

  /** After each answer of the model, complete also in a stream. What it returns decides how the turn goes on. */
  protected afterResponse(response: ChatResponse, _turn: ToolLoopTurn): ChatResponse | Promise<ChatResponse> {
    return response
  }

  /** After the tools of a round ran: what the next round is sent. */
  protected nextInstructions(
    result: ToolExecutionResult,
    turn: ToolLoopTurn,
  ): readonly Message[] | Promise<readonly Message[]> {
    if (this.#conversationHistory) return turn.transcript
    const system = turn.transcript.filter((message) => message.role === 'system').slice(0, 1)
    return [...system, ...result.conversationHistory.slice(-1)]
  }

  /** Once, at the end, however the turn ended. In a stream only `complete` can still change. */
  protected finalizeLoop(
    response: ChatClientResponse,
    _turn: ToolLoopTurn,
  ): ChatClientResponse | Promise<ChatClientResponse> {
    return response
  }

  async *#rounds(
    initial: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    let request = initial
    for (;;) {
      const round = yield* this.#round(request, turn, next)
      const { answer } = round
      request = round.request
      if (!this.#isEligible(answer)) return completedEnding(answer)
      if (turn.round >= this.maxRounds) return unansweredEnding(answer, this.#maxRoundsReached())

      const result = await this.#execute(request, turn, answer)
      const messages = await this.nextInstructions(result, turn)
      request = withMessages(withoutForcedChoice(request), messages)
      if (result.returnDirect) return directEnding(answer, result)
      if (result.breach && this.#endsTurn(turn))
        return yield* this.#breached(request, turn, next, answer, result.breach)
      if (turn.round === this.maxRounds - 1) return yield* this.#lastWord(request, turn, next, this.#maxRoundsReached())
    }
  }

  async *#round(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
  ): AsyncGenerator<ChatClientResponse, { readonly request: ChatClientRequest; readonly answer: ChatResponse }> {
    request.signal.throwIfAborted()
    turn.startRound()
    const prepared = await this.#prepare(request, turn)
    const response = yield* askRound(prepared, turn, next)
    return { request: prepared, answer: await this.afterResponse(response, turn) }
  }

  async #prepare(request: ChatClientRequest, turn: ToolLoopTurn): Promise<ChatClientRequest> {
    const known = turn.transcript.length
    const prepared = await this.beforeRound(request, turn)
    const remembered = turn.transcript.slice(known)
    return remembered.length > 0 ? withMessages(prepared, [...prepared.prompt.messages, ...remembered]) : prepared
  }

  async #execute(request: ChatClientRequest, turn: ToolLoopTurn, answer: ChatResponse): Promise<ToolExecutionResult> {
    const prompt = { messages: turn.transcript, options: request.prompt.options }
    const { toolContext, signal, emit } = request
    const result = await this.manager
      .executeToolCalls(prompt, answer, { toolContext, signal, onEvent: emit })
      .catch(resultUpToBreach)
    turn.roundExecuted(result.conversationHistory, result.refusedByLimit === result.results.length)
    return result
  }

  #endsTurn(turn: ToolLoopTurn): boolean {
    const mode = this.manager.limits.onLimitExceeded
    return mode !== 'RETURN_ERROR_RESPONSE' || turn.refusedRounds >= this.#maxRefusedRounds
  }

  async *#breached(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
    answer: ChatResponse,
    breach: ToolCallLimitBreach,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    const outcome: CutShortOutcome = {
      type: 'limitExceeded',
      breach,
      partialResults: turn.toolResults,
      answered: false,
    }
    if (this.manager.limits.onLimitExceeded !== 'FORCE_FINAL_ANSWER') return unansweredEnding(answer, outcome)
    return yield* this.#lastWord(request, turn, next, outcome)
  }

  /** One more round, with tools switched off, so that the caller gets an answer from what is known. */
  async *#lastWord(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
    outcome: CutShortOutcome,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    const { answer } = yield* this.#round(withToolsOff(request), turn, next)
    return lastWordEnding(answer, outcome)
  }

  #maxRoundsReached(): CutShortOutcome {
    return { type: 'maxRounds', rounds: this.maxRounds, answered: false }
  }

  async *#end(request: ChatClientRequest, turn: ToolLoopTurn, ending: TurnEnding): AsyncIterable<ChatClientResponse> {
    const { context, streaming } = request
    const { answer, outcome } = ending
    const { usage } = turn
    const metadata = usage ? { ...answer.metadata, usage } : answer.metadata
    const complete = { ...answer, metadata }
    if (streaming && ending.isNew) yield { chatResponse: { ...answer, metadata: {} }, context }
    const chatResponse = streaming ? { generations: [], metadata } : complete
    const messages = addedMessages(turn, request.prompt.messages.length, ending)
    const last = await this.finalizeLoop({ chatResponse, complete, outcome, messages, context }, turn)
    request.emit({ type: 'turn-ended', outcome, rounds: turn.round, ...(usage ? { usage } : {}) })
    yield last
  }
}

/** What the turn added, as it was said: a text made for the caller is not part of it. */
function addedMessages(turn: ToolLoopTurn, begin: number, ending: TurnEnding): readonly Message[] {
  const added = turn.transcript.slice(begin).filter(({ role }) => role !== 'system')
  const answer = ending.isNew ? undefined : ending.answer.generations[0]?.message
  return answer ? [...added, answer] : added
}

function resultUpToBreach(error: unknown): ToolExecutionResult {
  if (error instanceof ToolCallLimitExceededError) return error.partial
  throw error
}

function atLeastOne(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value
  throw invalidOption(option, value, 'It must be a whole number of at least 1.')
}

function checkedOrder(order: number): number {
  if (order > ADVISOR_ORDER.highest && order < ADVISOR_ORDER.lowest) return order
  throw invalidOption(
    'The order of a ToolCallingAdvisor',
    order,
    `It must be between ADVISOR_ORDER.highest (${ADVISOR_ORDER.highest}) and ADVISOR_ORDER.lowest (${ADVISOR_ORDER.lowest}).`,
  )
}
