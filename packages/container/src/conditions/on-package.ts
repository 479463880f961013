import { addCondition, CONDITION_RANK, type ConditionDecorator } from './condition'
import { satisfies } from './version-range'

/**
 * Holds when a package is installed where the application can load it. It is not loaded for this.
 *
 * @param range versions accepted, such as `^6`, `>=4.2`, `1.x`; default: any
 */
export function ConditionalOnPackage(name: string, range?: string): ConditionDecorator {
  return addCondition({
    name: 'OnPackage',
    rank: CONDITION_RANK.package,
    judge(context) {
      const version = context.packageVersion(name)
      if (version === undefined) return { matches: false, message: `package ${name} is not installed` }
      if (range === undefined || satisfies(version, range))
        return { matches: true, message: `found package ${name}@${version}` }
      return { matches: false, message: `package ${name} is installed as ${version}, not ${range}` }
    },
  })
}
