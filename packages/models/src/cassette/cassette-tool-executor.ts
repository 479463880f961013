import { InProcessToolExecutor, ToolExecutor, type ToolInvocation } from '@vernal/tools'
import type { Cassette } from './cassette'

/**
 * Records what tools return on a cassette, and gives it again without running them. Results are kept as JSON, a `ToolOutput` as
 * what it is made of, and errors as their name, message and code, so tools that stream, return what JSON cannot hold, or throw
 * what is caught by its class, are better run for real.
 */
export class CassetteToolExecutor extends ToolExecutor {
  readonly #cassette: Cassette
  readonly #executor: ToolExecutor

  /** @param executor runs the tools that are recorded; default in this process */
  constructor(cassette: Cassette, executor: ToolExecutor = new InProcessToolExecutor()) {
    super()
    this.#cassette = cassette
    this.#executor = executor
    cassette.playTools()
  }

  /** @throws {ModelError} `MODEL_CASSETTE_MISMATCH` when a call is not on a cassette that is only replayed */
  override execute(invocation: ToolInvocation): Promise<unknown> {
    const { definition, arguments: args } = invocation
    return this.#cassette.toolResult(definition.name, args, () => this.#executor.execute(invocation))
  }
}
