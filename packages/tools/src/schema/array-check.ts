import { counted } from './counted'
import type { BindingRun, Check } from './binding-run'
import type { JsonSchema } from './json-schema'
import { sameJson } from './same-json'
import type { Compiler } from './schema-compiler'

const KEYWORDS = ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']
/** Comparing every pair of a longer list would take too long. */
const MAX_UNIQUE_ITEMS = 2000

/** Checks arrays and their elements. */
export function arrayCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (![node.type].flat().includes('array') && !KEYWORDS.some((keyword) => keyword in node)) return undefined
  const first = Array.isArray(node.prefixItems) ? node.prefixItems.map((item) => compiler.compile(item)) : []
  const rest = compiler.compile(node.items ?? true)
  const bounds = boundsCheck(node)
  return (value, run) => {
    if (!Array.isArray(value)) return value
    bounds?.(value, run)
    return value.map((item, index) => run.descend(index, first[index] ?? rest, item))
  }
}

function boundsCheck(node: JsonSchema): ((items: readonly unknown[], run: BindingRun) => void) | undefined {
  const least = typeof node.minItems === 'number' ? node.minItems : 0
  const most = typeof node.maxItems === 'number' ? node.maxItems : Infinity
  if (least === 0 && most === Infinity && node.uniqueItems !== true) return undefined
  return (items, run) => {
    if (items.length < least) run.problem(`expected at least ${counted(least, 'element')}, received ${items.length}`)
    if (items.length > most) run.problem(`expected at most ${counted(most, 'element')}, received ${items.length}`)
    if (node.uniqueItems === true) uniqueCheck(items, run)
  }
}

function uniqueCheck(items: readonly unknown[], run: BindingRun): void {
  if (items.length > MAX_UNIQUE_ITEMS) {
    run.problem(`expected at most ${MAX_UNIQUE_ITEMS} elements, all different`)
    return
  }
  const repeated = items.findIndex((item, at) => items.slice(0, at).some((other) => sameJson(other, item)))
  if (repeated !== -1) run.problem(`expected different elements, but [${repeated}] repeats an earlier one`)
}
