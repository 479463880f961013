import type { ToolResult } from '../messages/message'
import type { PendingApproval, TurnState } from './turn-state'
import type { ToolCallLimitBreach } from './tool-call-limits'

/**
 * How a turn ended, next to its text. Plain data.
 *
 * - `completed`: the model answered.
 * - `returnDirect`: the results of the tools named are the answer.
 * - `limitExceeded`: a limit of tool calls was passed.
 * - `approvalRequired`: calls wait for somebody's consent; `ChatClient.resume` goes on from the state.
 * - `maxRounds`: the turn was as long as it may be.
 * - `aborted`, `failed`: there is no answer, but an error. Told by the `turn-ended` event only.
 */
export type TurnOutcome =
  | { readonly type: 'completed' }
  | { readonly type: 'returnDirect'; readonly tools: readonly string[] }
  | LimitExceededOutcome
  | ApprovalRequiredOutcome
  | { readonly type: 'maxRounds'; readonly rounds: number; readonly answered: boolean }
  | { readonly type: 'aborted' }
  | { readonly type: 'failed' }

/** A turn that waits for consent. */
export interface ApprovalRequiredOutcome {
  readonly type: 'approvalRequired'
  /** What to decide about: the same as in the state. */
  readonly approvals: readonly PendingApproval[]
  /** What `ChatClient.resume` takes. Plain JSON, good for one resumption. */
  readonly state: TurnState
}

/** A turn that a limit ended. */
export interface LimitExceededOutcome {
  readonly type: 'limitExceeded'
  readonly breach: ToolCallLimitBreach
  /** Every tool result of the turn, of all its rounds, in order. */
  readonly partialResults: readonly ToolResult[]
  /** Whether the text is the model's own last word; otherwise it is the text of the breach. */
  readonly answered: boolean
}
