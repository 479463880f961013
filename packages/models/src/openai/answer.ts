import { assistantMessage, type Generation, type Message } from '@vernal/chat'
import { refuseCutCalls, usableCalls, type AnsweredCall } from './answered-call'
import { reportedError, unusableAnswer, type ModelError } from '../model-error'
import type { CallIds } from '../call-ids'
import { withEchoedFields } from './echoed-fields'
import { finishReason } from './finish-reason'
import { otherFields, type WireObject } from '../wire-value'

/** Where an answer comes from, and what it answers. */
export interface AnswerSource {
  /** Names the server in errors. */
  readonly server: string
  /** The conversation so far. */
  readonly messages: readonly Message[]
  /** Whether thoughts stand between tags at the beginning of the text. */
  readonly inlinesThinking: boolean
  /** Takes secrets out of words of the server. */
  readonly conceal: (words: string) => string
}

/** The server reported an error within its answer. */
export const reported = (source: AnswerSource, words: string): ModelError =>
  reportedError(source.server, source.conceal(words))

/** What the server sent is no answer of a chat model. */
export const unusable = (source: AnswerSource, problem: string): ModelError =>
  unusableAnswer(source.server, source.conceal(problem))

/** What a server said in one choice, however it was sent. */
export interface AnswerParts {
  readonly text: string
  readonly calls: readonly AnsweredCall[]
  readonly rawFinishReason: string | undefined
  /** Why the model refused, in its words. */
  readonly refusal?: string | undefined
  /** What the model thought; in a stream nothing, since it was handed out already. */
  readonly reasoning?: string | undefined
  /** Fields of the message outside the protocol (reasoning, signatures). */
  readonly others?: WireObject | undefined
  /** What else the server said about it (log-probs, filter results, citations). */
  readonly details?: WireObject | undefined
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'function_call',
  'refusal',
  'annotations',
  'audio',
  'name',
  'parsed',
])

/** Fields of a message that are not part of the protocol. */
export const otherMessageFields = (message: WireObject): WireObject | undefined => otherFields(message, MESSAGE_FIELDS)

const CHOICE_FIELDS: ReadonlySet<string> = new Set(['index', 'message', 'delta', 'finish_reason', 'usage', 'text'])

/** What a choice says beside its message: log-probs, and fields outside the protocol. */
export const choiceDetails = (choice: WireObject): Record<string, unknown> | undefined =>
  otherFields(choice, CHOICE_FIELDS)

/**
 * The generation a choice stands for.
 *
 * @throws {ModelError} `MODEL_ANSWER_CUT` when the token limit cut the arguments of a call
 */
export function generationOf(parts: AnswerParts, ids: CallIds, source: AnswerSource): Generation {
  const reason = finishReason(parts.rawFinishReason, parts.calls.length > 0)
  if (reason !== 'stop' && reason !== 'tool-calls') refuseCutCalls(parts, source.server)
  const { toolCalls, echoed } = usableCalls(parts.calls, ids)
  const { reasoning, refusal, details } = parts
  return {
    message: withEchoedFields(assistantMessage(parts.text, toolCalls), {
      ...(parts.others ? { message: parts.others } : {}),
      ...(echoed ? { calls: echoed } : {}),
    }),
    finishReason: reason,
    ...(parts.rawFinishReason === undefined ? {} : { rawFinishReason: parts.rawFinishReason }),
    ...(reasoning ? { reasoning } : {}),
    ...(refusal === undefined ? {} : { refusal }),
    ...(details ? { metadata: details } : {}),
  }
}
