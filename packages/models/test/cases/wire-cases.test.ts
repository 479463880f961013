import { judge } from './case-checks'
import { NotSupported, runCase, type CaseRun } from './case-run'
import { readCases, variantsOf, type WireCheck, type WireInput } from './wire-case'

const AREAS = ['wire-nonstream', 'wire-stream', 'provider-quirk', 'abort-timeout', 'loop']

/** What could not be run here is said, and never counted as passed. */
const notRun: string[] = []

for (const area of AREAS) {
  describe(area, () => {
    for (const wireCase of readCases(area)) {
      const variants = variantsOf(wireCase)
      variants.forEach(({ input, checks }, index) => {
        const id = variants.length > 1 ? `${wireCase.id}/${index}` : wireCase.id
        test(`${id} ${wireCase.title}`, async () => {
          const run = await runOrNote(id, input)
          if (run) await judgeAll(id, run, checks)
        })
      })
    }
  })
}

afterAll(() => {
  for (const what of notRun) console.warn(`not run: ${what}`)
})

async function runOrNote(id: string, input: WireInput): Promise<CaseRun | undefined> {
  try {
    return await runCase(input)
  } catch (error) {
    if (!(error instanceof NotSupported)) throw error
    notRun.push(`${id}: ${error.message}`)
    return undefined
  }
}

async function judgeAll(id: string, run: CaseRun, checks: readonly WireCheck[]): Promise<void> {
  expect(run.violations).toEqual([])
  for (const check of checks) {
    if (!(await judge(run, check))) notRun.push(`${id}: the check ${check.check}`)
  }
}
