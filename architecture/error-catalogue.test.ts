import { CATALOGUE_PAGE, findUnexplainedCodes, readCatalogue, renderCatalogue } from '../scripts/error-catalogue'
import { fixture } from './fixture'
import { readText, REPOSITORY } from './repository'
import { readSourceTree } from './source-tree'

describe('in this repository', () => {
  const catalogue = readCatalogue(readSourceTree(REPOSITORY))

  test('every error code is thrown and explained', () => expect(findUnexplainedCodes(catalogue)).toEqual([]))
  test('the page of error codes says what the sources say (npm run docs:errors)', () => {
    expect(readText(REPOSITORY, CATALOGUE_PAGE)).toBe(renderCatalogue(catalogue))
  })
})

describe('the catalogue', () => {
  const catalogue = readCatalogue(fixture('error-codes'))

  test('takes the meaning from the line of the code, or from where the error is made', () => {
    expect(Object.fromEntries(catalogue.map(({ code, meaning }) => [code, meaning]))).toEqual({
      TOOL_BARE: undefined,
      TOOL_LISTED: 'Said in the list.',
      TOOL_MADE: 'Said where e.g. it is made.',
      TOOL_TABLED: 'Said above a table.',
      TOOL_UNUSED: 'Nobody throws this.',
    })
  })

  test('names codes without a meaning and codes without a use', () => {
    expect(findUnexplainedCodes(catalogue)).toEqual([
      'packages/tools/src/tool-error.ts: TOOL_BARE has no docblock where the error is made, nor above its line in the list of codes.',
      'packages/tools/src/tool-error.ts: TOOL_UNUSED is listed and never thrown.',
    ])
  })

  test('is a table for each package', () => {
    expect(renderCatalogue(catalogue)).toContain(
      '## @vernal/tools\n\n| code | meaning |\n| --- | --- |\n| `TOOL_BARE` |',
    )
  })
})
