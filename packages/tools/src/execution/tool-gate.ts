import { invalidOption, reportedError, resultInvalid, type ToolError } from '../tool-error'
import type { ToolCallback } from '../registry/tool-callback'
import { toolNamePattern } from '../definition/tool-name-pattern'
import { checkedRetry, type ToolRetry, type ToolRetryOptions } from '../definition/tool-retry'
import { withRetry } from './attempts'
import { bindArguments, type BindOptions } from './argument-binder'
import type { UnknownArguments } from './argument-text'
import {
  aborted,
  brokenPromise,
  denied,
  forbidden,
  invalidArguments,
  policyFailed,
  stopped,
  suspended,
  tooEarly,
  unknownTool,
  type AcceptedCall,
  type IncomingToolCall,
} from './call-endings'
import { collectedResult } from './collected-result'
import { ConcurrencyLimit } from './concurrency-limit'
import { repairLibrary } from './json-repair'
import { ToolCallDeadline } from './tool-call-deadline'
import type { ToolCallEvent, ToolCallObserver } from './tool-call-event'
import type { ToolCallOutcome, ToolCallRefusal } from './tool-call-outcome'
import type { ToolCallScope } from './tool-call-scope'
import { ToolContext, type ToolProgress } from './tool-context'
import { DeclaredToolPolicy } from '../policy/declared-tool-policy'
import type { ToolCaller, ToolPolicy, ToolPolicyCall, ToolVerdict } from '../policy/tool-policy'
import { principalOf } from '../policy/tool-principal'
import { DefaultToolErrorPolicy, type ToolErrorPolicy } from './tool-error-policy'
import { InProcessToolExecutor, type ToolExecutor } from './tool-executor'
import { ToolOutput } from './tool-output'
import { jsonForm, shortenedText, toolResultText } from './tool-result-text'

/** What a {@link ToolGate} is made of. */
export interface ToolGateOptions {
  /** Where tools run. Default: in this process. */
  readonly executor?: ToolExecutor
  /** What a model is told when a tool throws. */
  readonly errorPolicy?: ToolErrorPolicy
  /** Who may use which tool. Default: what the tools say of themselves. */
  readonly policy?: ToolPolicy
  /** Hear of every call. Default none. */
  readonly observers?: readonly ToolCallObserver[]
  /** Names of tools whose every call needs somebody's consent, with `*` for any characters, beside what the tools say. Default none. */
  readonly approvalRequired?: readonly string[]
  /** How long one call may take unless the tool says otherwise, in milliseconds; 0 means no limit. Default 30000. */
  readonly timeoutMs?: number
  /** How idempotent tools are tried again that say nothing of it themselves. Default: they are not. */
  readonly retry?: number | ToolRetryOptions
  /** Longer arguments are refused unparsed, in characters. Default 1048576. */
  readonly maxArgumentChars?: number
  /** Whether arguments that are nearly JSON (a trailing comma, single quotes) are repaired; never those that are cut off. Default false. */
  readonly repairArguments?: boolean
  /** What happens to arguments that no parameter knows: the call is refused, or goes on without them. Default `refuse`. */
  readonly unknownArguments?: UnknownArguments
  /** Longer results lose their middle, in characters. Default 100000; at least 100. */
  readonly maxResultChars?: number
}

/**
 * The only way to a tool, whoever calls. Every call takes the same steps in the same order:
 *
 * limits → name and visibility → what it requires → arguments → policy → approval → rate → (ledger) → deadline and
 * abort → retry → run → result → (ledger) → events.
 *
 * The steps in brackets have no rules yet. What a model does wrong is an outcome, never an exception.
 */
export class ToolGate {
  readonly #executor: ToolExecutor
  readonly #errorPolicy: ToolErrorPolicy
  readonly #policy: ToolPolicy
  readonly #observers: readonly ToolCallObserver[]
  readonly #needsApproval: (name: string) => boolean
  readonly #limits = new WeakMap<ToolCallback, ConcurrencyLimit>()
  readonly #timeoutMs: number
  readonly #retry: ToolRetry | undefined
  readonly #bindOptions: BindOptions
  readonly #maxResultChars: number

