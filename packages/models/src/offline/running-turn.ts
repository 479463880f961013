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
  /** Whether tools were searched for. That is no call of the turn: nothing the user asked for came of it. */
  readonly hasSearched: boolean
}

/** Reads the running turn out of a conversation. */
export function runningTurn(messages: readonly Message[]): RunningTurn {
  const start = messages.map((message) => message.role).lastIndexOf('user')
  const question = messages[start]
  const rest = messages.slice(start + 1)
  const callsByRound = rest.flatMap((message) =>
    message.role === 'assistant' && message.toolCalls?.length ? [message.toolCalls] : [],
  )
  const ownByRound = callsByRound.map((calls) => calls.filter(isOwn)).filter((calls) => calls.length > 0)
  return {
    question: question?.role === 'user' ? question.content : '',
    calls: ownByRound.flat(),
    results: rest.flatMap((message) => (message.role === 'tool' ? message.results.filter(isOwn) : [])),
    rounds: ownByRound.length,
    hasSearched: callsByRound.flat().some((call) => !isOwn(call)),
  }
}

/** The tool that finds tools. */
export const TOOL_SEARCH = 'toolSearchTool'

const isOwn = ({ name }: { readonly name: string }): boolean => name !== TOOL_SEARCH
