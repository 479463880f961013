import { ToolOutput } from '@vernal/tools'
import type { RecordedToolCall, RecordedToolError, RecordedToolOutput } from './cassette-entry'
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

  /** Those that were recorded and not asked for. */
  get left(): readonly RecordedToolCall[] {
    return this.#recorded.filter((call) => !this.#played.has(call))
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
    const keep = (outcome: Omit<RecordedToolCall, 'name' | 'arguments'>): void => {
      this.#new[place] = this.#redaction.data({ ...call, ...outcome })
    }
    try {
      const result = await run()
      keep(result instanceof ToolOutput ? { output: outputParts(result) } : { result: plain(result) })
      return result
    } catch (error) {
      keep({ error: error instanceof Error ? errorParts(error) : String(error) })
      throw error
    }
  }

  #key(name: string, args: unknown): string {
    return JSON.stringify([name, this.#redaction.data(sortedKeys(args))])
  }
}

/** What a recorded call comes to again. @throws what the tool threw: an error of its name, message and code, or a text */
export function resultOf({ result, output, error }: RecordedToolCall): unknown {
  if (error !== undefined) throw thrownAgain(error)
  return output ? new ToolOutput(output) : result
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const outputParts = ({ content, structured, isError }: ToolOutput): RecordedToolOutput => ({
  content,
  ...(structured === undefined ? {} : { structured: plain(structured) }),
  ...(isError ? { isError } : {}),
})

function errorParts({ name, message, ...fields }: Error): RecordedToolError {
  const { code } = fields as { readonly code?: unknown }
  return { name, message, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) }
}

function thrownAgain(thrown: RecordedToolError | string): unknown {
  if (typeof thrown === 'string') return thrown
  const { message, ...fields } = thrown
  return Object.assign(new Error(message), fields)
}
