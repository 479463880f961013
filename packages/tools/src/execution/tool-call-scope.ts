import type { ToolSet } from '../registry/tool-set'
import type { ToolApprovalDecision } from './tool-approval'
import type { ToolCallEvent } from './tool-call-event'

/** Who calls, and what that caller may see and use. */
export interface ToolCallScope {
  /** The tools this caller may call. No other tool exists for it. */
  readonly tools: ToolSet
  /** For the tool's {@link ToolContext}. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** Aborted when the caller gives up. */
  readonly signal?: AbortSignal | undefined
  /**
   * The verdict of the caller's limits: why the call is refused, for the model; or undefined.
   * Asked exactly once per call, before anything is awaited, also for a tool that does not exist.
   */
  readonly admit?: ((name: string) => string | undefined) | undefined
  /** What was decided about this call, if it needs consent. Absent: nothing yet. */
  readonly decision?: ToolApprovalDecision | undefined
  /** The turn the call belongs to; with it the call has an idempotency key that stays. Absent: a call by itself. */
  readonly turnId?: string | undefined
  /** Whether a call of this tool has succeeded in the turn. Absent: there is no turn, and nothing is required. */
  readonly hasSucceeded?: ((name: string) => boolean) | undefined
  /**
   * Keeps a result that is too long, so that the model can read on, and says how: `readToolResult({…}) reads on`. Absent: what is
   * left out is lost.
   */
  readonly keepResult?: ((text: string, part: KeptPart) => string) | undefined
  /** Hears of this caller's calls. What it throws changes nothing. */
  readonly onEvent?: ((event: ToolCallEvent) => void) | undefined
}

/** The part of a long result that the model has not read. */
export interface KeptPart {
  /** Where it begins, in characters. */
  readonly from: number
  /** How long a result may be, in characters. */
  readonly maxChars: number
}
