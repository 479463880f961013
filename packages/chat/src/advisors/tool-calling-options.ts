import { invalidOption } from '../chat-error'
import type { ToolCallingManager } from '../loop/tool-calling-manager'
import type { TurnStore } from '../loop/turn-store'
import type { ChatResponse } from '../model/chat-response'
import { ADVISOR_ORDER } from './advisor'

/** Rounds of one turn, where nothing else is said. */
export const DEFAULT_MAX_ROUNDS = 50

/** What a {@link ToolCallingAdvisor} is made of. */
export interface ToolCallingAdvisorOptions {
  /** Default: a manager of its own, with defaults. */
  readonly manager?: ToolCallingManager
  /** Default `ADVISOR_ORDER.toolCalling`; strictly between `ADVISOR_ORDER.highest` and `ADVISOR_ORDER.lowest`. */
  readonly order?: number
  /** Model calls of one turn, at least 1. The last one is made with tools switched off, so that it answers. Default 50. */
  readonly maxRounds?: number
  /** With `RETURN_ERROR_RESPONSE`: after so many rounds in a row with nothing but refusals the turn ends. At least 1, default 3. */
  readonly maxRefusedRounds?: number
  /** Whether each round is sent what was said before in the turn. Off when a memory inside the loop does that. Default true. */
  readonly conversationHistory?: boolean
  /** Tokens of one turn, all rounds together: above it the turn ends like at any limit of tool calls. At least 1. Default: no limit. */
  readonly maxTurnTokens?: number
  /** How long a turn may take, in milliseconds; then it ends with outcome `limitExceeded`, whatever runs. At least 1. Default: no limit. */
  readonly turnTimeoutMs?: number
  /** Where turns wait whose calls need consent. Default: one in this process. */
  readonly turnStore?: TurnStore
  /** Decides whether a response is executed. Default: whether it has tool calls. */
  readonly isEligible?: (response: ChatResponse) => boolean
}

/** @throws {ChatError} `CHAT_OPTION_INVALID` */
export function atLeastOne(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value
  throw invalidOption(option, value, 'It must be a whole number of at least 1.')
}

/** @throws {ChatError} `CHAT_OPTION_INVALID` */
export function checkedOrder(order: number): number {
  if (order > ADVISOR_ORDER.highest && order < ADVISOR_ORDER.lowest) return order
  throw invalidOption(
    'The order of a ToolCallingAdvisor',
    order,
    `It must be between ADVISOR_ORDER.highest (${ADVISOR_ORDER.highest}) and ADVISOR_ORDER.lowest (${ADVISOR_ORDER.lowest}).`,
  )
}
