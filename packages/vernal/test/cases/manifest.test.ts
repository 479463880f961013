import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allCases, MANIFEST, REPOSITORY } from './case-files'

const ids = allCases().map(({ id }) => id)
const run = new Set(Object.values(MANIFEST.runs).flat())

test('every case is run by a test, or is said not to be', () => {
  expect(ids.filter((id) => !run.has(id) && !(id in MANIFEST.notRun))).toEqual([])
})

test('no case is both', () => {
  expect(Object.keys(MANIFEST.notRun).filter((id) => run.has(id))).toEqual([])
})

test('the manifest names no case and no test that is not there', () => {
  const named = [...run, ...Object.keys(MANIFEST.notRun)]
  expect(named.filter((id) => !ids.includes(id.split('#')[0] ?? ''))).toEqual([])
  expect(Object.keys(MANIFEST.runs).filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([])
})

for (const [id, reason] of Object.entries(MANIFEST.notRun)) test.todo(`${id} is not run: ${reason}`)
