import type { ToolCallEvent } from '@vernal/tools'
import type { Message } from '../messages/message'
import { deadlineBreach, tokenBreach, type ToolCallLimitBreach } from '../loop/tool-call-limits'
import { ToolCallingManager, ToolCallLimitExceededError } from '../loop/tool-calling-manager'
import type { ToolExecutionResult } from '../loop/tool-execution'
import { takeTurn } from '../loop/turn-approvals'
import { turnEventOf } from '../loop/turn-event'
import type { TurnOutcome } from '../loop/turn-outcome'
import { InMemoryTurnStore, type TurnStore } from '../loop/turn-store'
import { hasToolCalls, type ChatResponse } from '../model/chat-response'
import { ADVISOR_ORDER, ToolAdvisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { askRound, withMessages, withoutForcedChoice, withToolsOff } from './tool-loop-round'
import { atLeastOne, checkedOrder, DEFAULT_MAX_ROUNDS, type ToolCallingAdvisorOptions } from './tool-calling-options'
import { ToolLoopTurn } from './tool-loop-turn'
import {
  addedMessages,
  completedEnding,
  directEnding,
  lastPieces,
  lastWordEnding,
  unansweredEnding,
  type CutShortOutcome,
  type TurnEnding,
} from './turn-ending'
import { resumedRequest, resumedRound, suspendedEnding, suspendedTurn, type ResumedRound } from './turn-suspension'

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
  /** Where turns wait whose calls need consent. */
  readonly turnStore: TurnStore
  readonly maxRounds: number
  readonly #order: number
  readonly #maxRefusedRounds: number
  readonly #maxTurnTokens: number
  readonly #turnTimeoutMs: number | undefined
  readonly #conversationHistory: boolean
  readonly #isEligible: (response: ChatResponse) => boolean

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a number out of its range */
  constructor(options: ToolCallingAdvisorOptions = {}) {
    super()
    this.manager = options.manager ?? new ToolCallingManager()
    this.maxRounds = atLeastOne('maxRounds', options.maxRounds ?? DEFAULT_MAX_ROUNDS)
    this.#order = checkedOrder(options.order ?? ADVISOR_ORDER.toolCalling)
    this.#maxRefusedRounds = atLeastOne('maxRefusedRounds', options.maxRefusedRounds ?? 3)
    this.#maxTurnTokens =
      options.maxTurnTokens === undefined ? Infinity : atLeastOne('maxTurnTokens', options.maxTurnTokens)
    this.#turnTimeoutMs =
      options.turnTimeoutMs === undefined ? undefined : atLeastOne('turnTimeoutMs', options.turnTimeoutMs)
    this.turnStore = options.turnStore ?? new InMemoryTurnStore()
    this.#conversationHistory = options.conversationHistory ?? true
    this.#isEligible = options.isEligible ?? hasToolCalls
  }

  override get order(): number {
    return this.#order
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    // A state is good for one resumption: it is not spent on a caller who has given up.
    request.signal.throwIfAborted()
    const state = request.resume && (await takeTurn(this.turnStore, request.resume, request.prompt.options.tools))
    const initial = await this.initializeLoop(state ? resumedRequest(request, state) : request)
    const turn = new ToolLoopTurn(initial.prompt.messages, state)
    const resumed = state && request.resume ? resumedRound(state, request.resume) : undefined
    let outcome: TurnOutcome = { type: 'failed' }
    try {
      const ending = yield* this.#untilDeadline(initial, turn, next, resumed)
      const last = yield* this.#end(initial, turn, ending)
      outcome = ending.outcome
      emitTurnEnded(request, turn, outcome)
      yield last
    } finally {
      if (outcome.type === 'failed')
        emitTurnEnded(request, turn, request.signal.aborted ? { type: 'aborted' } : outcome)
    }
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

  /** Without a deadline the rounds are handed on as they are: a generator in between would cost every chunk of a stream. */
  #untilDeadline(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
    resumed: ResumedRound | undefined,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    return this.#turnTimeoutMs
      ? this.#within(this.#turnTimeoutMs, request, turn, next, resumed)
      : this.#rounds(request, turn, next, resumed)
  }

  async *#within(
    timeoutMs: number,
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
    resumed: ResumedRound | undefined,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([request.signal, deadline])
    try {
      return yield* this.#rounds({ ...request, signal }, turn, next, resumed)
    } catch (error) {
      if (!deadline.aborted || request.signal.aborted) throw error
      return unansweredEnding(NOTHING, limitOutcome(turn, deadlineBreach(timeoutMs)))
    }
  }

  async *#rounds(
    initial: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
    resumed: ResumedRound | undefined,
  ): AsyncGenerator<ChatClientResponse, TurnEnding> {
    let request = initial
    let round: AnsweredRound = resumed ?? (yield* this.#round(request, turn, next))
    for (;;) {
      const { answer } = round
      request = round.request ?? request
      if (!this.#isEligible(answer)) return completedEnding(answer)
      if (turn.round >= this.maxRounds) return unansweredEnding(answer, this.#maxRoundsReached())
      const overBudget = this.#overBudget(turn)
      if (overBudget) return yield* this.#breached(request, turn, next, answer, overBudget)

      const result = await this.#execute(request, turn, round)
      if (result.suspended.length > 0) return await this.#suspend(request, turn, answer, result)
      request = withMessages(withoutForcedChoice(request), await this.nextInstructions(result, turn))
      if (result.breach && this.#endsTurn(turn))
        return yield* this.#breached(request, turn, next, answer, result.breach)
      if (result.returnDirect) return directEnding(answer, result)
      if (turn.round === this.maxRounds - 1) return yield* this.#lastWord(request, turn, next, this.#maxRoundsReached())
      round = yield* this.#round(request, turn, next)
    }
  }

  async *#round(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    next: AdvisorNext,
  ): AsyncGenerator<ChatClientResponse, AnsweredRound> {
    request.signal.throwIfAborted()
    turn.startRound()
    const prepared = await this.#prepare(request, turn)
    const response = yield* askRound(prepared, turn, next)
    return { request: prepared, answer: await this.afterResponse(response, turn) }
  }

  async #prepare(request: ChatClientRequest, turn: ToolLoopTurn): Promise<ChatClientRequest> {
    const known = turn.transcript.length
    const prepared = withReader(await this.beforeRound(request, turn), turn)
    const remembered = turn.transcript.slice(known)
    return remembered.length > 0 ? withMessages(prepared, [...prepared.prompt.messages, ...remembered]) : prepared
  }

  async #execute(request: ChatClientRequest, turn: ToolLoopTurn, round: AnsweredRound): Promise<ToolExecutionResult> {
    const prompt = { messages: turn.transcript, options: request.prompt.options }
    const { toolContext, signal } = request
    const { settled, decisions } = round
    const result = await this.manager
      .executeToolCalls(prompt, round.answer, {
        toolContext,
        signal,
        settled,
        decisions,
        turnId: turn.id,
        keepResult: (text, part) => turn.kept.keep(text, part),
        onEvent: (event) => emitToolEvent(request, turn, event),
      })
      .catch(resultUpToBreach)
    if (result.suspended.length === 0) {
      turn.roundExecuted(result.conversationHistory, result.refusedByLimit === result.results.length)
    }
    return result
  }

  async #suspend(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    answer: ChatResponse,
    result: ToolExecutionResult,
  ): Promise<TurnEnding> {
    const state = suspendedTurn(request, turn, result)
    await this.turnStore.save(state)
    request.emit({ type: 'approval-required', round: turn.round, approvals: state.approvals })
    return suspendedEnding(answer, state)
  }

  #overBudget(turn: ToolLoopTurn): ToolCallLimitBreach | undefined {
    const used = turn.usage?.totalTokens ?? 0
    return used >= this.#maxTurnTokens ? tokenBreach(this.#maxTurnTokens) : undefined
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
    const outcome = limitOutcome(turn, breach)
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

  async *#end(
    request: ChatClientRequest,
    turn: ToolLoopTurn,
    ending: TurnEnding,
  ): AsyncGenerator<ChatClientResponse, ChatClientResponse> {
    const { context, streaming } = request
    const { answer, outcome } = ending
    const metadata = turn.usage ? { ...answer.metadata, usage: turn.usage } : answer.metadata
    const complete = { ...answer, metadata }
    if (streaming) yield* lastPieces(ending, context)
    const chatResponse = streaming ? { generations: [], metadata } : complete
    const messages = addedMessages(turn, ending)
    return this.finalizeLoop({ chatResponse, complete, outcome, messages, context }, turn)
  }
}

