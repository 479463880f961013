import { type ToolCall, type ToolSet } from '@vernal/tools'

/**
 * In which order the calls of a round start: as the model made them, but a call after those of the tools it names with `after`
 * or `requires`, and an exclusive one with nothing beside it.
 */
export class RoundSchedule {
  readonly #calls: readonly ToolCall[]
  readonly #tools: ToolSet

  constructor(calls: readonly ToolCall[], tools: ToolSet) {
    this.#tools = tools
    const isOrdered = calls.length > 1 && calls.some((call) => this.#before(call).length > 0)
    this.#calls = isOrdered ? this.#sorted(calls) : calls
  }

  /** Runs every call; at most `maxConcurrency` at the same time. `run` must not reject. */
  async run(run: (call: ToolCall) => Promise<void>, maxConcurrency: number): Promise<void> {
    if (this.#calls.length === 1) return run(this.#calls[0]!)
    const running = new Map<ToolCall, Promise<void>>()
    for (const call of this.#calls) {
      while (running.size >= maxConcurrency || this.#mustWait(call, running)) await Promise.race(running.values())
      running.set(
        call,
        run(call).finally(() => running.delete(call)),
      )
    }
    await Promise.all(running.values())
  }

  #mustWait(call: ToolCall, running: ReadonlyMap<ToolCall, unknown>): boolean {
    if (running.size === 0) return false
    if (this.#isExclusive(call)) return true
    const before = this.#before(call)
    return [...running.keys()].some((other) => this.#isExclusive(other) || before.includes(other.name))
  }

  /** Stable: a call moves only when it has to, to right behind the last call it waits for. */
  #sorted(calls: readonly ToolCall[]): readonly ToolCall[] {
    const sorted = new Set<ToolCall>()
    const visiting = new Set<ToolCall>()
    const place = (call: ToolCall): void => {
      // Tools that wait for each other are refused at start; here such a call must only come to an end.
      if (visiting.has(call)) return
      visiting.add(call)
      const before = this.#before(call)
      for (const other of calls) if (before.includes(other.name)) place(other)
      sorted.add(call)
    }
    for (const call of calls) place(call)
    return [...sorted]
  }

  #before({ name }: ToolCall): readonly string[] {
    const metadata = this.#tools.find(name)?.metadata
    return metadata === undefined ? NONE : [...metadata.after, ...metadata.requires]
  }

  #isExclusive({ name }: ToolCall): boolean {
    return this.#tools.find(name)?.metadata.exclusive === true
  }
}

const NONE: readonly string[] = []
