import { randomUUID } from 'node:crypto'
import type { Message } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'

/** Hands out ids for the calls of one answer: the server's own where they are usable, made-up ones otherwise. */
export class CallIds {
  readonly #taken: Set<string>

  /** @param earlier the conversation so far; servers that count from zero in each round repeat its ids */
  constructor(earlier: readonly Message[]) {
    this.#taken = new Set(earlier.flatMap((message) => callsOf(message).map((call) => call.id)))
  }

  /** The given id, or a new one when it is missing or taken. */
  claim(given: string | undefined): string {
    const id = given === undefined || this.#taken.has(given) ? newCallId() : given
    this.#taken.add(id)
    return id
  }
}

const NO_CALLS: readonly ToolCall[] = []

const callsOf = (message: Message): readonly ToolCall[] =>
  message.role === 'assistant' ? (message.toolCalls ?? NO_CALLS) : NO_CALLS

const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
