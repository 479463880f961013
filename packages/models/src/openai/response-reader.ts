import type { ChatResponse, ChatResponseMetadata } from '@vernal/chat'

import { generationOf, reported, unusable, type AnswerParts, type AnswerSource } from './answer'
import { argumentsText, type AnsweredCall } from './answered-call'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { readUsage } from './wire-usage'
import { CallIds } from '../call-ids'
import { isWireObject, wireList, wireText, type WireObject } from '../wire-value'
import { withKeptItems } from './output-items'

/** Reads the body of an answer that came in one piece. */
export function readResponse(text: string, source: AnswerSource, extra: WireObject): ChatResponse {
  const response = parsed(text, source)
  refuseFailed(response, source)
  const output = outputItems(response)
  if (!Array.isArray(response.output)) {
    throw unusable(source, providerErrorWords(response) ?? `it has no output: ${bodyExcerpt(text)}`)
  }
  return answerOf(response, output, source, { extra, withText: true })
}

/** @throws {ModelError} `MODEL_REPORTED_ERROR` when the response carries an error or says that it failed */
export function refuseFailed(response: WireObject, source: AnswerSource): void {
  if (hasError(response) || response.status === 'failed' || response.status === 'cancelled') {
    throw reported(source, providerErrorWords(response) ?? `the response is ${String(response.status)}`)
  }
}

/** The items of a response that are objects. */
export const outputItems = (response: WireObject): readonly WireObject[] =>
  wireList(response.output).filter(isWireObject)

/** How an answer is put together. */
export interface AnswerForm {
  /** What the headers said. */
  readonly extra: WireObject
  /** False in a stream, where the text was handed out already. */
  readonly withText: boolean
}

/** The answer a response and its items stand for. */
export function answerOf(
  response: WireObject,
  output: readonly WireObject[],
  source: AnswerSource,
  { extra, withText }: AnswerForm,
): ChatResponse {
  const parts = answerParts(response, output)
  const said = withText ? { ...parts, reasoning: reasoningOf(output) } : { ...parts, text: '' }
  const generation = generationOf(said, new CallIds(source.messages), source)
  const message = withKeptItems(generation.message, output)
  return {
    generations: [{ ...generation, message }],
    metadata: responseMetadata(response, extra),
  }
}

function parsed(text: string, source: AnswerSource): WireObject {
  try {
    const body: unknown = JSON.parse(text)
    return isWireObject(body) ? body : {}
  } catch {
    throw unusable(source, `its body is not JSON: ${bodyExcerpt(text)}`)
  }
}

function answerParts(response: WireObject, output: readonly WireObject[]): AnswerParts {
  const contents = output.filter((item) => item.type === 'message').flatMap((item) => wireList(item.content))
  const refusal = contents.map((part) => (isWireObject(part) ? wireText(part.refusal) : undefined)).find(Boolean)
  const text = contents.map((part) => (isWireObject(part) ? (wireText(part.text) ?? '') : '')).join('')
  return {
    text: text || (refusal ?? ''),
    calls: output.map(functionCall).filter((call) => call !== undefined),
    rawFinishReason: rawFinishReason(response),
    refusal,
  }
}

/** Results are paired by `call_id`, never by the id of the item. */
function functionCall(item: WireObject): AnsweredCall | undefined {
  const name = wireText(item.name)
  if (item.type !== 'function_call' || name === undefined) return undefined
  return { id: wireText(item.call_id), name, arguments: argumentsText(item.arguments) }
}

function rawFinishReason(response: WireObject): string | undefined {
  const details = response.incomplete_details
  return (isWireObject(details) ? wireText(details.reason) : undefined) ?? wireText(response.status)
}

/** What the model shows of its thoughts: a summary, or, from open models, the thoughts themselves. Each part is a paragraph. */
const reasoningOf = (output: readonly WireObject[]): string =>
  output
    .filter((item) => item.type === 'reasoning')
    .map((item) => partTexts(item.summary) || partTexts(item.content))
    .filter((text) => text !== '')
    .join(PARAGRAPH)

const partTexts = (parts: unknown): string =>
  wireList(parts)
    .map((part) => (isWireObject(part) ? (wireText(part.text) ?? '') : ''))
    .filter((text) => text !== '')
    .join(PARAGRAPH)

/** Stands between two parts of the reasoning. */
export const PARAGRAPH = '\n\n'

function responseMetadata(response: WireObject, extra: WireObject): ChatResponseMetadata {
  const id = wireText(response.id)
  const model = wireText(response.model)
  const usage = readUsage(response.usage)
  return {
    ...(id ? { id } : {}),
    ...(model ? { model } : {}),
    ...(usage ? { usage } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
}
