import { fixture } from './fixture'
import { REPOSITORY } from './repository'
import { findShortcuts } from './shortcuts'
import { readSourceTree } from './source-tree'

test('nothing is left undone, and every way around a check has its reason beside it', () => {
  expect(findShortcuts(readSourceTree(REPOSITORY))).toEqual([])
})

test('work left undone and shortcuts without a reason are found', () => {
  expect(findShortcuts(fixture('shortcuts'))).toEqual([
    'packages/tools/src/tool.ts:1: "TODO" is unfinished.',
    'packages/tools/src/tool.ts:3: "as unknown as" has no reason beside it.',
    'packages/tools/src/tool.ts:7: "eslint-disable" has no reason beside it.',
    'packages/tools/test/tool.test.ts:1: "test.only" is unfinished.',
    'packages/tools/test/tool.test.ts:2: "test.skip" has no reason beside it.',
  ])
})
