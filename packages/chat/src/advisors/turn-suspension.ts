import { randomUUID } from 'node:crypto'
import { assistantMessage } from '../messages/message'
import type { ApprovalDecision, TurnResumption } from '../loop/turn-approvals'
import { approvalId, type TurnState } from '../loop/turn-state'
import type { ToolExecutionResult } from '../loop/tool-execution'
import type { ChatResponse } from '../model/chat-response'
import type { ChatOptions } from '../model/prompt'
import type { ChatClientRequest } from './chat-client-request'
import type { ToolLoopTurn } from './tool-loop-turn'
import type { TurnEnding } from './turn-ending'

/** The answer whose calls were suspended, and what is known about them now. */
export interface ResumedRound {
  readonly answer: ChatResponse
  readonly settled: TurnState['results']
  readonly decisions: ReadonlyMap<string, ApprovalDecision>
}

/** Writes down a turn whose calls wait for consent. */
export function suspendedTurn(request: ChatClientRequest, turn: ToolLoopTurn, result: ToolExecutionResult): TurnState {
  const id = randomUUID()
  const approvals = result.suspended.map(({ call, arguments: bound }) => ({
    id: approvalId(id, call.id, call.name, call.arguments),
    callId: call.id,
    name: call.name,
    arguments: bound,
  }))
  return plainJson({
    version: 1,
    id,
    origin: { ...request.origin, context: plainEntries(request.origin.context) },
    transcript: turn.transcript,
    begin: turn.begin,
    options: withoutToolSet(request.prompt.options),
    message: result.message,
    results: result.results,
    approvals,
    rounds: turn.round,
    ...(turn.usage ? { usage: turn.usage } : {}),
  })
}

/** The turn waits, and the text says for what. */
export function suspendedEnding(answer: ChatResponse, state: TurnState): TurnEnding {
  const names = [...new Set(state.approvals.map(({ name }) => name))].join(', ')
  const generation = {
    message: assistantMessage(`This needs approval first: ${names}.`),
    finishReason: 'approval-required',
  } as const
  return {
    answer: { ...answer, generations: [generation] },
    outcome: { type: 'approvalRequired', approvals: state.approvals, state },
    isNew: true,
  }
}

/** The request as it was when the turn was suspended, with the tools that are attached to it now. */
export function resumedRequest(request: ChatClientRequest, state: TurnState): ChatClientRequest {
  const { tools } = request.prompt.options
  const options = tools ? { ...state.options, tools } : state.options
  return { ...request, prompt: { messages: state.transcript, options } }
}

/** The suspended round with the decisions, by call. */
export function resumedRound(state: TurnState, { decisions }: TurnResumption): ResumedRound {
  const decided = state.approvals.flatMap(({ id, callId }) => {
    const decision = decisions[id]
    return decision ? [[callId, decision] as const] : []
  })
  return {
    answer: { generations: [{ message: state.message }], metadata: {} },
    settled: state.results,
    decisions: new Map(decided),
  }
}

function withoutToolSet(options: ChatOptions): Omit<ChatOptions, 'tools'> {
  const { tools: _attachedAgain, ...rest } = options
  return rest
}

/** What a context holds beside data (clients, functions) belongs to the process; whoever resumes puts it there again. */
const plainEntries = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isPlain(value)))

function isPlain(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

const plainJson = (state: TurnState): TurnState =>
  JSON.parse(
    JSON.stringify(state, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as TurnState
