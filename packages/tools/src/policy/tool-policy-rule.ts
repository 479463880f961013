import { toolNamePattern } from '../definition/tool-name-pattern'
import type { JsonSchema } from '../schema/json-schema'
import { invalidOption } from '../tool-error'
import { checkedAccess } from './tool-access'
import { checkedRate, type CallRate } from './call-rate'

/** What an application says about tools by name, beside what the tools say of themselves. */
export interface ToolPolicyRule {
  /** The tools it is about: names, with `*` for any characters. */
  readonly tools: readonly string[]
  /** Whether the tools may be used at all. Of several rules about a tool, the last that says it decides. Default: allowed. */
  readonly access?: 'allow' | 'deny'
  /** The caller must have one of these roles. Default: anybody. */
  readonly roles?: readonly string[]
  /** JSON Schemas that arguments must fit, by their names. An argument that is named must be given. Default: any. */
  readonly arguments?: Readonly<Record<string, JsonSchema>>
  /** `required`: somebody has to consent to each call. Default: what the tool says. */
  readonly approval?: 'required'
  /** How often each caller may call each of the tools. Default: as often as it likes. */
  readonly rate?: CallRate
  /** Whether what this rule would deny, hold back or call too soon is only noted, and the call passes. For trying a rule out. Default false. */
  readonly shadow?: boolean
}

/** A rule that was checked. */
export interface CompiledRule {
  readonly rule: ToolPolicyRule
  /** For messages. */
  readonly source: string
  readonly isAbout: (name: string) => boolean
}

const KNOWN = new Set(['tools', 'access', 'roles', 'arguments', 'approval', 'rate', 'shadow'])

/** @throws {ToolError} `TOOL_OPTION_INVALID`: a rule that cannot be read must not open anything */
export function compileRules(rules: readonly ToolPolicyRule[]): readonly CompiledRule[] {
  return rules.map((rule, at) => {
    const source = `policy ${at + 1}`
    const unknown = Object.keys(rule).find((key) => !KNOWN.has(key))
    if (unknown !== undefined) throw invalidOption(unknown, `of ${source} is not known: ${[...KNOWN].join(', ')}`)
    if (!isNames(rule.tools)) throw invalidOption('tools', `of ${source} must name at least one tool`)
    const { access, approval } = rule
    if (access !== undefined && access !== 'allow' && access !== 'deny') {
      throw invalidOption('access', `of ${source} must be "allow" or "deny"`)
    }
    if (approval !== undefined && approval !== 'required') {
      throw invalidOption('approval', `of ${source} must be "required", or left out`)
    }
    if (rule.roles) checkedAccess({ roles: rule.roles }, source)
    if (rule.rate) checkedRate(rule.rate, source)
    return { rule, source, isAbout: toolNamePattern(rule.tools) }
  })
}

const isNames = (names: unknown): boolean =>
  Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string' && name.trim() !== '')
