import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One observable behaviour of Spring AI, and the tests that hold ours to it. */
interface Behaviour {
  readonly id: string
  readonly area: string
  readonly given: string
  readonly when: string
  readonly then: string
  /** Files are seen from `packages/chat/test`. A name may be the title of a test, of a row of a table, or of a rule of a contract. */
  readonly tests: readonly { readonly file: string; readonly name: string }[]
  /** In what ours is another, and why. The tests then show ours. */
  readonly differs?: string
}

const BEHAVIOURS = JSON.parse(readFileSync(join(__dirname, 'behaviours.json'), 'utf8')) as readonly Behaviour[]

/** A weakness of Spring AI, and the tests that show it mended here. */
type WeakPoint = Pick<Behaviour, 'id' | 'tests'> & { readonly weakness: string }

const WEAK_POINTS = JSON.parse(readFileSync(join(__dirname, 'weak-points.json'), 'utf8')) as readonly WeakPoint[]

/** How many there are of each area; one that is left out would not be missed otherwise. */
const COUNTS = {
  'advisor-chain': 4,
  aggregation: 2,
  'argument-conversion': 1,
  'augmented-tool': 3,
  'auto-configuration': 14,
  'auto-registration': 7,
  'chat-client': 12,
  eviction: 5,
  'exception-processing': 2,
  'function-tool': 2,
  'json-schema': 11,
  memory: 10,
  'method-tool': 4,
  observability: 4,
  'result-conversion': 2,
  safeguard: 1,
  'structured-output': 7,
  'tool-call-limits': 5,
  'tool-calling-advisor': 14,
  'tool-calling-manager': 9,
  'tool-execution-result': 3,
  'tool-index': 11,
  'tool-naming': 2,
  'tool-options': 2,
  'tool-search-advisor': 9,
  usage: 7,
}

const sourceOf = (file: string): string => readFileSync(join(__dirname, '..', file), 'utf8')

/** Whether a file has a test, a row of a table of tests, or a rule of a contract, with exactly this title. */
const hasTest = (file: string, name: string): boolean =>
  new RegExp(
    `(?:test|\\]|\\))\\(\\s*(['"])${escaped(name)}\\1|\\[\\s*(['"])${escaped(name)}\\2,|^  '${escaped(name)}': async`,
    'm',
  ).test(sourceOf(file))

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

describe('the weak points of Spring AI', () => {
  test('are all there', () => {
    expect(WEAK_POINTS.map(({ id }) => Number(id.slice(1)))).toEqual(
      Array.from({ length: 25 }, (_, index) => index + 1),
    )
  })

  test.each(WEAK_POINTS)('$id is mended, as tests show that exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter(({ file, name }) => !hasTest(file, name))).toEqual([])
  })
})
