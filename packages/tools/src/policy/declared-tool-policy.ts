import type { ToolCallback } from '../registry/tool-callback'
import { ArgumentConstraint } from './argument-constraint'
import { CallRateMeter, type CallRate } from './call-rate'
import type { ToolAccess, ToolAuthorizer } from './tool-access'
import { PERMITTED, ToolPolicy, type ToolCaller, type ToolPolicyCall, type ToolVerdict } from './tool-policy'
import { compileRules, type CompiledRule, type ToolPolicyRule } from './tool-policy-rule'

/** What a {@link DeclaredToolPolicy} goes by, beside what the tools say of themselves. */
export interface DeclaredToolPolicyOptions {
  /** In order. Default none. */
  readonly rules?: readonly ToolPolicyRule[]
  /** The clock of the rates, in milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

/** Something that must hold, and whether it only notes when it does not. */
interface Condition<T> {
  readonly is: T
  readonly source: string
  readonly shadow: boolean
}

/** All that is said about one tool. Put together once. */
interface ToolTerms {
  /** The rule that forbids the tool to everyone. */
  readonly denied: Condition<true> | undefined
  readonly roles: readonly Condition<readonly string[]>[]
  readonly constraints: readonly Condition<ArgumentConstraint>[]
  readonly authorizers: readonly ToolAuthorizer[]
  /** The rules that ask for consent to each call. */
  readonly approvals: readonly Condition<true>[]
  readonly meters: readonly Condition<{ readonly meter: CallRateMeter; readonly rate: CallRate }>[]
}

/** Nothing is said about most tools. */
const OPEN: ToolTerms = { denied: undefined, roles: [], constraints: [], authorizers: [], approvals: [], meters: [] }

/** Goes by what tools say of themselves (`@RequireRole`, `@Authorize`, `roles`, `authorize`, `rate`) and by rules of the application; all must agree. */
export class DeclaredToolPolicy extends ToolPolicy {
  readonly #rules: readonly CompiledRule[]
  readonly #terms = new WeakMap<ToolCallback, ToolTerms>()
  readonly #now: (() => number) | undefined

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when a rule cannot be read */
  constructor({ rules = [], now }: DeclaredToolPolicyOptions = {}) {
    super()
    this.#rules = compileRules(rules)
    this.#now = now
  }

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when a rule constrains an argument the tool does not have */
  override restricts(tool: ToolCallback): boolean {
    const { denied, roles } = this.#termsOf(tool)
    return denied !== undefined || roles.length > 0
  }

  override mayUse(tool: ToolCallback, { principal }: ToolCaller): ToolVerdict {
    const { denied, roles } = this.#termsOf(tool)
    const held = principal?.roles ?? []
    const lacking = roles.filter(({ is }) => !is.some((role) => held.includes(role)))
    return verdict([
      ...(denied ? [{ ...denied, reason: `${denied.source} denies it to everyone` }] : []),
      ...lacking.map(({ is, ...condition }) => ({ ...condition, reason: `${condition.source} asks for ${oneOf(is)}` })),
    ])
  }

  override mayCall(call: ToolPolicyCall): ToolVerdict | Promise<ToolVerdict> {
    const { constraints, authorizers, approvals } = this.#termsOf(call.tool)
    const broken = constraints.flatMap(({ is, ...condition }) => {
      const text = is.problemOf(call.arguments)
      return text === undefined ? [] : [{ ...condition, reason: `${condition.source}: ${text}`, text }]
    })
    const unasked = approvals.filter(({ shadow }) => shadow)
    const ruled = verdict([
      ...broken,
      ...unasked.map((rule) => ({ ...rule, reason: `${rule.source} asks for consent to each call` })),
    ])
    if (!ruled.permitted) return ruled
    const permitted = approvals.length > unasked.length ? { ...ruled, needsApproval: true } : ruled
    return authorizers.length === 0 ? permitted : authorized(authorizers, call, permitted)
  }

