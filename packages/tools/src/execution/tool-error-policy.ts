import type { ToolDefinition } from '../definition/tool-definition'

/**
 * What a model is told when a tool throws.
 *
 * The error itself goes to the log and to the observers, whatever the text is.
 */
export abstract class ToolErrorPolicy {
  /**
   * The text for the model.
   *
   * @throws an error that shall end the turn instead of being told to the model
   */
  abstract describe(error: unknown, definition: ToolDefinition): string
}

/** How the {@link DefaultToolErrorPolicy} decides. */
export interface ToolErrorPolicyOptions {
  /** Whether the model reads the message of the error, or only that the tool failed. Default true unless `NODE_ENV` is `production`. */
  readonly includeMessage?: boolean
  /** Whether every error ends the turn. Default false. */
  readonly alwaysThrow?: boolean
  /** Errors of these classes and of their subclasses end the turn. Default none. */
  readonly rethrow?: readonly (abstract new (...args: never[]) => unknown)[]
}

const MAX_MESSAGE_CHARS = 1000

/** Tells the model that the tool failed, and outside production also the message of the error. */
export class DefaultToolErrorPolicy extends ToolErrorPolicy {
  readonly #includeMessage: boolean
  readonly #alwaysThrow: boolean
  readonly #rethrow: readonly (abstract new (...args: never[]) => unknown)[]

  constructor(options: ToolErrorPolicyOptions = {}) {
    super()
    this.#includeMessage = options.includeMessage ?? process.env.NODE_ENV !== 'production'
    this.#alwaysThrow = options.alwaysThrow ?? false
    this.#rethrow = options.rethrow ?? []
  }

  describe(error: unknown, definition: ToolDefinition): string {
    if (this.#alwaysThrow || this.#rethrow.some((type) => error instanceof type)) throw error
    const failed = `The tool "${definition.name}" failed`
    if (!this.#includeMessage) return `${failed}. The reason is in the log of the application.`
    const message = messageOf(error).trim()
    return message === '' ? `${failed} (${nameOf(error)}).` : `${failed}: ${message.slice(0, MAX_MESSAGE_CHARS)}`
  }
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  try {
    return error instanceof Error ? String(error.message) : ''
  } catch {
    return ''
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'not an Error')