  /** @throws {ToolError} `TOOL_OPTION_INVALID` or `TOOL_PACKAGE_MISSING` */
  constructor(options: ToolGateOptions = {}) {
    this.#executor = options.executor ?? new InProcessToolExecutor()
    this.#errorPolicy = options.errorPolicy ?? new DefaultToolErrorPolicy()
    this.#policy = options.policy ?? new DeclaredToolPolicy()
    this.#observers = [...(options.observers ?? [])]
    this.#needsApproval = toolNamePattern(options.approvalRequired ?? [])
    this.#timeoutMs = atLeast('timeoutMs', options.timeoutMs ?? 30_000, 0)
    this.#retry = options.retry === undefined ? undefined : checkedRetry(options.retry, 'the gate')
    this.#bindOptions = {
      maxChars: atLeast('maxArgumentChars', options.maxArgumentChars ?? 1_048_576, 1),
      repair: options.repairArguments ?? false,
      unknown: options.unknownArguments ?? 'refuse',
    }
    if (this.#bindOptions.repair) repairLibrary()
    this.#maxResultChars = atLeast('maxResultChars', options.maxResultChars ?? 100_000, 100)
  }

  /**
   * Takes one call through all steps.
   *
   * @returns how it ended; rejects only when the {@link ToolErrorPolicy} lets an error end the turn
   */
  async pass(call: IncomingToolCall, scope: ToolCallScope): Promise<ToolCallOutcome> {
    const startedAt = performance.now()
    const refusal = this.#admit(call, scope)
    let outcome: ToolCallOutcome | undefined
    try {
      outcome = refusal ?? (await this.#take(call, scope))
      return outcome
    } catch (error) {
      outcome = { type: 'failure', reason: 'threw', text: `The tool "${call.name}" failed.`, error }
      throw error
    } finally {
      if (outcome !== undefined) this.#ended(call, scope, outcome, performance.now() - startedAt)
    }
  }

  /** Step 1. Limits are asked before anything is awaited, so that parallel calls are counted in the order they were made. */
  #admit(call: IncomingToolCall, scope: ToolCallScope): ToolCallRefusal | undefined {
    const verdict = scope.admit?.(call.name)
    return verdict === undefined ? undefined : { type: 'refusal', reason: 'limit-exceeded', text: verdict }
  }

  async #take(call: IncomingToolCall, scope: ToolCallScope): Promise<ToolCallOutcome> {
    const callback = scope.tools.find(call.name)
    if (callback === undefined) return unknownTool(call, scope)
    const caller = callerOf(scope)
    const forbidden = this.#heed(this.#policy.mayUse(callback, caller), call, scope)
    if (forbidden) return forbidden
    const missing = missingOf(callback, scope)
    if (missing.length > 0) return tooEarly(call, missing)
    const binding = bindArguments(callback.input, call.arguments, this.#bindOptions)
    const bound = binding instanceof Promise ? await binding : binding
    if ('problems' in bound) return invalidArguments(callback, bound)
    if (isGivenUp(scope)) return aborted(call)
    const accepted = { call, callback, caller, arguments: bound.arguments }
    const judged = this.#judge(accepted, scope)
    const verdict = judged instanceof Promise ? await judged : judged
    const withheld =
      this.#heed(verdict, call, scope) ??
      (this.#mayNeedApproval(callback, verdict) ? await this.#withhold(accepted, verdict, scope) : undefined)
    if (withheld) return withheld
    // The caller may have left while somebody was thinking.
    if (isGivenUp(scope)) return aborted(call)
    const tooSoon = this.#heed(this.#policy.meter(callback, caller), call, scope, 'rate-exceeded')
    if (tooSoon) return tooSoon
    this.#emit({ type: 'tool-started', callId: call.id, name: call.name, ...bound }, scope)
    return this.#runInTime(accepted, scope)
  }

  /** What the policy says of a call that fits. A policy that fails denies. */
  #judge(
    { call, callback, caller, arguments: bound }: AcceptedCall,
    { signal }: ToolCallScope,
  ): ToolVerdict | Promise<ToolVerdict> {
    const asked: ToolPolicyCall = {
      ...caller,
      tool: callback,
      arguments: bound,
      get context() {
        return new ToolContext({ values: caller.values, signal, callId: call.id })
      },
    }
    try {
      const verdict = this.#policy.mayCall(asked)
      return verdict instanceof Promise ? verdict.catch(policyFailed) : verdict
    } catch (error) {
      return policyFailed(error)
    }
  }