  override meter(tool: ToolCallback, { principal }: ToolCaller): ToolVerdict {
    const { meters } = this.#termsOf(tool)
    if (meters.length === 0) return PERMITTED
    const early = meters.flatMap(({ is: { meter, rate }, ...condition }) => {
      const wait = meter.take(principal?.id ?? '')
      const reason = `${condition.source} allows ${rate.calls} calls in ${seconds(rate.perMs)} s`
      return wait > 0 ? [{ ...condition, reason, text: tooSoon(tool, rate, wait) }] : []
    })
    return verdict(early)
  }

  #termsOf(tool: ToolCallback): ToolTerms {
    if (this.#rules.length === 0 && tool.access.length === 0 && tool.rate === undefined) return OPEN
    const known = this.#terms.get(tool)
    if (known !== undefined) return known
    const terms = this.#read(tool)
    this.#terms.set(tool, terms)
    return terms
  }

  #read(tool: ToolCallback): ToolTerms {
    const rules = this.#rules.filter(({ isAbout }) => isAbout(tool.definition.name))
    const spoken = rules.findLast(({ rule }) => rule.access !== undefined)
    const denied = spoken?.rule.access === 'deny' ? condition(true as const, spoken) : undefined
    const own = tool.rate ? [{ is: tool.rate, source: tool.metadata.source, shadow: false }] : []
    const rates = [...own, ...rules.flatMap((rule) => (rule.rule.rate ? [condition(rule.rule.rate, rule)] : []))]
    return {
      denied,
      roles: [
        ...rolesOf(tool.access, tool.metadata.source),
        ...rules.flatMap((rule) => (rule.rule.roles ? [condition(rule.rule.roles, rule)] : [])),
      ],
      constraints: rules.flatMap((rule) => constraintsOf(rule, tool)),
      authorizers: tool.access.flatMap(({ authorize }) => (authorize ? [authorize] : [])),
      approvals: rules.flatMap((rule) => (rule.rule.approval ? [condition(true as const, rule)] : [])),
      meters: rates.map(({ is, ...from }) => ({ ...from, is: { rate: is, meter: new CallRateMeter(is, this.#now) } })),
    }
  }
}

const condition = <T>(is: T, { rule, source }: CompiledRule): Condition<T> => ({
  is,
  source,
  shadow: rule.shadow === true,
})

const rolesOf = (access: readonly ToolAccess[], source: string): Condition<readonly string[]>[] =>
  access.flatMap(({ roles }) => (roles ? [{ is: roles, source, shadow: false }] : []))

const constraintsOf = (rule: CompiledRule, tool: ToolCallback): Condition<ArgumentConstraint>[] =>
  rule.rule.arguments ? [condition(new ArgumentConstraint(rule.rule.arguments, tool, rule.source), rule)] : []

interface Objection {
  readonly reason: string
  readonly text?: string
  readonly shadow: boolean
}

/** The first objection that counts; those in shadow mode are only told. */
function verdict(objections: readonly Objection[]): ToolVerdict {
  const real = objections.find(({ shadow }) => !shadow)
  if (real) return { permitted: false, reason: real.reason, ...(real.text ? { text: real.text } : {}) }
  if (objections.length === 0) return PERMITTED
  return { permitted: true, shadowed: objections.map(({ reason }) => reason).join('; ') }
}

async function authorized(
  authorizers: readonly ToolAuthorizer[],
  { principal, arguments: args, context }: ToolPolicyCall,
  permitted: ToolVerdict,
): Promise<ToolVerdict> {
  for (const authorize of authorizers) {
    const answer = await authorize(principal, args, context)
    if (answer === true) continue
    return typeof answer === 'string'
      ? { permitted: false, reason: `an authoriser says: ${answer}`, text: answer }
      : { permitted: false, reason: 'an authoriser says no' }
  }
  return permitted
}

const oneOf = (roles: readonly string[]): string =>
  roles.length === 1 ? `the role ${roles[0]}` : `one of the roles ${roles.join(', ')}`

const tooSoon = ({ definition }: ToolCallback, { calls, perMs }: CallRate, waitMs: number): string =>
  `The tool "${definition.name}" may be called ${calls} times in ${seconds(perMs)} s. Try again in ${seconds(waitMs)} s, or go on without it.`

const seconds = (ms: number): number => Math.ceil(ms / 100) / 10
