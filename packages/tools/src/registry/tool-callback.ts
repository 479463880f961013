import type { ToolDefinition, ToolMetadata } from '../definition/tool-definition'
import type { ToolApproval } from '../execution/tool-approval'
import type { ToolCallOutcome } from '../execution/tool-call-outcome'
import type { ToolContext } from '../execution/tool-context'
import type { CallRate } from '../policy/call-rate'
import type { ToolAccess } from '../policy/tool-access'
import { bindArguments, type BindOptions } from '../execution/argument-binder'
import type { OutputCheck } from '../execution/output-check'
import { ToolGate } from '../execution/tool-gate'
import type { ArgumentProblem } from '../schema/binding-run'
import type { ToolInput } from '../schema/tool-input'
import { ToolSet } from './tool-set'

/** What a {@link ToolCallback} is made of. */
export interface ToolCallbackParts {
  readonly definition: ToolDefinition
  readonly metadata: ToolMetadata
  readonly input: ToolInput
  /** The class whose method it is, where there is one. */
  readonly owner?: object | undefined
  /** Which calls need somebody's consent. Default: none. */
  readonly approval?: ToolApproval | undefined
  /** Who may use it, and how; all conditions must hold. Default: everybody. */
  readonly access?: readonly ToolAccess[] | undefined
  /** How often each caller may call it. Default: as often as it likes. */
  readonly rate?: CallRate | undefined
  /** Looks whether a result is what the tool promises. Default: nothing is promised. */
  readonly checkOutput?: OutputCheck | undefined
  /** Runs the tool with bound arguments. */
  readonly invoke: (args: Readonly<Record<string, unknown>>, context: ToolContext) => unknown
}

const NONE: readonly never[] = Object.freeze([])

const frozen = <T extends object>(value: T): Readonly<T> =>
  Object.isFrozen(value) ? value : Object.freeze({ ...value })

/** A tool, ready to be called. Immutable. Made by `@Tool` methods and by `functionTool`. */
export class ToolCallback {
  readonly definition: ToolDefinition
  readonly metadata: ToolMetadata
  /** How arguments are checked. For the gate. */
  readonly input: ToolInput
  /** The class whose method it is, where there is one. */
  readonly owner: object | undefined
  /** Which calls need somebody's consent; absent: none. */
  readonly approval: ToolApproval | undefined
  /** Who may use it, and how; all conditions must hold. Empty: everybody. */
  readonly access: readonly ToolAccess[]
  /** How often each caller may call it; absent: as often as it likes. */
  readonly rate: CallRate | undefined
  /** Looks whether a result is what the tool promises; absent: nothing is promised. For the gate. */
  readonly checkOutput: OutputCheck | undefined
  /** Runs the tool with arguments that were bound before. For the gate: whoever calls a tool uses {@link call}. */
  readonly invoke: ToolCallbackParts['invoke']

  constructor({ definition, metadata, input, owner, approval, access, rate, checkOutput, invoke }: ToolCallbackParts) {
    this.definition = frozen(definition)
    this.metadata = frozen(metadata)
    this.input = input
    this.owner = owner
    this.approval = approval
    this.access = access === undefined || access.length === 0 ? NONE : Object.freeze([...access])
    this.rate = rate
    this.checkOutput = checkOutput
    this.invoke = invoke
  }

  /**
   * Looks whether arguments fit, without running the tool.
   *
   * @param args JSON text, or the arguments as an object
   * @returns what is wrong with them; empty when they fit
   */
  async check(args: string | object): Promise<readonly ArgumentProblem[]> {
    const bound = await bindArguments(this.input, args, AS_BY_DEFAULT)
    return 'problems' in bound ? bound.problems : []
  }

  /**
   * Calls the tool through a gate with the default settings, with all its checks.
   *
   * @param args JSON text, or the arguments as an object
   */
  call(args: string | object = {}, context?: ToolContext): Promise<ToolCallOutcome> {
    const { callId = 'direct', values, signal } = context ?? {}
    return defaultGate().pass(
      { id: callId, name: this.definition.name, arguments: args },
      { tools: ToolSet.of([this]), values, signal },
    )
  }
}

const AS_BY_DEFAULT: BindOptions = { maxChars: 1_048_576, repair: false, unknown: 'refuse' }

let gate: ToolGate | undefined

/** It has no state of its own, so one serves all. */
const defaultGate = (): ToolGate => (gate ??= new ToolGate())
