import type { ArgumentProblem, Attempt, BindingRun, Check } from './binding-run'
import { pathText } from './binding-run'
import type { JsonSchema } from './json-schema'
import type { Compiler } from './schema-compiler'
import { typeWords, type TypeName } from './type-check'

/** Checks `allOf`: every part sees what the part before made of the value. */
export function allOfCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (!Array.isArray(node.allOf)) return undefined
  const parts = node.allOf.map((part) => compiler.compile(part))
  return (value, run) => parts.reduce((current: unknown, part) => part(current, run), value)
}

/**
 * Checks `anyOf` and `oneOf`: a part that accepts the value as it is goes before one that would convert it.
 * For `oneOf` exactly one part must accept.
 */
export function alternativesCheck(node: JsonSchema, keyword: 'anyOf' | 'oneOf', compiler: Compiler): Check | undefined {
  const parts = node[keyword]
  if (!Array.isArray(parts)) return undefined
  const checks = parts.map((part) => compiler.compile(part))
  const words = alternativeWords(parts)
  return (value, run) => {
    const exact = accepting(checks, value, run, true)
    const found = exact.length > 0 || run.strict ? exact : accepting(checks, value, run, false)
    if (found.length === 1 || (found.length > 1 && keyword === 'anyOf')) return take(found, value, run)
    if (found.length > 1) run.problem(`expected exactly one of the alternatives to fit, but ${found.length} do`)
    else reportNearest(checks, value, words, run)
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

/** Tells the problems of the part that was meant: the only one that got past the level of the alternatives themselves. */
function reportNearest(checks: readonly Check[], value: unknown, words: string, run: BindingRun): void {
  const here = pathText(run.path)
  const deeper = checks
    .map((check) => run.attempt(check, value, run.strict).problems)
    .filter((problems) => problems.every((problem) => problem.path !== here && !isChoice(problem)))
  const [nearest] = deeper
  if (nearest === undefined || deeper.length > 1) run.problem(`fits none of the alternatives: ${words}`)
  else run.adopt(nearest)
}

/** A wrong constant usually means that another alternative was chosen. */
const isChoice = (problem: ArgumentProblem): boolean => /^expected (?:"|-?\d|true|false|null)/.test(problem.message)

function alternativeWords(parts: readonly unknown[]): string {
  const words = parts.map((part) => {
    const schema = (typeof part === 'object' && part !== null ? part : {}) as JsonSchema
    if (typeof schema.title === 'string') return schema.title
    return schema.type === undefined ? 'another form' : typeWords([schema.type].flat() as TypeName[])
  })
  return [...new Set(words)].join(' or ').slice(0, 300)
}

/** Checks `not`. */
export function notCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (node.not === undefined) return undefined
  const excluded = compiler.compile(node.not)
  return (value, run) => {
    if (run.attempt(excluded, value, true).problems.length === 0) run.problem('has a form that is excluded here')
    return value
  }
}
