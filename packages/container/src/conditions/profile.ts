import { addCondition, CONDITION_RANK, type ConditionDecorator } from './condition'

/** Holds when one of the profiles, or expressions of profiles such as `prod & !local`, is active. */
export function Profile(...expressions: string[]): ConditionDecorator {
  return addCondition({
    name: 'Profile',
    rank: CONDITION_RANK.profile,
    judge({ environment }) {
      const matches = expressions.some((expression) => environment.acceptsProfiles(expression))
      const active = environment.activeProfiles.join(', ')
      return {
        matches,
        message: `profile ${expressions.join(' or ')} ${matches ? 'is' : 'is not'} active (active: ${active})`,
      }
    },
  })
}
