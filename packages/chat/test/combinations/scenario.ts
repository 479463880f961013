import {
  ToolCallingManager,
  ToolCallLimits,
  type Advisor,
  type Message,
  type MessageChatMemoryAdvisorOptions,
  type ToolCallingAdvisorOptions,
  type ToolCallLimitsOptions,
  type ToolResult,
  type TurnEvent,
  type TurnOutcome,
  type Usage,
} from '@vernal/chat'
import type { ScriptedCall } from '@vernal/chat/testing'
import { ToolGate, type ToolCallback, type ToolGateOptions } from '@vernal/tools'

/** One concern, as every origin sets it up. */
export interface Scenario {
  readonly tools: readonly ToolCallback[]
  /** What the model asks for, a round each; then it answers `done`. */
  readonly rounds: readonly (readonly ScriptedCall[])[]
  readonly limits?: ToolCallLimitsOptions
  readonly gate?: ToolGateOptions
  readonly loop?: Omit<ToolCallingAdvisorOptions, 'manager'>
  readonly advisors?: () => readonly Advisor[]
  /** Every turn is remembered; default around the loop, what was asked and what was answered. */
  readonly memory?: MessageChatMemoryAdvisorOptions
  readonly signal?: AbortSignal
  readonly toolContext?: Readonly<Record<string, unknown>>
}

/** A step of one call. */
export interface CallTrace {
  readonly callId: string
  readonly step: 'started' | 'ended'
}

/** What a caller, the model and the listeners saw of a turn. */
export interface Observed {
  readonly text?: string
  readonly outcome?: TurnOutcome
  readonly error?: unknown
  /** Every result that stands in the conversation, of the calls the scenario made. */
  readonly results: readonly ToolResult[]
  readonly events: readonly TurnEvent[]
  /** The calls that passed the gate: when each began to run, and when it was settled. */
  readonly calls: readonly CallTrace[]
  /** What the conversation remembers afterwards. */
  readonly memory: readonly Message[]
  readonly usage?: Usage
  /** The last history a model was asked with. */
  readonly history: readonly Message[]
}

/** Of each model call. */
export const ROUND_USAGE: Usage = { promptTokens: 10, completionTokens: 5, totalTokens: 15 }

/** The manager of a scenario. */
export function managerOf({ limits, gate }: Scenario, maxConcurrency = 1): ToolCallingManager {
  return new ToolCallingManager({ limits: new ToolCallLimits(limits), gate: new ToolGate(gate), maxConcurrency })
}

/** The results of a history that answer the calls of the scenario, and not those an origin added. */
export const resultsOf = (messages: readonly Message[], added: ReadonlySet<string>): readonly ToolResult[] =>
  messages.flatMap((message) => (message.role === 'tool' ? message.results.filter(({ name }) => !added.has(name)) : []))

/** A history that a provider accepts: every call is answered by the message after it, in order, and by nothing else. */
export function expectValidHistory(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const calls = before?.role === 'assistant' ? (before.toolCalls ?? []) : []
    const answers = message.role === 'tool' ? message.results : []
    expect(answers.map(({ callId, name }) => [callId, name])).toEqual(calls.map(({ id, name }) => [id, name]))
  })
  const last = messages.at(-1)
  expect(last?.role === 'assistant' ? last.toolCalls : undefined).toBeUndefined()
}
