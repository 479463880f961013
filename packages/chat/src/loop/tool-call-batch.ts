import { randomUUID } from 'node:crypto'
import { ToolSet, type ToolCall, type ToolCallOutcome, type ToolGate } from '@vernal/tools'
import { toolMessage, type AssistantMessage, type Message, type ToolResult } from '../messages/message'
import type { Prompt } from '../model/prompt'
import type { ApprovalDecision } from './turn-approvals'
import { RoundSchedule } from './round-schedule'
import { turnStart, type ToolCallLimitBreach, type ToolCallLimits, type ToolCallMeter } from './tool-call-limits'
import type { SuspendedCall, ToolExecutionOptions, ToolExecutionResult } from './tool-execution'

/** An assistant message that asks for tools. */
export type AssistantMessageWithCalls = AssistantMessage & { readonly toolCalls: readonly ToolCall[] }

/** The calls of one round, while they run. Every call is settled or suspended, in the order of the calls. */
export class ToolCallBatch {
  readonly #gate: ToolGate
  readonly #prompt: Prompt
  readonly #options: ToolExecutionOptions
  readonly #tools: ToolSet
  readonly #limits: ToolCallLimits
  readonly #meter: ToolCallMeter
  readonly #turnId: string
  readonly #settled = new Map<string, ToolResult>()
  readonly #suspended = new Map<string, SuspendedCall>()
  #succeeded: Set<string> | undefined
  #breach: ToolCallLimitBreach | undefined
  #failure: { readonly error: unknown } | undefined
  #refusedByLimit = 0
  #directCalls = 0
  #indirectCalls = 0

  constructor(gate: ToolGate, prompt: Prompt, options: ToolExecutionOptions, limits: ToolCallLimits) {
    this.#gate = gate
    this.#prompt = prompt
    this.#options = options
    const { tools = ToolSet.empty, toolChoice } = prompt.options
    // Some models call tools though they are switched off.
    this.#tools = toolChoice === 'none' ? ToolSet.empty : tools
    this.#limits = limits
    this.#meter = limits.meter(prompt.messages, (name) => this.#tools.find(name)?.metadata.cost ?? 1)
    // Some servers give the calls of every round the same ids.
    this.#turnId = `${options.turnId ?? randomUUID()} ${prompt.messages.length}`
  }

