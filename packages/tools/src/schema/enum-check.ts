import type { Check } from './binding-run'
import type { JsonSchema } from './json-schema'
import { sameJson } from './same-json'
import { valueList, valuePreview } from './value-preview'

/** Checks `enum` and `const`. A value that differs only in case, blanks or quotes from exactly one of them is taken for it. */
export function enumCheck(node: JsonSchema): Check | undefined {
  const allowed = allowedValues(node)
  if (allowed === undefined) return undefined
  const scalars = new Set(allowed.filter((value) => typeof value !== 'object' || value === null))
  const others = allowed.filter((value) => typeof value === 'object' && value !== null)
  return (value, run) => {
    if (scalars.has(value) || others.some((other) => sameJson(other, value))) return value
    const meant = run.strict ? [] : allowed.filter((candidate) => spelling(candidate) === spelling(value))
    if (meant.length === 1) {
      run.converted(valueList(meant))
      return meant[0]
    }
    run.problem(
      `expected ${allowed.length === 1 ? '' : 'one of '}${valueList(allowed)}, received ${valuePreview(value)}`,
    )
    return value
  }
}

function allowedValues(node: JsonSchema): readonly unknown[] | undefined {
  const fromEnum = Array.isArray(node.enum) ? (node.enum as unknown[]) : undefined
  if (!('const' in node)) return fromEnum
  return fromEnum?.filter((value) => sameJson(value, node.const)) ?? [node.const]
}

/** What is compared when the exact value is not there; objects have no spelling. */
export function spelling(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().toLowerCase()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : Symbol('no spelling')
}
