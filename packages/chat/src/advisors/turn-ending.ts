import { assistantMessage, type Message } from '../messages/message'
import type { ToolExecutionResult } from '../loop/tool-execution'
import type { TurnOutcome } from '../loop/turn-outcome'
import {
  hasToolCalls,
  responseText,
  type ChatResponse,
  type FinishReason,
  type Generation,
} from '../model/chat-response'
import type { AdvisorContext, ChatClientResponse } from './chat-client-request'
import { lastPiece } from './tool-loop-round'
import type { ToolLoopTurn } from './tool-loop-turn'

/** How a turn ends. */
export interface TurnEnding {
  readonly answer: ChatResponse
  readonly outcome: TurnOutcome
  /** Whether a stream still has to give out the text. */
  readonly isNew: boolean
}

/** An outcome that may come with or without an answer of the model. */
export type CutShortOutcome = Extract<TurnOutcome, { readonly answered: boolean }>

/** The model answered. */
export const completedEnding = (answer: ChatResponse): TurnEnding => ({
  answer,
  outcome: { type: 'completed' },
  isNew: false,
})

/** The results of the tools are the answer: one generation for each. */
export function directEnding(answer: ChatResponse, result: ToolExecutionResult): TurnEnding {
  const generations = result.results.map(({ callId, name, content }) => ({
    ...synthetic(content, 'return-direct'),
    metadata: { toolCallId: callId, toolName: name },
  }))
  const tools = [...new Set(result.results.map(({ name }) => name))]
  return { answer: { ...answer, generations }, outcome: { type: 'returnDirect', tools }, isNew: true }
}

/** The turn was cut short, and the text says why, since the model has not answered. */
export const unansweredEnding = (answer: ChatResponse, outcome: CutShortOutcome): TurnEnding => ({
  answer: { ...answer, generations: [synthetic(reasonText(outcome), 'limit-exceeded')] },
  outcome: { ...outcome, answered: false },
  isNew: true,
})

/** The turn was cut short after a last round with tools off: its text is the answer, if it has any. */
export function lastWordEnding(answer: ChatResponse, outcome: CutShortOutcome): TurnEnding {
  if (responseText(answer) === '') return unansweredEnding(answer, outcome)
  return { answer: spokenOnly(answer), outcome: { ...outcome, answered: true }, isNew: false }
}

/** What of an answer is words. Some models call tools though they are switched off. */
export const spokenOnly = (answer: ChatResponse): ChatResponse =>
  hasToolCalls(answer) ? { ...answer, generations: answer.generations.map(withoutCalls) } : answer

function withoutCalls({ message, finishReason, ...generation }: Generation): Generation {
  const { toolCalls: _ignored, ...said } = message
  const reason = finishReason === 'tool-calls' ? 'stop' : finishReason
  return { ...generation, message: said, ...(reason ? { finishReason: reason } : {}) }
}

const synthetic = (text: string, finishReason: FinishReason): Generation => ({
  message: assistantMessage(text),
  finishReason,
})

const reasonText = (outcome: CutShortOutcome): string =>
  outcome.type === 'limitExceeded'
    ? outcome.breach.message
    : `The turn reached its limit of ${outcome.rounds} rounds without an answer.`

/** What no round has given out: a text made for the caller, or calls that are left to it. */
export function* lastPieces({ answer, isNew }: TurnEnding, context: AdvisorContext): Iterable<ChatClientResponse> {
  const piece = isNew ? undefined : lastPiece(answer)
  const generations = isNew ? answer.generations : piece ? [piece] : []
  if (generations.length > 0) yield { chatResponse: { generations, metadata: {} }, context }
}

/** What the turn added, as it was said: a text made for the caller is not part of it. */
export function addedMessages(turn: ToolLoopTurn, ending: TurnEnding): readonly Message[] {
  const answer = ending.isNew ? undefined : ending.answer.generations[0]?.message
  return answer ? [...turn.added, answer] : turn.added
}
