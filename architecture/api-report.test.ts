import { API_PAGE, renderApiReport } from '../scripts/api-report'
import { fixture } from './fixture'
import { readText, REPOSITORY } from './repository'
import { readSourceTree } from './source-tree'

test('the page of public names says what the doors say (npm run docs:api)', () => {
  expect(readText(REPOSITORY, API_PAGE)).toBe(renderApiReport(readSourceTree(REPOSITORY)))
})

test('the page has a table for each door, with what each name is for', () => {
  const page = renderApiReport(fixture('doors-undocumented'))
  expect(page).toContain(
    '## @vernal/tools\n\n| name | kind | what it is for |\n| --- | --- | --- |\n| `bare` | constant |  |\n',
  )
  expect(page).toContain('| `Shape` | interface | Has one, too. |\n\n## starter\n')
})
