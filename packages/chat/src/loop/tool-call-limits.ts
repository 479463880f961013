import { toolNamePattern } from '@vernal/tools'
import { invalidOption } from '../chat-error'
import type { Message } from '../messages/message'
import { TurnTally, type CountedCall } from './turn-tally'

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
  /** For single tools: by name, or with `*` for any characters, where a name counts more than a pattern; -1 exempts the tool. */
  readonly perTool?: Readonly<Record<string, number>>
  /** Tools without a limit of their own, by name or with `*`, whatever `perTool` says. Their calls count toward the total. */
  readonly excludedTools?: readonly string[]
  /** For all tools together; a call counts as its tool's `cost` says. Default 150. */
  readonly maxTotalToolCalls?: number
  /** For calls of one tool with the same arguments. Default -1. */
  readonly maxIdenticalCalls?: number
  /** Default `THROW`. */
  readonly onLimitExceeded?: OnLimitExceeded
}

/** The limit that was passed. Plain data. */
export interface ToolCallLimitBreach {
  /**
   * Which limit: of calls of one `tool`, of calls in `total`, of `identical` calls, of `tokens` of the turn, or the
   * `deadline` of the turn.
   */
  readonly kind: 'tool' | 'total' | 'identical' | 'tokens' | 'deadline'
  /** Calls, tokens, or milliseconds. */
  readonly limit: number
  /** The tool whose limit it is; absent for limits of the whole turn. */
  readonly toolName?: string
  /** What the model, or the caller, reads. */
  readonly message: string
}

/** The limits of tool calls in one turn: from the last user message to the answer. */
export class ToolCallLimits {
  readonly maxCallsPerTool: number
  readonly maxTotalToolCalls: number
  readonly maxIdenticalCalls: number
  readonly onLimitExceeded: OnLimitExceeded
  readonly #isExcluded: (name: string) => boolean
  /** By name, and by name in small letters, which is all that an environment variable can say. */
  readonly #perTool: ReadonlyMap<string, number>
  readonly #patterns: readonly { readonly isAbout: (name: string) => boolean; readonly max: number }[]
  /** Of histories that rounds ended with, so that a long turn is not counted from its beginning in each round. */
  readonly #tallies = new WeakMap<readonly Message[], TurnTally>()

  /** @throws {ChatError} `CHAT_OPTION_INVALID` for a number that is neither positive nor -1, or a behaviour that is none */
  constructor(options: ToolCallLimitsOptions = {}) {
    this.maxCallsPerTool = checked('maxCallsPerTool', options.maxCallsPerTool ?? DEFAULT_MAX_CALLS_PER_TOOL)
    this.maxTotalToolCalls = checked('maxTotalToolCalls', options.maxTotalToolCalls ?? DEFAULT_MAX_TOTAL_TOOL_CALLS)
    this.maxIdenticalCalls = checked('maxIdenticalCalls', options.maxIdenticalCalls ?? UNLIMITED)
    this.onLimitExceeded = checkedMode(options.onLimitExceeded ?? 'THROW')
    this.#isExcluded = toolNamePattern(options.excludedTools ?? [])
    const perTool = Object.entries(options.perTool ?? {}).map(([name, max]) => [name, checked(name, max)] as const)
    this.#perTool = new Map(perTool)
    this.#patterns = perTool
      .filter(([name]) => name.includes('*'))
      .map(([name, max]) => ({ isAbout: toolNamePattern([name]), max }))
  }

