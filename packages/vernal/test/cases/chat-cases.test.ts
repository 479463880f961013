import { judge } from './case-checks'
import { casesRunBy, MANIFEST, readCases } from './case-files'
import { runCase } from './case-run'
import { variantsOf, type WireCase } from './wire-case'

const FILE = 'packages/vernal/test/cases/chat-cases.test.ts'
const AREAS = [
  'wire-nonstream',
  'wire-stream',
  'provider-quirk',
  'abort-timeout',
  'loop',
  'args',
  'results',
  'security',
]

describe.each(AREAS)('%s', (area) => {
  for (const wireCase of readCases<WireCase>(area).filter(({ id }) => !(id in MANIFEST.notRun))) {
    const variants = variantsOf(wireCase)
    const run = variants.map((variant, index) => ({ ...variant, index }))
    test.each(run.filter(({ index }) => !(`${wireCase.id}#${index}` in MANIFEST.notRun)))(
      `${wireCase.id} ${wireCase.title}, variant $index`,
      async ({ input, checks }) => {
        const seen = await runCase(input)
        expect(seen.violations).toEqual([])
        for (const check of checks) await judge(seen, check)
      },
    )
  }
})

test('every case of these areas is run here, or said not to be', () => {
  const ids = AREAS.flatMap((area) => readCases(area)).map(({ id }) => id)
  expect(casesRunBy(FILE).toSorted()).toEqual(ids.filter((id) => !(id in MANIFEST.notRun)).toSorted())
})
