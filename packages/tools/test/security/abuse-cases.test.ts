import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const REPOSITORY = join(__dirname, '../../../..')
const read = (path: string): string => readFileSync(path, 'utf8')

/** Ways to abuse a framework like this one; `manifest.json` says which tests stand against each. */
const threats = new Map(
  read(join(__dirname, 'abuse-cases.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly id: string; readonly threat: string })
    .map(({ id, threat }) => [id, threat]),
)
const { tests, notYet } = JSON.parse(read(join(__dirname, 'manifest.json'))) as {
  /** Names of tests, by file, by id. */
  readonly tests: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Why nothing stands against an abuse. */
  readonly notYet: Readonly<Record<string, string>>
}

test('against every abuse stands a test, or it is said why there is none', () => {
  expect(threats.size).toBe(60)
  expect([...threats.keys()].filter((id) => !(id in tests) && !(id in notYet))).toEqual([])
})

test('none is both, and none is invented', () => {
  const named = [...Object.keys(tests), ...Object.keys(notYet)]
  expect(named.filter((id, at) => named.indexOf(id) !== at || !threats.has(id))).toEqual([])
})

test.each(Object.entries(tests))('the tests against %s are there', (_, files) => {
  const named = Object.entries(files).flatMap(([file, names]) => names.map((name) => [join(REPOSITORY, file), name]))
  expect(named).not.toEqual([])
  expect(named.filter(([file = '', name = '']) => !existsSync(file) || !read(file).includes(name))).toEqual([])
})

for (const [id, reason] of Object.entries(notYet)) test.todo(`${id}, ${threats.get(id)}: ${reason}`)
