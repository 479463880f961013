import { findUndocumentedExports, findUntidyDoors } from './doors'
import { fixture } from './fixture'
import { REPOSITORY } from './repository'
import { readSourceTree } from './source-tree'

describe('in this repository', () => {
  const tree = readSourceTree(REPOSITORY)

  test('doors list their exports by name and do nothing else', () => expect(findUntidyDoors(tree)).toEqual([]))
  test('every public name is documented', () => expect(findUndocumentedExports(tree)).toEqual([]))
})

test('a door with more than names in it is found', () => {
  expect(findUntidyDoors(fixture('doors-untidy'))).toEqual([
    'packages/tools/src/index.ts:2: a door lists its exports by name.',
    'packages/tools/src/index.ts:3: a door has no default export.',
    'packages/tools/src/index.ts:4: a door only lists names: `export { Name } from "./file"`.',
    'packages/tools/src/index.ts:5: a door has no default export.',
  ])
})

test('a public name without a docblock is found behind any number of doors', () => {
  expect(findUndocumentedExports(fixture('doors-undocumented'))).toEqual([
    'starter: renamed has no docblock in packages/tools/src/tool.ts.',
    'starter: absent is not declared in packages/tools/src/index.ts.',
    '@vernal/tools: bare has no docblock in packages/tools/src/tool.ts.',
  ])
})
