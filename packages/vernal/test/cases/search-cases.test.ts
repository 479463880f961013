import { functionTool, KeywordToolIndex } from '@vernal/tools'
import { judge } from './case-checks'
import { casesRunBy, readCases, type AnyCase } from './case-files'
import { runCase } from './case-run'
import type { WireCheck, WireInput } from './wire-case'

interface SearchCase extends AnyCase {
  readonly title: string
  readonly input: WireInput & { readonly query?: string; readonly queries?: readonly string[]; readonly limit?: number }
  readonly expected: { readonly checks: readonly WireCheck[] }
}

const CASES = readCases<SearchCase>('search')

/** The names found by each query of a case. */
async function hitsOf({ deferredTools = [], query, queries, limit = 5 }: SearchCase['input']): Promise<string[][]> {
  const tools = deferredTools.map((tool) => functionTool({ ...tool, parameters: {}, execute: () => 'found' }))
  const indexed = await new KeywordToolIndex().open(tools.map(({ definition }) => definition))
  const found = (queries ?? [query ?? '']).map((each) => indexed.search(each, { limit }))
  return (await Promise.all(found)).map((hits) => hits.map(({ definition }) => definition.name))
}

describe.each(CASES)('$id $title', ({ input, expected }) => {
  const searches = expected.checks.filter(({ check }) => check === 'searchHits')
  const others = expected.checks.filter((check) => !searches.includes(check))

  for (const { first } of searches)
    test(`finds ${String(first)} first`, async () => {
      const hits = await hitsOf(input)
      expect(hits.map(([best]) => best)).toEqual(hits.map(() => first))
    })

  if (others.length > 0)
    test('in a turn with tool search', async () => {
      const seen = await runCase(input)
      expect(seen.violations).toEqual([])
      for (const check of others) await judge(seen, check)
    })
})

test('every case of a search is run here', () => {
  expect(casesRunBy('packages/vernal/test/cases/search-cases.test.ts')).toEqual(CASES.map(({ id }) => id))
})
