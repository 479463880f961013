import { alternativesOf, type Alternative } from './alternative'
import type { Attempt, BindingRun, Check } from './binding-run'
import type { JsonSchema } from './json-schema'
import { reportNearest, words } from './nearest-alternative'
import type { Compiler } from './schema-compiler'
import { valuePreview } from './value-preview'

/** Checks `allOf`: every part sees what the part before made of the value. */
export function allOfCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (!Array.isArray(node.allOf)) return undefined
  const parts = node.allOf.map((part) => compiler.compile(part))
  return (value, run) => {
    let current = value
    for (const part of parts) {
      // Parts that refer to each other twice over double the work at every level.
      if (!run.mayTry()) return void run.problem('too many parts to check')
      current = part(current, run)
    }
    return current
  }
}

/**
 * Checks `anyOf` and `oneOf`: a part that accepts the value as it is goes before one that would convert it.
 * For `oneOf` exactly one part must accept.
 */
export function alternativesCheck(node: JsonSchema, keyword: 'anyOf' | 'oneOf', compiler: Compiler): Check | undefined {
  const parts = node[keyword]
  if (!Array.isArray(parts)) return undefined
  const checks = parts.map((part) => compiler.compile(part))
  let described: readonly Alternative[] | undefined
  const alternatives = (): readonly Alternative[] => (described ??= alternativesOf(parts, compiler))
  return (value, run) => {
    const exact = accepting(checks, value, run, true)
    const found = exact.length > 0 || run.strict ? exact : accepting(checks, value, run, false)
    if (found.length === 1 || (found.length > 1 && keyword === 'anyOf')) return take(found, value, run)
    if (found.length > 1) run.problem(tooMany(found, checks, alternatives()))
    else reportNearest(checks, alternatives(), value, run)
    return value
  }
}

interface Accepted {
  readonly check: Check
  readonly attempt: Attempt
}

function accepting(checks: readonly Check[], value: unknown, run: BindingRun, strict: boolean): Accepted[] {
  return checks
    .map((check) => ({ check, attempt: run.attempt(check, value, strict) }))
    .filter(({ attempt }) => attempt.problems.length === 0)
}

/** A part that accepted the value as it is still has to complete it. */
function take(found: readonly Accepted[], value: unknown, run: BindingRun): unknown {
  const [first] = found as [Accepted]
  return run.strict ? run.accept(first.attempt) : run.accept(run.attempt(first.check, value, false))
}

function tooMany(found: readonly Accepted[], checks: readonly Check[], alternatives: readonly Alternative[]): string {
  const those = alternatives.filter((_, at) => found.some(({ check }) => check === checks[at]))
  const which = words(those.map((alternative) => ({ alternative })))
  return `fits ${found.length} of the alternatives at once (${which}), but must fit exactly one`
}

/** Checks `not`. */
export function notCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (node.not === undefined) return undefined
  const excluded = compiler.compile(node.not)
  return (value, run) => {
    if (run.attempt(excluded, value, true).problems.length === 0) run.problem(exclusion(node.not, compiler, value))
    return value
  }
}

function exclusion(schema: unknown, compiler: Compiler, value: unknown): string {
  const [excluded] = alternativesOf([schema], compiler)
  return `must not be ${excluded?.words ?? 'this'}, received ${valuePreview(value)}`
}
