import { describeToken, type Token } from '../beans/token'
import { addCondition, CONDITION_RANK, type ConditionContext, type ConditionDecorator } from './condition'
import type { BeanDefinition } from '../beans/bean-definition'

/**
 * Holds when no bean answers to any of the types: how a default steps aside for a bean of the user. On a `@Bean` method
 * with nothing listed, the type is what the method makes.
 */
export function ConditionalOnMissingBean(...types: Token[]): ConditionDecorator {
  return onBeans('OnMissingBean', types, (wanted, context) => {
    const found = wanted.flatMap((type) => context.candidates(type))
    if (found.length === 0) return { matches: true, message: `did not find beans of ${list(wanted)}` }
    return { matches: false, message: `found ${describe(found)}` }
  })
}

/** Holds when at least one bean answers to each of the types. Of use in auto-configurations, after the one it asks for. */
export function ConditionalOnBean(...types: Token[]): ConditionDecorator {
  return onBeans('OnBean', types, (wanted, context) => {
    const missing = wanted.filter((type) => context.candidates(type).length === 0)
    if (missing.length > 0) return { matches: false, message: `did not find beans of ${list(missing)}` }
    return { matches: true, message: `found ${describe(wanted.flatMap((type) => context.candidates(type)))}` }
  })
}

/** Holds when there is exactly one bean of the type, or one that would be chosen among several. */
export function ConditionalOnSingleCandidate(type?: Token): ConditionDecorator {
  return onBeans('OnSingleCandidate', type === undefined ? [] : [type], (wanted, context) => {
    const found = wanted.flatMap((one) => context.candidates(one))
    const primary = found.filter((candidate) => candidate.primary)
    const ordinary = found.filter((candidate) => !candidate.fallback)
    const decided = primary.length > 0 ? primary : found.length > 1 ? ordinary : found
    const matches = decided.length === 1
    const message = found.length === 0 ? `did not find beans of ${list(wanted)}` : `found ${describe(found)}`
    return { matches, message: matches || found.length === 0 ? message : `${message}, of which none stands out` }
  })
}

function onBeans(
  name: string,
  types: readonly Token[],
  judge: (types: readonly Token[], context: ConditionContext) => { matches: boolean; message: string },
): ConditionDecorator {
  return addCondition({
    name,
    rank: CONDITION_RANK.bean,
    judge(context) {
      const wanted = types.length > 0 || context.declaredType === undefined ? types : [context.declaredType]
      return judge(wanted, context)
    },
  })
}

function list(types: readonly Token[]): string {
  return `type ${types.map(describeToken).join(', ')}`
}

function describe(found: readonly BeanDefinition[]): string {
  return found.map((definition) => `bean "${definition.name}" of ${definition.origin}`).join(', ')
}
