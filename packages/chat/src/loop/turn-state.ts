import { createHash } from 'node:crypto'
import type { AssistantMessage, Message, ToolResult } from '../messages/message'
import type { Usage } from '../messages/usage'
import type { ChatOptions } from '../model/prompt'

/** A call that waits for somebody's consent. Plain data. */
export interface PendingApproval {
  /** Bound to this turn, call, name and arguments: consent to one call cannot serve another. */
  readonly id: string
  readonly callId: string
  readonly name: string
  /** As the tool would receive them, as JSON. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What a caller asked, before advisors changed it. Plain data. */
export interface TurnOrigin {
  readonly messages: readonly Message[]
  /** Without the tools: whoever resumes the turn attaches them again. */
  readonly options: Omit<ChatOptions, 'tools'>
  /** The advisors' context as the request began. */
  readonly context: Readonly<Record<string, unknown>>
}

/** A turn that was suspended, to be resumed later, in another process if need be. Plain JSON. */
export interface TurnState {
  readonly version: 1
  /** Unique; good for one resumption. */
  readonly id: string
  readonly origin: TurnOrigin
  /** What was said up to the suspended round. */
  readonly transcript: readonly Message[]
  /** Where in the transcript the turn's own messages begin. */
  readonly begin: number
  /** The options of the rounds to come. */
  readonly options: Omit<ChatOptions, 'tools'>
  /** The answer whose calls are suspended. */
  readonly message: AssistantMessage
  /** The results of those of its calls that were settled. */
  readonly results: readonly ToolResult[]
  readonly approvals: readonly PendingApproval[]
  readonly rounds: number
  readonly usage?: Usage
}

/** The id of the consent to one call. */
export function approvalId(turnId: string, callId: string, name: string, argumentsText: string): string {
  const bound = JSON.stringify([turnId, callId, name, argumentsText])
  return createHash('sha256').update(bound).digest('hex').slice(0, 32)
}

/** JSON with sorted keys, so that equal states have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}