/** The model was asked and has answered; or, when a turn is resumed, it had. */
interface AnsweredRound extends Partial<ResumedRound> {
  readonly answer: ChatResponse
  readonly request?: ChatClientRequest
}

const NOTHING: ChatResponse = { generations: [], metadata: {} }

/** A result that was cut can be read on, whatever tools a hook has chosen. */
function withReader(request: ChatClientRequest, { kept }: ToolLoopTurn): ChatClientRequest {
  const { messages, options } = request.prompt
  if (!options.tools) return request
  const tools = kept.offeredWith(options.tools)
  return tools === options.tools ? request : { ...request, prompt: { messages, options: { ...options, tools } } }
}

const limitOutcome = (turn: ToolLoopTurn, breach: ToolCallLimitBreach): CutShortOutcome => ({
  type: 'limitExceeded',
  breach,
  partialResults: turn.toolResults,
  answered: false,
})

function emitToolEvent(request: ChatClientRequest, turn: ToolLoopTurn, event: ToolCallEvent): void {
  const told = turnEventOf(event, turn.round)
  if (told) request.emit(told)
}

function emitTurnEnded(request: ChatClientRequest, turn: ToolLoopTurn, outcome: TurnOutcome): void {
  const { round, usage } = turn
  request.emit({ type: 'turn-ended', outcome, rounds: round, ...(usage ? { usage } : {}) })
}

function resultUpToBreach(error: unknown): ToolExecutionResult {
  if (error instanceof ToolCallLimitExceededError) return error.partial
  throw error
}