  /**
   * Starts counting where the turn stands: the results after the last user message count, whoever replayed them.
   *
   * @param costOf as how many calls a call of a tool counts toward the total; default 1
   */
  meter(messages: readonly Message[], costOf: (toolName: string) => number = () => 1): ToolCallMeter {
    return new ToolCallMeter(this, this.#tally(messages), costOf)
  }

  /** @internal Told the history that a round ended with, which begins with these messages and is not changed any more. */
  roundEnded(messages: readonly Message[], history: readonly Message[]): void {
    this.#tallies.set(history, this.#tally(messages).with(history.slice(messages.length)))
  }

  /** The most calls of this tool; -1 for no limit. */
  maxCallsOf(toolName: string): number {
    const lower = toolName.toLowerCase()
    if (this.#isExcluded(toolName) || this.#isExcluded(lower)) return UNLIMITED
    const exact = this.#perTool.get(toolName) ?? this.#perTool.get(lower)
    return exact ?? this.#patterns.find(({ isAbout }) => isAbout(toolName))?.max ?? this.maxCallsPerTool
  }

  #tally(messages: readonly Message[]): TurnTally {
    return this.#tallies.get(messages) ?? TurnTally.of(messages, this.maxIdenticalCalls !== UNLIMITED)
  }
}

/** Counts the calls of one turn against its limits. */
export class ToolCallMeter {
  readonly #limits: ToolCallLimits
  readonly #costOf: (toolName: string) => number
  readonly #tally: TurnTally
  #total = 0

  /** @internal made by `ToolCallLimits.meter` */
  constructor(limits: ToolCallLimits, earlier: TurnTally, costOf: (toolName: string) => number) {
    this.#limits = limits
    this.#costOf = costOf
    this.#tally = earlier.copy()
    for (const [name, count] of earlier.calls) this.#total += count * costOf(name)
  }

  /** Counts one more call, whether there is such a tool or not; returns the limit that it passes, if any. */
  admit(call: CountedCall): ToolCallLimitBreach | undefined {
    const { name } = call
    const count = this.#tally.countCall(name)
    const identical = this.#tally.countIdentical(call)
    this.#total += this.#costOf(name)
    const { maxTotalToolCalls, maxIdenticalCalls } = this.#limits
    const perTool = this.#limits.maxCallsOf(name)
    if (isOver(count, perTool)) return toolBreach(name, perTool)
    if (isOver(this.#total, maxTotalToolCalls)) return totalBreach(maxTotalToolCalls)
    return isOver(identical, maxIdenticalCalls) ? identicalBreach(name, maxIdenticalCalls) : undefined
  }
}

/** Whether a count passes a limit. */
const isOver = (count: number, limit: number): boolean => limit !== UNLIMITED && count > limit

/** Where the running turn begins: at the last user message, or at the first message when there is none. */
export function turnStart(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message) => message.role === 'user'),
  )
}

const toolBreach = (toolName: string, limit: number): ToolCallLimitBreach => ({
  kind: 'tool',
  limit,
  toolName,
  message: `Tool call limit (${limit}) exceeded for tool '${toolName}'. No further calls to this tool are allowed in this turn.`,
})

/** The tokens of a turn are used up. */
export const tokenBreach = (limit: number): ToolCallLimitBreach => ({
  kind: 'tokens',
  limit,
  message: `The turn has used up its ${limit} tokens. No further tool calls are allowed.`,
})

/** The time of a turn is used up. */
export const deadlineBreach = (limit: number): ToolCallLimitBreach => ({
  kind: 'deadline',
  limit,
  message: `The turn took longer than ${limit} ms and was stopped.`,
})

const identicalBreach = (toolName: string, limit: number): ToolCallLimitBreach => ({
  kind: 'identical',
  limit,
  toolName,
  message: `The tool '${toolName}' was called with the same arguments more than ${limit} times in this turn. Use the result it gave.`,
})

const totalBreach = (limit: number): ToolCallLimitBreach => ({
  kind: 'total',
  limit,
  message: `Total tool call limit (${limit}) exceeded for this turn. No further tool calls are allowed.`,
})

/** What happens when a limit is passed, by name. */
export const ON_LIMIT_EXCEEDED = ['THROW', 'RETURN_ERROR_RESPONSE', 'FORCE_FINAL_ANSWER'] as const

function checkedMode(mode: OnLimitExceeded): OnLimitExceeded {
  if (ON_LIMIT_EXCEEDED.includes(mode)) return mode
  throw invalidOption('onLimitExceeded', mode, `It must be one of ${ON_LIMIT_EXCEEDED.join(', ')}.`)
}

function checked(option: string, value: number): number {
  if (Number.isInteger(value) && (value > 0 || value === UNLIMITED)) return value
  throw invalidOption(`The tool call limit ${option}`, value, 'It must be greater than 0, or -1 for no limit.')
}
