import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectWhole } from './cell'
import { COMBINATIONS_PAGE, renderCombinations } from './combinations-page'
import { CONCERNS } from './concerns'
import { ORIGINS } from './origins'

describe.each(ORIGINS)('calls that come $name', (origin) => {
  const concerns = CONCERNS.filter(({ notApplicable }) => notApplicable?.[origin.name] === undefined)
  test.each(concerns)('$name', async ({ setUp, ending }) => {
    const { check, ...scenario } = setUp()

    const observed = await origin.run(scenario)

    check(observed, origin.name)
    expectWhole(observed, ending, origin.name, scenario)
  })
})

test('every cell of the matrix is run, or says why there is nothing to combine', () => {
  const known = new Set(ORIGINS.map(({ name }) => name))
  for (const { notApplicable = {} } of CONCERNS) {
    for (const [origin, reason] of Object.entries(notApplicable)) {
      expect(known).toContain(origin)
      expect(reason.length).toBeGreaterThan(10)
    }
  }
})

test('the page of combinations says what the matrix says (npm run docs:combinations)', () => {
  const page = readFileSync(join(__dirname, '../../../..', COMBINATIONS_PAGE), 'utf8')
  expect(page).toBe(renderCombinations())
})
