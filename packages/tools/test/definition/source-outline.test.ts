import { outlineHash } from '@vernal/tools'

const SOURCE = `
import { Tool } from '@vernal/tools'

export interface Filter { town: string; by: { day: number } }

export class OrderTools extends Base<Filter> {
  readonly #limit = 5

  /** Finds orders. @param filter which */
  @Tool({ description: 'Find orders', effect: 'read' })
  async find(filter: Filter, limit = 5): Promise<{ id: string }[]> {
    const found = '}' + \`\${limit} {\` // }
    if (found) { return [] }
    return [{ id: found }]
  }

  count(): number { return 1 }
}

export function helper(value: string): string {
  return value.trim()
}
`

const hashAfter = (from: string, to: string): string => {
  expect(SOURCE).toContain(from)
  return outlineHash(SOURCE.replace(from, to))
}

test.each([
  ['the body of a method', "'}' +", "'{' + 'x' +"],
  ['a statement more in a body', 'return [{ id: found }]', 'if (limit > 1) { return [] }\n    return [{ id: found }]'],
  ['the body of a short method', '{ return 1 }', '{ return 2 }'],
  ['the body of a function', 'value.trim()', 'value.trimEnd()'],
  ['white space', 'town: string; by', 'town:  string;\n  by'],
])('%s may change', (_what, from, to) => {
  expect(hashAfter(from, to)).toBe(outlineHash(SOURCE))
})

test.each([
  ['a parameter', 'limit = 5): ', 'limit = 6): '],
  ['the type of a result', '{ id: string }[]', '{ id: number }[]'],
  ['a property of a type', 'town: string', 'town?: string'],
  ['a property deep in a type', 'day: number', 'day: string'],
  ['a doc comment', 'Finds orders.', 'Finds all orders.'],
  ['an option of a decorator', "effect: 'read'", "effect: 'write'"],
  ['a type argument', 'Base<Filter>', 'Base<string>'],
  ['a method more', 'count()', 'total(): number { return 0 }\n  count()'],
])('%s may not', (_what, from, to) => {
  expect(hashAfter(from, to)).not.toBe(outlineHash(SOURCE))
})
