import { join } from 'node:path'
import { findStaleSnippets, listDocuments, readFences, readSnippet, refreshSnippets } from '../scripts/snippets'
import { readText, REPOSITORY } from './repository'

test.each(listDocuments(REPOSITORY))('the code shown in %s is the code that runs', (document) => {
  expect(findStaleSnippets(REPOSITORY, document)).toEqual([])
})

describe('a snippet', () => {
  const root = join(__dirname, 'fixtures', 'snippets')

  test('without a source, with a missing one, and with another text is found', () => {
    expect(findStaleSnippets(root, 'README.md')).toEqual([
      'README.md:8: this block differs from examples/orders/main.ts#ask. Run npm run docs:snippets.',
      'README.md:13: this block has no source. Put <!-- snippet: path --> above it.',
      'README.md:19: examples/orders/absent.ts is not there.',
      'README.md:24: examples/orders/main.ts#absent is not there.',
      'README.md:30: this block differs from examples/orders/main.ts#print. Run npm run docs:snippets.',
      'README.md:35: this block differs from examples/orders/application.yaml. Run npm run docs:snippets.',
    ])
  })

  test('is copied in, and nothing else changes', () => {
    expect(refreshSnippets(root, readText(root, 'README.md'))).toBe(readText(root, 'refreshed.md'))
  })

  test('shows a region at the left edge, without marks and expectations', () => {
    expect(readSnippet(root, 'examples/orders/main.ts#ask')).toBe(
      "const answer = 'two'\n\nif (answer) {\n  console.log(answer)\n}",
    )
  })

  test('in a shell or in plain text needs no source', () => {
    expect(readFences('README.md', '```sh\nnpm test\n```\n\n```text\n2\n```\n\n```\n3\n```\n')).toEqual([])
  })
})