  /** A denial as an outcome; a denial in shadow mode is only told. */
  #heed(
    verdict: ToolVerdict,
    call: IncomingToolCall,
    scope: ToolCallScope,
    refusal: 'forbidden' | 'rate-exceeded' = 'forbidden',
  ): ToolCallRefusal | undefined {
    if (!verdict.permitted) return forbidden(call, verdict, refusal)
    const { shadowed } = verdict
    if (shadowed) this.#emit({ type: 'tool-shadowed', callId: call.id, name: call.name, reason: shadowed }, scope)
    return undefined
  }

  #mayNeedApproval({ approval, definition }: ToolCallback, verdict: ToolVerdict): boolean {
    return approval !== undefined || this.#needsApproval(definition.name) || asksForApproval(verdict)
  }

  /** A call that needs consent is suspended until there is a decision, and refused when that is no. */
  async #withhold(
    accepted: AcceptedCall,
    verdict: ToolVerdict,
    scope: ToolCallScope,
  ): Promise<ToolCallOutcome | undefined> {
    const { callback, call, arguments: bound } = accepted
    const { approval, definition } = callback
    if (scope.decision) return scope.decision.approved ? undefined : denied(call, scope.decision.reason)
    try {
      const context = new ToolContext({ values: scope.values ?? {}, signal: scope.signal, callId: call.id })
      const isNeeded =
        typeof approval !== 'function' || asksForApproval(verdict) || this.#needsApproval(definition.name)
      return isNeeded || (await approval(bound, context)) ? suspended(accepted) : undefined
    } catch (error) {
      return { type: 'failure', reason: 'threw', text: this.#errorPolicy.describe(error, definition), error }
    }
  }

  async #runInTime(accepted: AcceptedCall, scope: ToolCallScope): Promise<ToolCallOutcome> {
    const { definition, metadata } = accepted.callback
    const live = { isOver: false }
    const deadline = new ToolCallDeadline(definition.name, metadata.timeoutMs ?? this.#timeoutMs, scope.signal)
    try {
      const value = await deadline.within(this.#run(accepted, deadline.signal, scope, live))
      return await this.#finish(accepted, value, scope)
    } catch (error) {
      return deadline.signal.aborted && error === deadline.signal.reason
        ? stopped(error as ToolError)
        : { type: 'failure', reason: 'threw', text: this.#errorPolicy.describe(error, definition), error }
    } finally {
      live.isOver = true
      deadline[Symbol.dispose]()
    }
  }

  async #run(
    { call, callback, arguments: bound }: AcceptedCall,
    signal: AbortSignal,
    scope: ToolCallScope,
    live: { readonly isOver: boolean },
  ): Promise<unknown> {
    const { definition, metadata } = callback
    const { id: callId, name } = call
    const { values = NO_VALUES, turnId } = scope
    const onProgress = (progress: ToolProgress): void => {
      if (!live.isOver) this.#emit({ type: 'tool-progress', callId, name, ...progress }, scope)
    }
    const context = new ToolContext({ values, signal, callId, turnId, onProgress })
    const invoke = (): unknown => callback.invoke(bound, context)
    const work = async (): Promise<unknown> => {
      const returned = await this.#executor.execute({ definition, metadata, arguments: bound, context, invoke })
      return collectedResult(returned, signal, (data) => onProgress({ data }))
    }
    const { maxConcurrency } = metadata
    const retry = metadata.retry ?? (metadata.annotations.idempotentHint ? this.#retry : undefined)
    const onRetry = (attempt: number, error: unknown, delayMs: number): void =>
      this.#emit({ type: 'tool-retried', callId, name, attempt, error, delayMs }, scope)
    const attempts = retry === undefined ? work : (): Promise<unknown> => withRetry(work, retry, signal, onRetry)
    return maxConcurrency === undefined ? attempts() : this.#limitOf(callback, maxConcurrency).run(attempts, signal)
  }

  #limitOf(callback: ToolCallback, count: number): ConcurrencyLimit {
    const limit = this.#limits.get(callback) ?? new ConcurrencyLimit(count)
    this.#limits.set(callback, limit)
    return limit
  }

  async #finish({ callback }: AcceptedCall, value: unknown, scope: ToolCallScope): Promise<ToolCallOutcome> {
    const { definition, metadata, checkOutput } = callback
    const output = value instanceof ToolOutput ? value : undefined
    const whole = toolResultText(value)
    if (output?.isError) {
      const error = reportedError(definition.name)
      return { type: 'failure', reason: 'reported', text: this.#shortened(whole, scope), error }
    }
    const problems = checkOutput
      ? await checkOutput(output ? jsonForm(output.structured) : jsonForm(value, whole))
      : NONE
    if (problems.length > 0) return brokenPromise(resultInvalid(definition.name, problems), definition.name)
    const text = this.#shortened(whole, scope)
    const media = output?.media ?? []
    const { returnDirect } = metadata
    return { type: 'success', text, value, returnDirect, ...(media.length > 0 ? { media } : {}) }
  }

  #shortened(text: string, { keepResult }: ToolCallScope): string {
    const maxChars = this.#maxResultChars
    return shortenedText(text, maxChars, (from) => keepResult?.(text, { from, maxChars }) ?? 'ask for a smaller part')
  }

  #ended(call: IncomingToolCall, scope: ToolCallScope, outcome: ToolCallOutcome, durationMs: number): void {
    this.#emit({ type: 'tool-ended', callId: call.id, name: call.name, outcome, durationMs }, scope)
  }

  #emit(event: ToolCallEvent, scope: ToolCallScope): void {
    for (const observer of this.#observers) undisturbed(() => heard(observer, event))
    undisturbed(() => scope.onEvent?.(event))
  }
}

