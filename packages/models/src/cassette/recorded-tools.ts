import type { RecordedToolCall } from './cassette-entry'
import type { Redaction } from './redaction'
import { sortedKeys } from './sorted-keys'

/** The tool calls of a cassette: those that were recorded, and new ones. */
export class RecordedTools {
  readonly #redaction: Redaction
  readonly #recorded: readonly RecordedToolCall[]
  readonly #played = new Set<RecordedToolCall>()
  readonly #new: (RecordedToolCall | undefined)[] = []

  constructor(recorded: readonly RecordedToolCall[], redaction: Redaction) {
    this.#recorded = recorded
    this.#redaction = redaction
  }

  /** All of them, in the order they began. */
  get calls(): readonly RecordedToolCall[] {
    return [...this.#recorded, ...this.#new.flatMap((call) => call ?? [])]
  }

  /** The next one that is equal. */
  play(name: string, args: unknown): RecordedToolCall | undefined {
    const key = this.#key(name, args)
    const call = this.#recorded.find((one) => !this.#played.has(one) && this.#key(one.name, one.arguments) === key)
    if (call) this.#played.add(call)
    return call
  }

  /** Runs a tool and keeps what comes of it. */
  async record(name: string, args: unknown, run: () => Promise<unknown>): Promise<unknown> {
    const place = this.#new.push(undefined) - 1
    const call = { name, arguments: sortedKeys(args) }
    const keep = (outcome: Pick<RecordedToolCall, 'result' | 'error'>): void => {
      this.#new[place] = this.#redaction.data({ ...call, ...outcome })
    }
    try {
      const result = await run()
      keep({ result: JSON.parse(JSON.stringify(result) ?? 'null') as unknown })
      return result
    } catch (error) {
      keep({ error: error instanceof Error ? error.message : String(error) })
      throw error
    }
  }

  #key(name: string, args: unknown): string {
    return JSON.stringify([name, this.#redaction.data(sortedKeys(args))])
  }
}

/** What a recorded call comes to again. @throws {Error} with the recorded words, when the tool threw */
export function resultOf({ result, error }: RecordedToolCall): unknown {
  if (error !== undefined) throw new Error(error)
  return result
}
