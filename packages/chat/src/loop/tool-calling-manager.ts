import { ToolGate, type ToolCall } from '@vernal/tools'
import { ChatError, invalidOption, noToolCalls } from '../chat-error'
import type { ChatResponse } from '../model/chat-response'
import type { Prompt } from '../model/prompt'
import { ToolCallBatch, type AssistantMessageWithCalls } from './tool-call-batch'
import { ToolCallLimits, type ToolCallLimitBreach } from './tool-call-limits'
import type { ToolExecutionOptions, ToolExecutionResult } from './tool-execution'

/** What a {@link ToolCallingManager} is made of. */
export interface ToolCallingManagerOptions {
  /** Default: a gate of its own, with defaults. */
  readonly gate?: ToolGate
  /** Default: 40 calls per tool and 150 in all, `THROW`. */
  readonly limits?: ToolCallLimits
  /** How many calls of one round may run at the same time; at least 1. Default 1: one after another, in order. */
  readonly maxConcurrency?: number
}

/** A limit was passed, and the limits say `THROW`. What the round had done by then is kept. */
export class ToolCallLimitExceededError extends ChatError {
  override readonly name = 'ToolCallLimitExceededError'

  constructor(
    readonly breach: ToolCallLimitBreach,
    readonly partial: ToolExecutionResult,
  ) {
    super(
      'CHAT_TOOL_CALL_LIMIT_EXCEEDED',
      breach.message,
      'Raise vernal.ai.tools.limits, or set its on-limit-exceeded to RETURN_ERROR_RESPONSE or FORCE_FINAL_ANSWER.',
    )
  }
}

/**
 * Runs the tool calls of one round: each through the gate, within the limits of the turn, every one of them answered.
 *
 * Keeps nothing between calls; what counts toward a limit is read from the prompt's messages.
 */
export class ToolCallingManager {
  readonly limits: ToolCallLimits
  readonly #gate: ToolGate
  readonly #maxConcurrency: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxConcurrency` is not a whole number above 0 */
  constructor(options: ToolCallingManagerOptions = {}) {
    this.limits = options.limits ?? new ToolCallLimits()
    this.#gate = options.gate ?? new ToolGate()
    this.#maxConcurrency = options.maxConcurrency ?? 1
    if (!Number.isInteger(this.#maxConcurrency) || this.#maxConcurrency < 1) {
      throw invalidOption('maxConcurrency', this.#maxConcurrency, 'It must be a whole number of at least 1.')
    }
  }

  /**
   * Executes the calls of `response` with the tools of `prompt.options`, and no others.
   *
   * An unknown tool, bad arguments or a tool that throws becomes a result the model can read; the other calls still run.
   * A call that needs consent and has none is suspended: see `suspended` of the result.
   *
   * @throws {ToolCallLimitExceededError} `CHAT_TOOL_CALL_LIMIT_EXCEEDED` when a limit is passed and the limits say `THROW`
   * @throws {ChatError} `CHAT_TOOL_CALLS_MISSING` when the response has no tool call
   */
  async executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolExecutionOptions = {},
  ): Promise<ToolExecutionResult> {
    const message = messageWithCalls(response)
    const batch = new ToolCallBatch(this.#gate, prompt, options, this.limits)
    const result = await batch.run(message, this.#maxConcurrency)
    if (result.breach && this.limits.onLimitExceeded === 'THROW') {
      throw new ToolCallLimitExceededError(result.breach, result)
    }
    return result
  }
}

/** The message with calls, as it enters the history: some providers repeat or forget the ids that pair calls with results. */
function messageWithCalls(response: ChatResponse): AssistantMessageWithCalls {
  const message = response.generations.find(({ message }) => (message.toolCalls?.length ?? 0) > 0)?.message
  if (!message?.toolCalls) throw noToolCalls()
  return { ...message, toolCalls: withUniqueIds(message.toolCalls) }
}

function withUniqueIds(calls: readonly ToolCall[]): readonly ToolCall[] {
  const taken = new Set<string>()
  return calls.map((call) => {
    const wanted = call.id || 'call'
    let id = wanted
    for (let suffix = 2; taken.has(id); suffix++) id = `${wanted}_${suffix}`
    taken.add(id)
    return id === call.id ? call : { ...call, id }
  })
}
