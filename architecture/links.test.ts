import { join } from 'node:path'
import { anchorsOf, findDeadLinks } from '../scripts/links'
import { listDocuments } from '../scripts/snippets'
import { readText, REPOSITORY } from './repository'

test.each(listDocuments(REPOSITORY))('every link of %s leads somewhere', (document) => {
  expect(findDeadLinks(REPOSITORY, document)).toEqual([])
})

test('the README names the two commands a newcomer needs, and is under 150 lines', () => {
  const readme = readText(REPOSITORY, 'README.md')
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
  expect(readme.trimEnd().split('\n').length).toBeLessThan(150)
})

test('a link to a file or a heading that is not there is found, outside of code', () => {
  expect(findDeadLinks(join(__dirname, 'fixtures', 'links'), 'README.md')).toEqual([
    'README.md:3: docs/absent.md leads nowhere.',
    'README.md:4: docs/guide.md has no heading #absent.',
    'README.md:5: README.md has no heading #here.',
  ])
})

test('anchors are made as GitHub makes them', () => {
  expect(anchorsOf('# What is `@Tool`?\n\n## Again\n\n```sh\n# no heading\n```\n\n## Again\n')).toEqual([
    'what-is-tool',
    'again',
    'again-1',
  ])
})
