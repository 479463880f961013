import { ToolSet, type ToolApprovalDecision } from '@vernal/tools'
import { approvalUnknown, approvalUnusable, invalidOption, turnChanged, turnNotSuspended } from '../chat-error'
import { READ_RESULT_TOOL_NAME } from './kept-results'
import { canonicalJson, type TurnState } from './turn-state'
import type { TurnStore } from './turn-store'

/** What somebody decided about one call; arguments, if any, take the place of the model's and are checked like them. */
export type ApprovalDecision = ToolApprovalDecision & { readonly arguments?: Readonly<Record<string, unknown>> }

/** What was decided, by the ids of the approvals. A call that is not named stays suspended. */
export type ApprovalDecisions = Readonly<Record<string, ApprovalDecision>>

/** A suspended turn with what was decided about it. */
export interface TurnResumption {
  readonly state: TurnState
  readonly decisions: ApprovalDecisions
}

/** Consent to a call, with other arguments if given. */
export const approve = (args?: Readonly<Record<string, unknown>>): ApprovalDecision =>
  args ? { approved: true, arguments: args } : { approved: true }

/** No consent. The model reads the reason. */
export const deny = (reason?: string): ApprovalDecision => (reason ? { approved: false, reason } : { approved: false })

/**
 * Takes a suspended turn out of its store, once, after it was checked: nobody has resumed it, nobody has changed it, and
 * every decision is about one of its calls, and what is approved can run: otherwise it goes on waiting.
 *
 * @throws {ChatError} `CHAT_TURN_NOT_SUSPENDED`, `CHAT_TURN_CHANGED`, `CHAT_APPROVAL_UNKNOWN`, `CHAT_APPROVAL_UNUSABLE` or
 * `CHAT_OPTION_INVALID`
 */
export async function takeTurn(
  store: TurnStore,
  { state, decisions }: TurnResumption,
  tools: ToolSet = ToolSet.empty,
): Promise<TurnState> {
  const kept = await store.find(state.id)
  if (!kept) throw turnNotSuspended(state.id)
  if (canonicalJson(kept) !== canonicalJson(state)) throw turnChanged(state.id)
  const known = new Set(kept.approvals.map(({ id }) => id))
  const unknown = Object.keys(decisions).find((id) => !known.has(id))
  if (unknown !== undefined) throw approvalUnknown(unknown, [...known])
  for (const [id, decision] of Object.entries(decisions)) checkDecision(id, decision)
  for (const { id, name } of kept.approvals) await checkApproved(name, decisions[id], tools)
  const taken = await store.take(state.id)
  if (!taken) throw turnNotSuspended(state.id)
  return taken
}

/** Whoever approves is told at once; the model could do nothing about it. */
async function checkApproved(name: string, decision: ApprovalDecision | undefined, tools: ToolSet): Promise<void> {
  if (!decision?.approved || name === READ_RESULT_TOOL_NAME) return
  const tool = tools.find(name)
  if (!tool) {
    const action = 'Attach the tools of the turn, and resume on behalf of somebody who may use them.'
    throw approvalUnusable(name, 'it is not among the tools of this request, or its caller may not use it', action)
  }
  const problems = decision.arguments ? await tool.check(decision.arguments) : []
  if (problems.length === 0) return
  const told = problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  throw approvalUnusable(
    name,
    `its other arguments do not fit: ${told}`,
    'Approve it with arguments that fit its schema.',
  )
}

/** Decisions come from outside, too: only a plain yes is consent. */
function checkDecision(approvalId: string, decision: ApprovalDecision | undefined | null): void {
  if (decision === undefined) return
  const args = decision?.arguments
  const isPlain = args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))
  if (typeof decision?.approved === 'boolean' && isPlain) return
  throw invalidOption(`The decision about ${approvalId}`, JSON.stringify(decision), 'Make it with approve() or deny().')
}
