import type { ToolCall } from '@vernal/tools'
import { answerCut } from '../model-error'
import type { CallIds } from '../call-ids'
import { isWireObject, otherFields, wireObject, wireText, type WireObject } from '../wire-value'

/** A tool call as a server sent it, whole. */
export interface AnsweredCall {
  readonly id: string | undefined
  readonly name: string
  readonly arguments: string
  /** Fields outside the protocol, which go back with the call. */
  readonly others?: WireObject | undefined
}

/** The calls of an answer with usable ids, and what must be sent back with them. */
export interface UsableCalls {
  readonly toolCalls: readonly ToolCall[]
  readonly echoed?: Readonly<Record<string, WireObject>>
}

const CALL_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'index',
  'function',
  'custom',
  'name',
  'arguments',
  'parameters',
  'input',
])

/** Fields of a call that are not part of the protocol. */
export const otherCallFields = (call: WireObject): WireObject | undefined => otherFields(call, CALL_FIELDS)

/** One entry of a message's `tool_calls`; undefined when it names no tool. */
export function answeredCall(entry: unknown): AnsweredCall | undefined {
  const call = wireObject(entry)
  // Some servers leave the inner object out.
  const target = isWireObject(call.function) ? call.function : isWireObject(call.custom) ? call.custom : call
  const name = toolName(wireText(target.name) ?? '')
  if (name === '') return undefined
  return { id: callId(call.id), name, arguments: writtenArguments(target), others: otherCallFields(call) }
}

/** The name alone: some servers leave marks of the model's own format around it, as in `functions.f<|channel|>json`. */
export const toolName = (written: string): string =>
  written
    .replace(/<\|[\s\S]*$/, '')
    .trim()
    .replace(/^functions\./, '')

/** Ids are texts; some servers count. */
export const callId = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : wireText(value)

/** The arguments of a call, whatever they are called. */
export const writtenArguments = (target: WireObject): string =>
  argumentsText(target.arguments ?? target.parameters ?? target.input)

/** Arguments come as JSON text, as an object, or not at all. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** Gives every call an id of its own. */
export function usableCalls(calls: readonly AnsweredCall[], ids: CallIds): UsableCalls {
  const echoed: Record<string, WireObject> = {}
  const toolCalls = calls.map((call): ToolCall => {
    const id = ids.claim(call.id)
    if (call.others) echoed[id] = call.others
    return { id, name: call.name, arguments: call.arguments }
  })
  return Object.keys(echoed).length > 0 ? { toolCalls, echoed } : { toolCalls }
}

/** Calls, and why the model stopped. */
export interface InterruptedCalls {
  readonly calls: readonly AnsweredCall[]
  readonly rawFinishReason: string | undefined
}

/**
 * Refuses calls whose arguments were cut off by the token limit, a filter or a failure. They are never completed by
 * guessing.
 *
 * @throws {ModelError} `MODEL_ANSWER_CUT`
 */
export function refuseCutCalls({ calls, rawFinishReason = '' }: InterruptedCalls, server: string): void {
  const cut = calls.find((call) => !isWholeJson(call.arguments))
  if (cut) throw answerCut(server, cut.name, rawFinishReason)
}

/** Whether a text is a whole JSON value. No text at all stands for no arguments. */
export function isWholeJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
