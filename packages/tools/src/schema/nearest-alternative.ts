import type { Alternative } from './alternative'
import type { ArgumentProblem, BindingRun, Check } from './binding-run'
import { pathText } from './binding-run'
import { spelling } from './enum-check'
import { isPlainObject } from './free-value'
import { meaningOfText } from './type-check'
import { valueList, valuePreview } from './value-preview'

const MAX_WORDS_CHARS = 300

/** An alternative, and why it does not take the value. */
interface Refusing {
  readonly alternative: Alternative
  readonly problems: readonly ArgumentProblem[]
}

/**
 * Says why a value fits no alternative, so that it can be mended: the problems of the alternative that the value names by a
 * constant property such as `kind`; when it names none, which names there are; else the problems of the nearest one.
 */
export function reportNearest(
  checks: readonly Check[],
  alternatives: readonly Alternative[],
  value: unknown,
  run: BindingRun,
): void {
  const refusing = alternatives.map((alternative, at) => ({
    alternative,
    problems: run.attempt(checks[at] as Check, value, run.strict).problems,
  }))
  const object = run.strict ? value : (meaningOfText('object', value) ?? value)
  const named = isPlainObject(object) ? namedBy(object, alternatives) : undefined
  if (named !== undefined && 'key' in named) {
    run.descend(named.key, () => run.problem(expectedName(named)), value)
    return
  }
  const candidates =
    named === undefined ? refusing : refusing.filter(({ alternative }) => named.those.includes(alternative))
  reportAmong(candidates, object, run)
}

function reportAmong(candidates: readonly Refusing[], value: unknown, run: BindingRun): void {
  const here = pathText(run.path)
  const kin = candidates
    .filter((each) => isKin(each, value, here))
    .sort((one, other) => distance(one, value) - distance(other, value))
  const [nearest] = kin
  if (nearest === undefined) {
    run.problem(expectation(candidates, value, here))
    return
  }
  if (kin.length > 1) run.problem(`fits none of the alternatives: ${words(kin)}. To be ${nearest.alternative.words}:`)
  run.adopt(nearest.problems)
}

/** Fewer problems are nearer, and so is who knows more of the properties there are. */
function distance({ alternative, problems }: Refusing, value: unknown): number {
  const known = isPlainObject(value) ? [...alternative.names].filter((name) => Object.hasOwn(value, name)).length : 0
  return problems.length - 2 * known
}

/** Whether an alternative is of the kind of the value, or came as far as to look inside. */
function isKin({ alternative, problems }: Refusing, value: unknown, here: string): boolean {
  if (problems.some(({ path }) => path !== here)) return true
  if (Array.isArray(value)) return alternative.takesArrays
  return isPlainObject(value) && alternative.takesObjects
}

type Named =
  | { readonly those: readonly Alternative[] }
  | { readonly key: string; readonly allowed: readonly unknown[]; readonly value: unknown }

/** Which alternatives an object names; or the property that names none, when every object must have it. */
function namedBy(value: Record<string, unknown>, alternatives: readonly Alternative[]): Named | undefined {
  const objects = alternatives.filter((alternative) => alternative.takesObjects)
  const isNaming = (key: string): boolean => objects.filter(({ constants }) => constants.has(key)).length > 1
  const those = objects.filter(({ constants }) => {
    const keys = [...constants.keys()].filter(isNaming)
    return keys.length > 0 && keys.every((key) => isAmong(ownValue(value, key), constants.get(key) ?? []))
  })
  if (those.length > 0) return { those }
  const keys = [...(objects[0]?.constants.keys() ?? [])].filter((key) =>
    objects.every(({ constants }) => constants.has(key)),
  )
  for (const key of objects.length > 1 ? keys : []) {
    const allowed = [...new Set(objects.flatMap(({ constants }) => constants.get(key) ?? []))]
    if (!isAmong(ownValue(value, key), allowed)) return { key, allowed, value: ownValue(value, key) }
  }
  return undefined
}

const ownValue = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const isAmong = (value: unknown, allowed: readonly unknown[]): boolean =>
  allowed.some((one) => one === value || spelling(one) === spelling(value))

const expectedName = ({ allowed, value }: { allowed: readonly unknown[]; value: unknown }): string =>
  value === undefined
    ? `required, but missing: expected one of ${valueList(allowed)}`
    : `expected one of ${valueList(allowed)}, received ${valuePreview(value)}`

const EXPECTED = /^expected (.+?)(?:, received |, the number is )/s

/** One sentence for alternatives that all ask for something else in the same place: `expected an integer or null, received "x"`. */
function expectation(refusing: readonly Refusing[], value: unknown, here: string): string {
  const parts = refusing.map(({ problems }) => problems.map(({ message }) => EXPECTED.exec(message)?.[1]))
  const others = refusing.flatMap(({ problems }) => problems).find(({ message }) => !message.startsWith('expected '))
  if (others?.path === here) return others.message
  if (parts.flat().includes(undefined)) return `fits none of the alternatives: ${words(refusing)}`
  const expected = [...new Set(parts.map((all) => all.join(' and ')))].join(' or ').slice(0, MAX_WORDS_CHARS)
  return `expected ${expected}, received ${valuePreview(value)}`
}

/** Alternatives in words, each once. */
export const words = (all: readonly { readonly alternative: Alternative }[]): string =>
  [...new Set(all.map(({ alternative }) => alternative.words))].join(' or ').slice(0, MAX_WORDS_CHARS)
