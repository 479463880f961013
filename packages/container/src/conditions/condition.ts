import { Annotation } from '../beans/annotation'
import type { BeanDefinition } from '../beans/bean-definition'
import type { Token } from '../beans/token'
import type { Environment } from '../config/environment'

/** Whether a condition holds, and why, for the report. */
export interface ConditionOutcome {
  readonly matches: boolean
  /** `did not find property 'orders.enabled'`. */
  readonly message: string
}

/** What a condition may look at. Beans are those registered so far: user definitions come before auto-configurations. */
export interface ConditionContext {
  readonly environment: Environment
  /** The definitions that answer to a token. */
  candidates(token: Token): readonly BeanDefinition[]
  /** The version of an installed package, undefined when it cannot be found from the application. */
  packageVersion(name: string): string | undefined
  /** With a condition on a `@Bean` method: what the method makes. */
  readonly declaredType: Token | undefined
}

/** One condition of a class or a `@Bean` method. Lower ranks are judged first; the first that fails ends it. */
export interface Condition {
  /** `OnProperty`, for the report. */
  readonly name: string
  readonly rank: number
  judge(context: ConditionContext): ConditionOutcome
  /** Configuration keys the condition reads: known keys, as far as misspellings go. */
  readonly keys?: readonly string[]
}

const NONE: readonly never[] = Object.freeze([])
const CONDITIONS = new Annotation<readonly Condition[]>('conditions')

/** The cheap conditions first, those on beans last. */
export const CONDITION_RANK = { package: 0, profile: 20, property: 40, custom: 60, bean: 100 } as const

/** A decorator for a class or a `@Bean` method. */
export type ConditionDecorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void

/** Writes a condition on a class or method. */
export function addCondition(condition: Condition): ConditionDecorator {
  return (target, key) => {
    const known = conditionsOf(target, key)
    CONDITIONS.write(target, [condition, ...known], key)
  }
}

/** The conditions of exactly this class or method, in the order they are judged. */
export function conditionsOf(target: object, key?: string | symbol): readonly Condition[] {
  const found = CONDITIONS.read(target, key) ?? NONE
  return found.length < 2 ? found : [...found].sort((a, b) => a.rank - b.rank)
}

/** A condition of your own. It is judged once, at start, after conditions on packages and properties. */
export function Conditional(
  judge: (context: ConditionContext) => ConditionOutcome,
  name = judge.name === '' ? 'Conditional' : judge.name,
): ConditionDecorator {
  return addCondition({ name, rank: CONDITION_RANK.custom, judge })
}
