import type { ChatResponse, ChatResponseMetadata, Generation } from '@vernal/chat'

import {
  choiceDetails,
  generationOf,
  otherMessageFields,
  reported,
  unusable,
  type AnswerParts,
  type AnswerSource,
} from './answer'
import { answeredCall, isWholeJson, type AnsweredCall } from './answered-call'
import { CallIds } from '../call-ids'
import { contentText } from './content-text'
import { withoutInlineThinking } from './inline-thinking'
import { rawFinishReason } from './finish-reason'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { reasoningText } from './reasoning-text'
import { isWireObject, otherFields, wireList, wireNumber, wireObject, wireText, type WireObject } from '../wire-value'
import { readUsage, usageOf } from './wire-usage'

/**
 * Reads the body of an answer that came in one piece.
 *
 * @param extra what the headers said
 * @throws {ModelError} `MODEL_REPORTED_ERROR`, `MODEL_ANSWER_UNUSABLE`, `MODEL_ANSWER_CUT`
 */
export function readCompletion(text: string, source: AnswerSource, extra: WireObject = {}): ChatResponse {
  const body = parseBody(text, source)
  if (hasError(body)) throw reported(source, providerErrorWords(body) ?? 'no reason')
  const choices = choicesOf(body)
  if (choices.length === 0) throw unusable(source, withoutChoices(body, text))
  const ids = new CallIds(source.messages)
  const generations = inOrder(choices).map((choice) => readChoice(choice, ids, source))
  return { generations, metadata: completionMetadata(body, extra) }
}

/** Several choices may come in any order. */
const inOrder = (choices: readonly WireObject[]): readonly WireObject[] =>
  [...choices].sort((left, right) => (wireNumber(left.index) ?? 0) - (wireNumber(right.index) ?? 0))

function parseBody(text: string, source: AnswerSource): WireObject {
  try {
    return unwrapped(JSON.parse(withoutMark(text)))
  } catch {
    throw unusable(source, `its body is not JSON: ${bodyExcerpt(text)}`)
  }
}

/** Some servers begin with the mark of a byte order. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** One gateway wraps everything in a list. */
export const unwrapped = (body: unknown): WireObject => wireObject(Array.isArray(body) ? body[0] : body)

/** The choices of a body, or of a chunk of a stream. */
export function choicesOf({ choices }: WireObject): readonly WireObject[] {
  if (isWireObject(choices)) return [choices]
  const list = wireList(choices)
  return list.every(isWireObject) ? list : list.filter(isWireObject)
}

const withoutChoices = (body: WireObject, text: string): string =>
  providerErrorWords(body) ?? `it has no choices: ${bodyExcerpt(text)}`

function readChoice(choice: WireObject, ids: CallIds, source: AnswerSource): Generation {
  // Some servers answer with the pieces of a stream although none was asked for.
  const message = isWireObject(choice.message) ? choice.message : choice.delta
  refuseFailedChoice(choice, source)
  if (!isWireObject(message)) throw unusable(source, 'a choice has no message')
  const parts = choiceParts(choice, message, source)
  if (parts.calls.length === 0 && parts.text === '' && wireList(message.tool_calls).length > 0) {
    throw unusable(source, 'its tool calls name no tool')
  }
  return generationOf(parts, ids, source)
}

/** @throws {ModelError} `MODEL_REPORTED_ERROR` when a choice carries an error or says that it failed */
export function refuseFailedChoice(choice: WireObject, source: AnswerSource): void {
  if (!hasError(choice) && choice.finish_reason !== 'error') return
  throw reported(source, providerErrorWords(choice) ?? 'no reason')
}

function choiceParts(choice: WireObject, message: WireObject, { inlinesThinking }: AnswerSource): AnswerParts {
  const refusal = wireText(message.refusal)
  const { text, reasoning } = withoutInlineThinking(contentText(message.content), inlinesThinking)
  return {
    text: text || (refusal ?? ''),
    reasoning: reasoningText(message) + reasoning,
    calls: messageCalls(message),
    rawFinishReason: rawFinishReason(choice.finish_reason),
    refusal,
    others: otherMessageFields(message),
    details: joinedDetails(choiceDetails(choice), messageDetails(message)),
  }
}

/** Citations and sound, where the server sent them. */
export function messageDetails({ annotations, audio }: WireObject): Record<string, unknown> | undefined {
  const hasAnnotations = wireList(annotations).length > 0
  if (!hasAnnotations && !isWireObject(audio)) return undefined
  return { ...(hasAnnotations ? { annotations } : {}), ...(isWireObject(audio) ? { audio } : {}) }
}

const joinedDetails = (choice: WireObject | undefined, message: WireObject | undefined): WireObject | undefined =>
  choice || message ? { ...choice, ...message } : undefined

function messageCalls(message: WireObject): readonly AnsweredCall[] {
  const given = parsedCalls(message.tool_calls)
  const entries = isWireObject(given) ? [given] : wireList(given)
  const legacy = entries.length === 0 && isWireObject(message.function_call) ? [message.function_call] : entries
  return legacy.map(answeredCall).filter((call) => call !== undefined)
}

/** One gateway writes the list as JSON text. */
function parsedCalls(given: unknown): unknown {
  return typeof given === 'string' && isWholeJson(given) && given.trim() !== '' ? (JSON.parse(given) as unknown) : given
}

/** The fields of an answer that have a place of their own. */
export const COMPLETION_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  // Noise that hides the lengths of the pieces.
  'obfuscation',
])

/** Id, model, usage, and everything else the answer carried beside its choices. */
export function completionMetadata(body: WireObject, extra: WireObject): ChatResponseMetadata {
  const id = wireText(body.id)
  const model = wireText(body.model)
  const usage = readUsage(usageOf(body))
  const others = { ...extra, ...otherFields(body, COMPLETION_FIELDS) }
  return {
    ...(id ? { id } : {}),
    ...(model ? { model } : {}),
    ...(usage ? { usage } : {}),
    ...(Object.keys(others).length > 0 ? { extra: others } : {}),
  }
}
