import { invalidOption } from '../chat-error'
import type { Message } from '../messages/message'

/** Calls of one tool in a turn, where nothing else is said. */
export const DEFAULT_MAX_CALLS_PER_TOOL = 40
/** Calls of all tools together in a turn, where nothing else is said. */
export const DEFAULT_MAX_TOTAL_TOOL_CALLS = 150
/** The number that means: no limit. */
export const UNLIMITED = -1

/**
 * What happens when a limit is passed.
 *
 * - `THROW`: the turn ends with outcome `limitExceeded`; the text says which limit. `ToolCallingManager` by hand throws.
 * - `RETURN_ERROR_RESPONSE`: the model reads the refusal as the tool's result and goes on, for a bounded number of refused rounds.
 * - `FORCE_FINAL_ANSWER`: the model is asked once more, with tools switched off, and answers from what it has.
 */
export type OnLimitExceeded = 'THROW' | 'RETURN_ERROR_RESPONSE' | 'FORCE_FINAL_ANSWER'

/** How many tool calls one turn may have. Numbers are at least 1, or -1 for no limit. */
export interface ToolCallLimitsOptions {
  /** For each tool that `perTool` does not name. Default 40. */
  readonly maxCallsPerTool?: number
  /** For single tools, by name; -1 exempts the tool. */
  readonly perTool?: Readonly<Record<string, number>>
  /** Tools without a limit of their own, whatever `perTool` says. Their calls count toward the total. */
  readonly excludedTools?: readonly string[]
  /** For all tools together. Default 150. */
  readonly maxTotalToolCalls?: number
  /** Default `THROW`. */
  readonly onLimitExceeded?: OnLimitExceeded
}

/** The limit that was passed. Plain data. */
export interface ToolCallLimitBreach {
  readonly limit: number
  /** The tool whose limit it is; absent for the limit of all tools together. */
  readonly toolName?: string
  /** What the model, or the caller, reads. */
  readonly message: string
}

/** The limits of tool calls in one turn: from the last user message to the answer. */
export class ToolCallLimits {
  readonly maxCallsPerTool: number
  readonly maxTotalToolCalls: number
  readonly onLimitExceeded: OnLimitExceeded
  readonly #perTool: ReadonlyMap<string, number>

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a number that is neither positive nor -1 */
  constructor(options: ToolCallLimitsOptions = {}) {
    this.maxCallsPerTool = checked('maxCallsPerTool', options.maxCallsPerTool ?? DEFAULT_MAX_CALLS_PER_TOOL)
    this.maxTotalToolCalls = checked('maxTotalToolCalls', options.maxTotalToolCalls ?? DEFAULT_MAX_TOTAL_TOOL_CALLS)
    this.onLimitExceeded = options.onLimitExceeded ?? 'THROW'
    const perTool = Object.entries(options.perTool ?? {})
    const excluded = (options.excludedTools ?? []).map((name) => [name, UNLIMITED] as const)
    this.#perTool = new Map([...perTool.map(([name, max]) => [name, checked(name, max)] as const), ...excluded])
  }

  /** Starts counting where the turn stands: the results after the last user message count, whoever replayed them. */
  meter(messages: readonly Message[]): ToolCallMeter {
    return new ToolCallMeter(this, messages)
  }

  /** The most calls of this tool; -1 for no limit. */
  maxCallsOf(toolName: string): number {
    return this.#perTool.get(toolName) ?? this.maxCallsPerTool
  }
}

/** Counts the calls of one turn against its limits. */
export class ToolCallMeter {
  readonly #limits: ToolCallLimits
  readonly #counts = new Map<string, number>()
  #total = 0

  constructor(limits: ToolCallLimits, messages: readonly Message[]) {
    this.#limits = limits
    for (const name of toolResultNames(messages)) this.#count(name)
  }

  /** Counts one more call of `toolName`, whether there is such a tool or not; returns the limit that it passes, if any. */
  admit(toolName: string): ToolCallLimitBreach | undefined {
    const count = this.#count(toolName)
    const perTool = this.#limits.maxCallsOf(toolName)
    if (perTool !== UNLIMITED && count > perTool) return toolBreach(toolName, perTool)
    const total = this.#limits.maxTotalToolCalls
    return total !== UNLIMITED && this.#total > total ? totalBreach(total) : undefined
  }

  #count(toolName: string): number {
    const count = (this.#counts.get(toolName) ?? 0) + 1
    this.#counts.set(toolName, count)
    this.#total += 1
    return count
  }
}

function* toolResultNames(messages: readonly Message[]): Iterable<string> {
  for (let index = turnStart(messages); index < messages.length; index++) {
    const message = messages[index]
    if (message?.role === 'tool') for (const result of message.results) yield result.name
  }
}

/** Where the running turn begins: at the last user message, or at the first message when there is none. */
export function turnStart(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message) => message.role === 'user'),
  )
}

const toolBreach = (toolName: string, limit: number): ToolCallLimitBreach => ({
  limit,
  toolName,
  message: `Tool call limit (${limit}) exceeded for tool '${toolName}'. No further calls to this tool are allowed in this turn.`,
})

const totalBreach = (limit: number): ToolCallLimitBreach => ({
  limit,
  message: `Total tool call limit (${limit}) exceeded for this turn. No further tool calls are allowed.`,
})

function checked(option: string, value: number): number {
  if (Number.isInteger(value) && (value > 0 || value === UNLIMITED)) return value
  throw invalidOption(`The tool call limit ${option}`, value, 'It must be greater than 0, or -1 for no limit.')
}
