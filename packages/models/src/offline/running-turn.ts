import type { Message, ToolResult } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'

/** The part of a conversation since the user last spoke. */
export interface RunningTurn {
  /** What the user said; empty when there is no user message. */
  readonly question: string
  /** The calls so far, in order. */
  readonly calls: readonly ToolCall[]
  /** Their results, in order. */
  readonly results: readonly ToolResult[]
  /** How many answers of the model had calls. */
  readonly rounds: number
}

/** Reads the running turn out of a conversation. */
export function runningTurn(messages: readonly Message[]): RunningTurn {
  const start = messages.map((message) => message.role).lastIndexOf('user')
  const question = messages[start]
  const rest = messages.slice(start + 1)
  const callsByRound = rest.flatMap((message) =>
    message.role === 'assistant' && message.toolCalls?.length ? [message.toolCalls] : [],
  )
  return {
    question: question?.role === 'user' ? question.content : '',
    calls: callsByRound.flat(),
    results: rest.flatMap((message) => (message.role === 'tool' ? message.results : [])),
    rounds: callsByRound.length,
  }
}