function heard(observer: ToolCallObserver, event: ToolCallEvent): unknown {
  if (event.type === 'tool-started') return observer.toolStarted?.(event)
  if (event.type === 'tool-ended') return observer.toolEnded?.(event)
  if (event.type === 'tool-progress') return observer.toolProgressed?.(event)
  return event.type === 'tool-retried' ? observer.toolRetried?.(event) : observer.toolShadowed?.(event)
}

/** A listener that throws, now or later, must not change the call. */
function undisturbed(tell: () => unknown): void {
  try {
    const told = tell()
    if (told instanceof Promise) told.catch(() => {})
  } catch {
    // Told and forgotten.
  }
}

const isGivenUp = ({ signal }: ToolCallScope): boolean => signal?.aborted === true

const NO_VALUES: Readonly<Record<string, unknown>> = Object.freeze({})

const callerOf = ({ values = NO_VALUES }: ToolCallScope): ToolCaller => ({ principal: principalOf(values), values })

const asksForApproval = (verdict: ToolVerdict): boolean => verdict.permitted && verdict.needsApproval === true

const NONE: readonly string[] = []

/** What has to succeed before this tool runs, and has not. */
function missingOf({ metadata: { requires } }: ToolCallback, { hasSucceeded }: ToolCallScope): readonly string[] {
  return requires.length === 0 || !hasSucceeded ? NONE : requires.filter((name) => !hasSucceeded(name))
}

function atLeast(option: string, value: number, least: number): number {
  if (Number.isFinite(value) && value >= least) return value
  throw invalidOption(option, `must be a number of at least ${least}, but is ${value}`)
}
