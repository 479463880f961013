import { ToolGate, ToolSet, type ToolCall, type ToolCallOutcome } from '@vernal/tools'
import { ChatError, invalidOption, noToolCalls } from '../chat-error'
import { toolMessage, type AssistantMessage, type Message, type ToolResult } from '../messages/message'
import type { ChatResponse } from '../model/chat-response'
import type { Prompt } from '../model/prompt'
import { ToolCallLimits, type ToolCallLimitBreach, type ToolCallMeter } from './tool-call-limits'
import type { TurnEventSink } from './turn-event'

/** What a {@link ToolCallingManager} is made of. */
export interface ToolCallingManagerOptions {
  /** Default: a gate of its own, with defaults. */
  readonly gate?: ToolGate
  /** Default: 40 calls per tool and 150 in all, `THROW`. */
  readonly limits?: ToolCallLimits
  /** How many calls of one round may run at the same time; at least 1. Default 1: one after another, in order. */
  readonly maxConcurrency?: number
}

/** What the caller of a turn hands to its tools. */
export interface ToolExecutionOptions {
  /** The values of the tools' `ToolContext`. Never sent to the model. */
  readonly toolContext?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: TurnEventSink
}

/** What the calls of one round led to. */
export interface ToolExecutionResult {
  /** The prompt's messages, the assistant message with its calls, and the results. */
  readonly conversationHistory: readonly Message[]
  /** One for each call, in the order of the calls. */
  readonly results: readonly ToolResult[]
  /** Whether every tool that ran gives its result straight to the caller. */
  readonly returnDirect: boolean
  /** The first limit that a call of this round passed. */
  readonly breach?: ToolCallLimitBreach
  /** How many calls were refused because of a limit. */
  readonly refusedByLimit: number
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
    await batch.run(message.toolCalls, this.#maxConcurrency)
    const result = batch.result([...prompt.messages, message])
    if (result.breach && this.limits.onLimitExceeded === 'THROW') {
      throw new ToolCallLimitExceededError(result.breach, result)
    }
    return result
  }
}

/** The calls of one round, while they run. */
class ToolCallBatch {
  readonly #gate: ToolGate
  readonly #options: ToolExecutionOptions
  readonly #tools: ToolSet
  readonly #meter: ToolCallMeter
  readonly #stopsAtBreach: boolean
  readonly #results: ToolResult[] = []
  #breach: ToolCallLimitBreach | undefined
  #failure: { readonly error: unknown } | undefined
  #refusedByLimit = 0
  #directCalls = 0
  #indirectCalls = 0

  constructor(gate: ToolGate, prompt: Prompt, options: ToolExecutionOptions, limits: ToolCallLimits) {
    this.#gate = gate
    this.#options = options
    this.#tools = prompt.options.tools ?? ToolSet.empty
    this.#meter = limits.meter(prompt.messages)
    this.#stopsAtBreach = limits.onLimitExceeded === 'THROW'
  }

  /** Settles every call, then throws the first error that the error policy let through. */
  async run(calls: readonly ToolCall[], maxConcurrency: number): Promise<void> {
    const pending = calls.entries()
    const work = async (): Promise<void> => {
      for (const [index, call] of pending) this.#results[index] = await this.#settle(call)
    }
    await Promise.all(Array.from({ length: Math.min(maxConcurrency, calls.length) }, work))
    if (this.#failure) throw this.#failure.error
  }

  result(messages: readonly Message[]): ToolExecutionResult {
    return {
      conversationHistory: [...messages, toolMessage(this.#results)],
      results: this.#results,
      returnDirect: this.#directCalls > 0 && this.#indirectCalls === 0,
      refusedByLimit: this.#refusedByLimit,
      ...(this.#breach ? { breach: this.#breach } : {}),
    }
  }

  async #settle(call: ToolCall): Promise<ToolResult> {
    if (this.#breach && this.#stopsAtBreach) return errorResult(call, `Not run: ${this.#breach.message}`)
    try {
      const outcome = await this.#pass(call)
      this.#note(outcome)
      return outcome.type === 'success'
        ? { callId: call.id, name: call.name, content: outcome.text }
        : errorResult(call, outcome.text)
    } catch (error) {
      this.#failure ??= { error }
      return errorResult(call, 'Failed.')
    }
  }

  #pass(call: ToolCall): Promise<ToolCallOutcome> {
    const { toolContext, signal, onEvent } = this.#options
    return this.#gate.pass(call, {
      tools: this.#tools,
      admit: (name) => this.#admit(name),
      ...(toolContext ? { values: toolContext } : {}),
      ...(signal ? { signal } : {}),
      ...(onEvent ? { onEvent } : {}),
    })
  }

  #admit(toolName: string): string | undefined {
    const breach = this.#meter.admit(toolName)
    if (!breach) return undefined
    this.#breach ??= breach
    return breach.message
  }

  /** A call refused by a limit has no say in whether the round is direct; one that failed must be read by the model. */
  #note(outcome: ToolCallOutcome): void {
    if (outcome.type === 'refusal' && outcome.reason === 'limit-exceeded') this.#refusedByLimit += 1
    else if (outcome.type === 'success' && outcome.returnDirect) this.#directCalls += 1
    else this.#indirectCalls += 1
  }
}

const errorResult = (call: ToolCall, content: string): ToolResult => ({
  callId: call.id,
  name: call.name,
  content,
  isError: true,
})

type AssistantMessageWithCalls = AssistantMessage & { readonly toolCalls: readonly ToolCall[] }

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
