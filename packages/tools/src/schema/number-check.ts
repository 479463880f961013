import type { Check } from './binding-run'
import type { JsonSchema } from './json-schema'

type NumberRule = readonly [words: string, test: (value: number, bound: number) => boolean]

const RULES: Readonly<Record<string, NumberRule>> = {
  minimum: ['at least', (value, bound) => value >= bound],
  maximum: ['at most', (value, bound) => value <= bound],
  exclusiveMinimum: ['more than', (value, bound) => value > bound],
  exclusiveMaximum: ['less than', (value, bound) => value < bound],
  multipleOf: ['a multiple of', isMultiple],
}

const KEYWORDS = Object.keys(RULES)

/** Checks the bounds of numbers. */
export function numberCheck(node: JsonSchema): Check | undefined {
  if (!KEYWORDS.some((keyword) => keyword in node)) return undefined
  const rules = Object.entries(RULES).flatMap(([keyword, [words, test]]) => {
    const bound = node[keyword]
    return typeof bound === 'number' ? [{ words, test, bound }] : []
  })
  if (rules.length === 0) return undefined
  return (value, run) => {
    if (typeof value !== 'number') return value
    for (const { words, test, bound } of rules) {
      if (!test(value, bound)) run.problem(`expected ${words} ${bound}, received ${value}`)
    }
    return value
  }
}

/** `0.3` is a multiple of `0.1`, although the division says 2.9999999999999996. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0
  const quotient = value / step
  const nearest = Math.round(quotient)
  return quotient === nearest || (nearest !== 0 && Math.abs(quotient - nearest) < 1e-9 * Math.abs(quotient))
}
