import type { ToolCallback } from '../registry/tool-callback'
import type { ToolCaller, ToolDenial } from '../policy/tool-policy'
import type { ToolError } from '../tool-error'
import type { BoundArguments } from './argument-binder'
import { argumentRefusal } from './argument-refusal'
import type { ToolArguments } from './argument-text'
import type { ToolCallFailure, ToolCallRefusal, ToolCallSuspension } from './tool-call-outcome'
import type { ToolCallScope } from './tool-call-scope'
import { unknownToolText } from './unknown-tool-text'

/** A call as it comes to the gate: from a model as text, from a person as an object. */
export interface IncomingToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: ToolArguments
}

/** A call that was accepted. */
export interface AcceptedCall {
  readonly call: IncomingToolCall
  readonly callback: ToolCallback
  readonly caller: ToolCaller
  readonly arguments: Readonly<Record<string, unknown>>
}

export const brokenPromise = (error: ToolError, name: string): ToolCallFailure => ({
  type: 'failure',
  reason: 'invalid-result',
  text: `The tool "${name}" ran, but its result is not what it should be, and is not shown. Do not call it again for the same.`,
  error,
})

export const policyFailed = (error: unknown): ToolDenial => ({
  permitted: false,
  reason: `the policy failed: ${error instanceof Error ? error.message : String(error)}`,
})

export function forbidden(
  { name }: IncomingToolCall,
  { text, reason: detail }: ToolDenial,
  reason: 'forbidden' | 'rate-exceeded',
): ToolCallRefusal {
  const told = text?.trim() ? text.trim() : `The tool "${name}" is not available to this caller. Go on without it.`
  return { type: 'refusal', reason, text: told, detail }
}

export const tooEarly = ({ name }: IncomingToolCall, missing: readonly string[]): ToolCallRefusal => ({
  type: 'refusal',
  reason: 'too-early',
  text: `The tool "${name}" was not run: first call ${missing.map((each) => `"${each}"`).join(' and ')}, and use the result.`,
})

export function unknownTool(call: IncomingToolCall, scope: ToolCallScope): ToolCallRefusal {
  return { type: 'refusal', reason: 'unknown-tool', text: unknownToolText(call.name, scope.tools.names) }
}

export function invalidArguments(
  { definition }: ToolCallback,
  bound: Extract<BoundArguments, { problems: unknown }>,
): ToolCallRefusal {
  const text = argumentRefusal(definition, bound)
  return { type: 'refusal', reason: 'invalid-arguments', text, problems: bound.problems }
}

export function suspended({ call, arguments: bound }: AcceptedCall): ToolCallSuspension {
  const text = `The call of "${call.name}" waits for approval.`
  return { type: 'suspension', reason: 'approval-required', text, arguments: bound }
}

export function denied(call: IncomingToolCall, reason: string | undefined): ToolCallRefusal {
  const why = reason?.trim() ? `: ${reason.trim()}` : '.'
  return { type: 'refusal', reason: 'denied', text: `The call of "${call.name}" was not approved${why}` }
}

export function aborted(call: IncomingToolCall): ToolCallRefusal {
  return {
    type: 'refusal',
    reason: 'aborted',
    text: `The tool "${call.name}" was not run, because the caller gave up.`,
  }
}

export function stopped(error: ToolError): ToolCallFailure {
  const reason = error.code === 'TOOL_TIMED_OUT' ? 'timed-out' : 'aborted'
  const [text] = error.message.split(error.action)
  return { type: 'failure', reason, text: (text ?? error.message).trim(), error }
}
