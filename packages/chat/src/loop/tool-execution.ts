import type { ToolCall, ToolCallEvent, ToolCallScope } from '@vernal/tools'
import type { AssistantMessage, Message, ToolResult } from '../messages/message'
import type { ApprovalDecision } from './turn-approvals'
import type { ToolCallLimitBreach } from './tool-call-limits'

/** What the caller of a turn hands to its tools. */
export interface ToolExecutionOptions {
  /** The values of the tools' `ToolContext`. Never sent to the model. */
  readonly toolContext?: Readonly<Record<string, unknown>> | undefined
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: ToolCallEvent) => void) | undefined
  /** Unique to the turn, and the same when it is resumed. Default: each execution is one. */
  readonly turnId?: string | undefined
  /** Keeps results that are too long, and says how to read on in them. Default: what is left out is lost. */
  readonly keepResult?: ToolCallScope['keepResult']
  /** What was decided about calls that need consent, by call id. */
  readonly decisions?: ReadonlyMap<string, ApprovalDecision> | undefined
  /** Results of an earlier execution of the same response; their calls do not run again. */
  readonly settled?: readonly ToolResult[] | undefined
}

/** A call that waits for consent. */
export interface SuspendedCall {
  readonly call: ToolCall
  /** As the tool would receive them. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What the calls of one round led to. */
export interface ToolExecutionResult {
  /** The answer as it stands in the history: every call has an id of its own. */
  readonly message: AssistantMessage
  /** One for each settled call, in the order of the calls. */
  readonly results: readonly ToolResult[]
  /** The calls that wait for consent, in the order of the calls. Execute again with `decisions` and `settled`. */
  readonly suspended: readonly SuspendedCall[]
  /** The prompt's messages, the assistant message, and, unless calls are suspended, the results. */
  readonly conversationHistory: readonly Message[]
  /** Whether every tool that ran gives its result straight to the caller. */
  readonly returnDirect: boolean
  /** The first limit that a call of this round passed. */
  readonly breach?: ToolCallLimitBreach
  /** How many calls were refused because of a limit. */
  readonly refusedByLimit: number
}
