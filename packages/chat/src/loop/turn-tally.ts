import type { ToolCall } from '@vernal/tools'
import type { Message } from '../messages/message'
import { canonicalJson } from './turn-state'

/** What of a call is counted. */
export type CountedCall = Pick<ToolCall, 'name' | 'arguments'>

/** How often each tool was called in a turn, and, where it matters, each with the same arguments. */
export class TurnTally {
  readonly #comparesArguments: boolean
  readonly #calls: Map<string, number>
  readonly #identical: Map<string, number>

  private constructor(comparesArguments: boolean, calls: Map<string, number>, identical: Map<string, number>) {
    this.#comparesArguments = comparesArguments
    this.#calls = calls
    this.#identical = identical
  }

  /** Of the turn that these messages end with: everything after the last message of the user. */
  static of(messages: readonly Message[], comparesArguments: boolean): TurnTally {
    const tally = new TurnTally(comparesArguments, new Map(), new Map())
    for (let at = messages.length - 1; at >= 0 && messages[at]!.role !== 'user'; at--) tally.#add(messages[at]!)
    return tally
  }

  /** Calls of each tool. */
  get calls(): ReadonlyMap<string, number> {
    return this.#calls
  }

  /** A copy to count on with. */
  copy(): TurnTally {
    return new TurnTally(this.#comparesArguments, new Map(this.#calls), new Map(this.#identical))
  }

  /** The tally when the turn has gone on with these messages, none of which is the user's. */
  with(messages: readonly Message[]): TurnTally {
    const tally = this.copy()
    for (const message of messages) tally.#add(message)
    return tally
  }

  /** Counts one more call; returns how many of its tool there are now. */
  countCall(toolName: string): number {
    return countOne(this.#calls, toolName)
  }

  /** Counts one more call; returns how many with its arguments there are now, or 0 where they are not compared. */
  countIdentical(call: CountedCall): number {
    if (!this.#comparesArguments) return 0
    return countOne(this.#identical, `${call.name} ${canonicalArguments(call.arguments)}`)
  }

  #add(message: Message): void {
    if (message.role === 'tool') for (const { name } of message.results) this.countCall(name)
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) this.countIdentical(call)
  }
}

function countOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** Arguments that say the same have the same text, however they are written. */
function canonicalArguments(text: string): string {
  try {
    return canonicalJson(JSON.parse(text || '{}'))
  } catch {
    return text
  }
}
