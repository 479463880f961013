import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One observable behaviour of Spring AI, and the tests that hold ours to it. */
interface Behaviour {
  readonly id: string
  readonly area: string
  readonly given: string
  readonly when: string
  readonly then: string
  /** Files are below `packages/chat/test`. A name may be the title of a test, or of a row of a table. */
  readonly tests: readonly { readonly file: string; readonly name: string }[]
  /** In what ours is another, and why. The tests then show ours. */
  readonly differs?: string
}

const BEHAVIOURS = JSON.parse(readFileSync(join(__dirname, 'behaviours.json'), 'utf8')) as readonly Behaviour[]

/** How many there are of each area; one that is left out would not be missed otherwise. */
const COUNTS = {
  aggregation: 2,
  'chat-client': 12,
  'advisor-chain': 4,
  'tool-call-limits': 5,
  memory: 10,
  'tool-calling-manager': 9,
  'tool-options': 2,
  'auto-registration': 7,
  safeguard: 1,
  'structured-output': 7,
  'tool-calling-advisor': 14,
  'tool-execution-result': 3,
  usage: 7,
}

const sourceOf = (file: string): string => readFileSync(join(__dirname, '..', file), 'utf8')

/** Whether a file has a test, or a row of a table of tests, with exactly this title. */
const hasTest = (file: string, name: string): boolean =>
  new RegExp(`(?:test|\\]|\\))\\(\\s*(['"])${escaped(name)}\\1|\\[\\s*(['"])${escaped(name)}\\2,`).test(sourceOf(file))

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

describe('the behaviours of Spring AI', () => {
  test('are all there, each once', () => {
    const counts: Record<string, number> = {}
    for (const { area } of BEHAVIOURS) counts[area] = (counts[area] ?? 0) + 1
    expect(counts).toEqual(COUNTS)
    expect(new Set(BEHAVIOURS.map(({ id }) => id)).size).toBe(BEHAVIOURS.length)
  })

  test.each(BEHAVIOURS)('$id is held by tests that exist', ({ tests, differs }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter(({ file, name }) => !hasTest(file, name))).toEqual([])
    if (differs !== undefined) expect(differs.length).toBeGreaterThan(20)
  })
})
