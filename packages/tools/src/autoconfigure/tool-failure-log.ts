import type { Logger } from '@vernal/container'
import { visible } from '../schema/visible-text'
import type { ToolCallObserver, ToolEnded, ToolRetried, ToolShadowed } from '../execution/tool-call-event'

/** Writes down in full what the model is told in safe words only. Arguments and results stay out of the log. */
export class ToolFailureLog implements ToolCallObserver {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  toolEnded({ name: asked, callId, outcome, durationMs }: ToolEnded): void {
    // A model may ask for a name that nobody has, of any length.
    const name = visible(asked.slice(0, 80))
    const fields = { tool: name, callId, durationMs: Math.round(durationMs * 1000) / 1000 }
    if (outcome.type === 'failure' && outcome.reason === 'aborted') {
      // Clients that leave are everyday life.
      this.#logger.info({ ...fields, reason: outcome.reason }, `The tool ${name} was given up by its caller`)
    } else if (outcome.type === 'failure') {
      this.#logger.error({ ...fields, reason: outcome.reason, err: outcome.error }, `The tool ${name} failed`)
    } else if (outcome.type === 'refusal') {
      const { reason, detail } = outcome
      this.#logger.warn(
        { ...fields, reason, ...(detail ? { detail } : {}) },
        `A call of ${name} was refused: ${reason}`,
      )
    }
  }

  toolRetried({ name, callId, attempt, error, delayMs }: ToolRetried): void {
    this.#logger.warn(
      { tool: name, callId, attempt, delayMs: Math.round(delayMs), err: error },
      `The tool ${name} failed and is tried again`,
    )
  }

  toolShadowed({ name, callId, reason }: ToolShadowed): void {
    this.#logger.warn({ tool: name, callId, reason }, `A rule in shadow mode would have refused a call of ${name}`)
  }
}
