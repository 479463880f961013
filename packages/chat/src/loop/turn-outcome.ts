import type { ToolResult } from '../messages/message'
import type { ToolCallLimitBreach } from './tool-call-limits'

/**
 * How a turn ended, next to its text. Plain data.
 *
 * - `completed`: the model answered.
 * - `returnDirect`: the results of the tools named are the answer.
 * - `limitExceeded`: a limit of tool calls was passed.
 * - `maxRounds`: the turn was as long as it may be.
 */
export type TurnOutcome =
  | { readonly type: 'completed' }
  | { readonly type: 'returnDirect'; readonly tools: readonly string[] }
  | LimitExceededOutcome
  | { readonly type: 'maxRounds'; readonly rounds: number; readonly answered: boolean }

/** A turn that a limit of tool calls ended. */
export interface LimitExceededOutcome {
  readonly type: 'limitExceeded'
  readonly breach: ToolCallLimitBreach
  /** Every tool result of the turn, of all its rounds, in order. */
  readonly partialResults: readonly ToolResult[]
  /** Whether the text is the model's own last word; otherwise it is the text of the breach. */
  readonly answered: boolean
}