  /** Runs what is not settled yet, then throws the first error that the error policy let through. */
  async run(message: AssistantMessageWithCalls, maxConcurrency: number): Promise<ToolExecutionResult> {
    for (const result of this.#options.settled ?? []) this.#keep(result)
    for (const call of message.toolCalls) if (this.#settled.has(call.id)) this.#meter.admit(call)
    const pending = message.toolCalls.filter(({ id }) => !this.#settled.has(id))
    await new RoundSchedule(pending, this.#tools).run((call) => this.#settle(call), maxConcurrency)
    if (this.#failure) throw this.#failure.error
    return this.#result(message)
  }

  #result(message: AssistantMessageWithCalls): ToolExecutionResult {
    if (this.#breach && this.#stopsAtBreach) this.#giveUp(message.toolCalls, this.#breach)
    const results = inOrder(message.toolCalls, this.#settled)
    const suspended = inOrder(message.toolCalls, this.#suspended)
    return {
      message,
      results,
      suspended,
      conversationHistory: suspended.length > 0 ? this.#history(message) : this.#endedHistory(message, results),
      returnDirect: suspended.length === 0 && this.#directCalls > 0 && this.#indirectCalls === 0,
      refusedByLimit: this.#refusedByLimit,
      ...(this.#breach ? { breach: this.#breach } : {}),
    }
  }

  #history(...added: readonly Message[]): readonly Message[] {
    return [...this.#prompt.messages, ...added]
  }

  #endedHistory(message: AssistantMessageWithCalls, results: readonly ToolResult[]): readonly Message[] {
    const history = this.#history(message, toolMessage(results))
    this.#limits.roundEnded(this.#prompt.messages, history)
    return history
  }

  get #stopsAtBreach(): boolean {
    return this.#limits.onLimitExceeded === 'THROW'
  }

  async #settle(call: ToolCall): Promise<void> {
    if (this.#breach && this.#stopsAtBreach) return this.#notRun(call, this.#breach)
    if (this.#waitsForConsent(call)) return
    const decision = this.#options.decisions?.get(call.id)
    try {
      const outcome = await this.#pass(call, decision)
      if (outcome.type === 'suspension') this.#suspended.set(call.id, { call, arguments: outcome.arguments })
      else this.#note(call, outcome, decision)
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  #pass(call: ToolCall, decision: ApprovalDecision | undefined): Promise<ToolCallOutcome> {
    const { toolContext, signal, onEvent, keepResult } = this.#options
    const sent = decision?.arguments ? { ...call, arguments: JSON.stringify(decision.arguments) } : call
    return this.#gate.pass(sent, {
      tools: this.#tools,
      admit: () => this.#admit(sent),
      values: toolContext,
      signal,
      decision,
      onEvent,
      keepResult,
      turnId: this.#turnId,
      hasSucceeded: (name) => this.#successes().has(name),
    })
  }

  #admit(call: ToolCall): string | undefined {
    const breach = this.#meter.admit(call)
    this.#breach ??= breach
    return breach?.message
  }

  /** A call refused by a limit has no say in whether the round is direct; one that failed must be read by the model. */
  #note(call: ToolCall, outcome: ToolCallOutcome, decision: ApprovalDecision | undefined): void {
    const { id, name } = call
    if (outcome.type === 'refusal' && outcome.reason === 'limit-exceeded') this.#refusedByLimit += 1
    else if (outcome.type === 'success' && outcome.returnDirect) this.#directCalls += 1
    else this.#indirectCalls += 1
    const content = decision?.arguments ? withEdit(outcome.text, decision.arguments) : outcome.text
    const result = { callId: id, name, content }
    if (outcome.type !== 'success') return void this.#settled.set(id, { ...result, isError: true })
    this.#succeeded?.add(name)
    this.#settled.set(id, outcome.media ? { ...result, media: outcome.media } : result)
  }

  /** A result of an earlier execution of the same round. */
  #keep(result: ToolResult): void {
    const isDirect = !result.isError && this.#tools.find(result.name)?.metadata.returnDirect === true
    if (isDirect) this.#directCalls += 1
    else this.#indirectCalls += 1
    this.#settled.set(result.callId, result)
  }

  /** Whether a call that goes before waits for consent: then this one is neither made nor refused before that is decided. */
  #waitsForConsent({ name }: ToolCall): boolean {
    const { after = [], requires = [] } = this.#tools.find(name)?.metadata ?? {}
    if (this.#suspended.size === 0 || after.length + requires.length === 0) return false
    const waiting = new Set([...this.#suspended.values()].map(({ call }) => call.name))
    const isOpen = (required: string): boolean => waiting.has(required) && !this.#successes().has(required)
    return after.some((before) => waiting.has(before)) || requires.some(isOpen)
  }

  /** The tools of which a call succeeded in this turn, up to now. */
  #successes(): ReadonlySet<string> {
    return (this.#succeeded ??= successesOf(this.#prompt.messages, this.#settled.values()))
  }

  /** Answers every call that waits. */
  #giveUp(calls: readonly ToolCall[], breach: ToolCallLimitBreach): void {
    this.#suspended.clear()
    for (const call of calls) if (!this.#settled.has(call.id)) this.#notRun(call, breach)
  }

  #notRun({ id, name }: ToolCall, breach: ToolCallLimitBreach): void {
    this.#settled.set(id, { callId: id, name, content: `Not run: ${breach.message}`, isError: true })
  }
}

function successesOf(messages: readonly Message[], settled: Iterable<ToolResult>): Set<string> {
  const earlier = messages
    .slice(turnStart(messages))
    .flatMap((message) => (message.role === 'tool' ? message.results : []))
  return new Set([...earlier, ...settled].flatMap(({ name, isError }) => (isError ? [] : [name])))
}

/** The model sees its own call in the history, so it must be told that another one ran. */
const withEdit = (text: string, args: Readonly<Record<string, unknown>>): string =>
  `Approved with other arguments: ${JSON.stringify(args)}\n${text}`

const inOrder = <T>(calls: readonly ToolCall[], byId: ReadonlyMap<string, T>): readonly T[] =>
  calls.flatMap(({ id }) => byId.get(id) ?? [])
