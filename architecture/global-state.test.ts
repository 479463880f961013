import { fixture } from './fixture'
import { findGlobalState } from './global-state'
import { REPOSITORY } from './repository'
import { readSourceTree } from './source-tree'

test('no module of a package keeps state for the whole process', () => {
  expect(findGlobalState(readSourceTree(REPOSITORY))).toEqual([])
})

describe('state is found', () => {
  const problems = findGlobalState(
    fixture('global-state'),
    new Map([
      ['packages/tools/src/state.ts: allowed', 'facts about its keys'],
      ['packages/tools/src/gone.ts: gone', 'it was here once'],
    ]),
  )
  const shared = 'that the whole process shares; make it readonly, or a field of a bean.'

  test.each([
    ['in a variable', 'packages/tools/src/state.ts:1: counter can be assigned again by the whole module.'],
    ['in a map', `packages/tools/src/state.ts:2: tools is a Map ${shared}`],
    ['in an array', `packages/tools/src/state.ts:3: names is an array ${shared}`],
    ['in an empty object', `packages/tools/src/state.ts:4: byName is an object ${shared}`],
    ['in a cache that is not on the list', `packages/tools/src/state.ts:5: cache is a WeakMap ${shared}`],
    ['in a static field', 'packages/tools/src/state.ts:13: the static field instances is not readonly.'],
    ['in a static set', `packages/tools/src/state.ts:14: #seen is a Set ${shared}`],
    ['in a table that is changed', `packages/tools/src/state.ts:20: CHANGED is an array ${shared}`],
    ['in a table that begins empty', `packages/tools/src/state.ts:21: EMPTY is an array ${shared}`],
    ['in an object that is filled later', `packages/tools/src/state.ts:25: ASSIGNED is an object ${shared}`],
    ['in a table that others can change', `packages/tools/src/state.ts:22: SHOWN is an array ${shared}`],
    [
      "in tsyringe's shared container",
      'packages/tools/src/shared-container.ts:1: container of tsyringe belongs to the whole process; make a child container.',
    ],
    [
      'in the decorators that write to it',
      'packages/tools/src/shared-container.ts:1: singleton of tsyringe belongs to the whole process; make a child container.',
    ],
    ['in an allowance that is not needed', 'packages/tools/src/gone.ts: gone is allowed, and not there any more.'],
  ])('%s', (_, sentence) => expect(problems).toContain(sentence))

  test('and constants, allowed caches and child containers are left alone', () => expect(problems).toHaveLength(14))
})
