import { CONCERNS } from './concerns'
import { ORIGINS } from './origins'

/** Where the matrix is written down. */
export const COMBINATIONS_PAGE = 'docs/reference/combinations.md'

/** The matrix as a page: a row for each concern, a column for each way by which calls come. */
export function renderCombinations(): string {
  const columns = ORIGINS.map(({ name }) => name)
  const rows = CONCERNS.map(({ name, ending, notApplicable = {} }) => {
    const cells = columns.map((origin) => (notApplicable[origin] === undefined ? '✓' : '–'))
    return [name, `\`${ending.type}\`${ending.answered ? ', answered' : ''}`, ...cells]
  })
  const head = ['concern', 'the turn ends with', ...columns]
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [INTRODUCTION, ...table, '', 'Where there is nothing to combine:', '', ...reasons(), ''].join('\n')
}

const INTRODUCTION = `# Combinations

Single features work everywhere; what fails is two of them together. So every concern is run with every way by which tool calls come, as
a real turn with a scripted model. Each cell holds the outcome, the history the model is sent (a provider must accept it), the events (every
turn is told to its end, every call that began is settled, once) and what memory holds afterwards (the whole turn, once, or nothing)
against each other.
This page is written by \`npm run docs:combinations\` from the tests.
`

const reasons = (): readonly string[] =>
  CONCERNS.flatMap(({ name, notApplicable = {} }) =>
    Object.entries(notApplicable).map(([origin, reason]) => `- ${name}, ${origin}: ${reason}.`),
  )
