import { fixture } from './fixture'
import { REPOSITORY } from './repository'
import { findLongFiles, measureFunctions } from './sizes'
import { readSourceTree } from './source-tree'

describe('in this repository', () => {
  const tree = readSourceTree(REPOSITORY)

  test('no file is longer than 400 lines', () => expect(findLongFiles(tree, 400)).toEqual([]))

  test.each(measureFunctions(tree))('functions of $room are short', ({ median, ninetieth, longest }) => {
    expect({ median, ninetieth, longest }).toEqual({ median: upTo(9), ninetieth: upTo(35), longest })
  })
})

test('a long file and long functions are found', () => {
  const tree = fixture('sizes')
  expect(findLongFiles(tree, 11)).toEqual(['packages/tools/src/long.ts has 12 lines.'])
  expect(measureFunctions(tree)).toEqual([
    {
      room: 'tools',
      median: 5,
      ninetieth: 5,
      longest: ['5 packages/tools/src/long.ts long', '3 packages/tools/src/long.ts short'],
    },
  ])
})

/** Equals any number up to `limit`, and says so when it does not. */
const upTo = (limit: number): unknown => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (value: number) => value <= limit,
  toString: () => `at most ${limit} lines`,
  toAsymmetricMatcher: () => `at most ${limit} lines`,
})
