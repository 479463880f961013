import type { ChatResponse, ChatResponseMetadata, Generation } from '@vernal/chat'

import { generationOf, otherMessageFields, reported, unusable, type AnswerParts, type AnswerSource } from './answer'
import { answeredCall, type AnsweredCall } from './answered-call'
import { CallIds } from '../call-ids'
import { contentText } from './content-text'
import { withoutInlineThinking } from './inline-thinking'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { reasoningText } from './reasoning-text'
import { isWireObject, otherFields, wireList, wireObject, wireText, type WireObject } from '../wire-value'
import { readUsage } from './wire-usage'

/**
 * Reads the body of an answer that came in one piece.
 *
 * @param extra what the headers said
 * @throws {ModelError} `MODEL_REPORTED_ERROR`, `MODEL_ANSWER_UNUSABLE`, `MODEL_ANSWER_CUT`
 */
export function readCompletion(text: string, source: AnswerSource, extra: WireObject = {}): ChatResponse {
  const body = parseBody(text, source)
  if (hasError(body)) throw reported(source, providerErrorWords(body) ?? 'no reason')
  const choices = wireList(body.choices).filter(isWireObject)
  if (choices.length === 0) throw unusable(source, withoutChoices(body, text))
  const ids = new CallIds(source.messages)
  const generations = choices.map((choice) => readChoice(choice, ids, source))
  return { generations, metadata: completionMetadata(body, extra) }
}

function parseBody(text: string, source: AnswerSource): WireObject {
  try {
    const body: unknown = JSON.parse(text)
    // One gateway wraps everything in a list.
    return wireObject(Array.isArray(body) ? body[0] : body)
  } catch {
    throw unusable(source, `its body is not JSON: ${bodyExcerpt(text)}`)
  }
}

const withoutChoices = (body: WireObject, text: string): string =>
  providerErrorWords(body) ?? `it has no choices: ${bodyExcerpt(text)}`

function readChoice(choice: WireObject, ids: CallIds, source: AnswerSource): Generation {
  if (!isWireObject(choice.message)) {
    if (hasError(choice)) throw reported(source, providerErrorWords(choice) ?? 'no reason')
    throw unusable(source, 'a choice has no message')
  }
  return generationOf(choiceParts(choice, choice.message, source), ids, source)
}

function choiceParts(choice: WireObject, message: WireObject, { inlinesThinking }: AnswerSource): AnswerParts {
  const refusal = wireText(message.refusal)
  const { text, reasoning } = withoutInlineThinking(contentText(message.content), inlinesThinking)
  return {
    text: text || (refusal ?? ''),
    reasoning: reasoningText(message) + reasoning,
    calls: messageCalls(message),
    rawFinishReason: wireText(choice.finish_reason),
    refusal,
    others: otherMessageFields(message),
    logprobs: choice.logprobs,
  }
}

function messageCalls(message: WireObject): readonly AnsweredCall[] {
  const entries = isWireObject(message.tool_calls) ? [message.tool_calls] : wireList(message.tool_calls)
  const legacy = entries.length === 0 && isWireObject(message.function_call) ? [message.function_call] : entries
  return legacy.map(answeredCall).filter((call) => call !== undefined)
}

const COMPLETION_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices', 'usage'])

/** Id, model, usage, and everything else the answer carried beside its choices. */
export function completionMetadata(body: WireObject, extra: WireObject): ChatResponseMetadata {
  const id = wireText(body.id)
  const model = wireText(body.model)
  const usage = readUsage(body.usage)
  const others = { ...extra, ...otherFields(body, COMPLETION_FIELDS) }
  return {
    ...(id ? { id } : {}),
    ...(model ? { model } : {}),
    ...(usage ? { usage } : {}),
    ...(Object.keys(others).length > 0 ? { extra: others } : {}),
  }
}
