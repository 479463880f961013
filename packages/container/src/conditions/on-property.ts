import { toBoolean } from '../config/conversion'
import type { Environment } from '../config/environment'
import { addCondition, CONDITION_RANK, type ConditionDecorator, type ConditionOutcome } from './condition'

/** What {@link ConditionalOnProperty} asks of the configuration. */
export interface PropertyCondition {
  /** All of them have to pass. */
  readonly name: string | readonly string[]
  /** The value wanted, in any case. Default: anything but false, off, no and 0. */
  readonly havingValue?: string | boolean | number
  /** Whether a name that is not set passes. Default false. */
  readonly matchIfMissing?: boolean
}

/** Holds when a configuration value is set, and is not a way to say no; or is exactly what is wanted. */
export function ConditionalOnProperty(condition: string | PropertyCondition): ConditionDecorator {
  const { name, havingValue, matchIfMissing = false } = typeof condition === 'string' ? { name: condition } : condition
  const names = typeof name === 'string' ? [name] : name
  return addCondition({
    name: 'OnProperty',
    rank: CONDITION_RANK.property,
    keys: names,
    judge: ({ environment }) => judge(names, wantedValue(havingValue), matchIfMissing, environment),
  })
}

function wantedValue(value: string | boolean | number | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : String(value)
}

function judge(
  names: readonly string[],
  wanted: string | undefined,
  matchIfMissing: boolean,
  environment: Environment,
): ConditionOutcome {
  const values = names.map((name) => ({ name, value: environment.get(name) }))
  const missing = values.filter(({ value }) => value === undefined && !matchIfMissing).map(({ name }) => name)
  const different = values.filter(({ value }) => value !== undefined && !passes(value, wanted)).map(({ name }) => name)
  const asked = wanted === undefined ? '' : `=${wanted}`
  if (missing.length === 0 && different.length === 0) {
    return { matches: true, message: `${quote(names)}${asked} matched` }
  }
  const reasons = [
    ...(missing.length > 0 ? [`${quote(missing)}${asked} is not set`] : []),
    ...(different.length > 0
      ? [`${quote(different)} is set differently${wanted === undefined ? '' : ` than ${wanted}`}`]
      : []),
  ]
  return { matches: false, message: reasons.join('; ') }
}

function passes(value: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return toBoolean(value) !== false
  return value.trim().toLowerCase() === wanted.toLowerCase()
}

function quote(names: readonly string[]): string {
  return `property ${names.join(', ')}`
}
