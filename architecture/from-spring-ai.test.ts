import { readText, REPOSITORY } from './repository'
import { SPRING_AI_NAMES } from './spring-ai-names'

const page = readText(REPOSITORY, 'docs/reference/from-spring-ai.md')
const published = [
  readText(REPOSITORY, 'docs/reference/api.md'),
  readText(REPOSITORY, 'docs/reference/properties.md'),
].join()

/** The cells of each row of the page's tables: theirs, ours, remarks. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['AbortSignal'])

const codeOf = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** Whole names only: `Tool` is not found in `ToolSet`. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w.-])${name.replaceAll(/[.*]/g, '\\$&')}(?![\\w-])`).test(text)

describe('the page for readers of Spring AI', () => {
  test.each(Object.entries(SPRING_AI_NAMES))('maps all %s', (_, names) => {
    expect(names.filter((name) => !mentions(page, name))).toEqual([])
  })

  test('names classes of ours that are public', () => {
    const ours = rows
      .flatMap(([, , here]) => codeOf(here))
      .flatMap((code) => code.match(/\b[A-Z][a-z]+[A-Z]\w+/g) ?? [])
    expect(ours.length).toBeGreaterThan(60)
    expect(ours.filter((name) => !OF_THE_PLATFORM.has(name) && !mentions(published, name))).toEqual([])
  })

  test('names properties of ours that there are', () => {
    const ours = rows.flatMap(([, , here]) => codeOf(here)).filter((code) => /^vernal\.[\w.-]+$/.test(code))
    expect(ours.length).toBeGreaterThan(15)
    expect(ours.filter((name) => !published.includes(name))).toEqual([])
  })

  test('says something of everything it names', () => {
    expect(rows.filter(([, theirs, here]) => theirs === '' || here === '')).toEqual([])
  })
})
