import { findBusyErrorFiles, findClosedDoors, findWrongArrows } from './arrows'
import { findCycles } from './cycles'
import { fixture } from './fixture'
import { findEagerPeers } from './optional-peers'
import { REPOSITORY } from './repository'
import { readSourceTree } from './source-tree'

describe('in this repository', () => {
  const tree = readSourceTree(REPOSITORY)

  test('every import goes down', () => expect(findWrongArrows(tree)).toEqual([]))
  test('packages meet only at their doors', () => expect(findClosedDoors(tree)).toEqual([]))
  test('error and event files load nothing of ours', () => expect(findBusyErrorFiles(tree)).toEqual([]))
  test('a door opens without the optional peers it does not need', () => expect(findEagerPeers(tree)).toEqual([]))
  test('no modules load each other in a circle', () => expect(findCycles(tree)).toEqual([]))
})

describe('an arrow is refused', () => {
  const problems = findWrongArrows(fixture('arrows'))

  test.each([
    ['to a room above', 'packages/tools/src/registry/tool-registry.ts:1: tools may not import chat.'],
    ['to a room above, even for a type', 'packages/tools/src/registry/tool-registry.ts:2: tools may not import chat.'],
    [
      'to the container outside autoconfigure',
      "packages/chat/src/loop/tool-loop.ts:1: only chat's autoconfigure folder may import container.",
    ],
    [
      'to a folder above',
      'packages/chat/src/messages/message.ts:1: messages may not import client, which is above it.',
    ],
    [
      'to a folder above, even when it is loaded late',
      'packages/chat/src/messages/message.ts:4: messages may not import client, which is above it.',
    ],
    [
      'to the roof',
      'packages/chat/src/messages/message.ts:2: messages may not import a file at the roof, which is above it.',
    ],
    [
      'to the testing folder',
      'packages/chat/src/client/chat-client.ts:1: client may not import testing, which is above it.',
    ],
    [
      'between models',
      'packages/models/src/openai/openai-chat-model.ts:1: openai and offline do not import each other.',
    ],
    [
      'from the ground',
      'packages/models/src/wire-value.ts:1: a file at the ground may not import openai, which is above it.',
    ],
    ['from a room without a place', 'packages/attic/src/index.ts: the room "attic" is not in architecture/rooms.ts.'],
    [
      'from a folder without a place',
      'packages/chat/src/cellar/wine.ts: the folder "cellar" has no floor in architecture/rooms.ts.',
    ],
  ])('%s', (_, sentence) => expect(problems).toContain(sentence))

  test('and nothing else is', () => expect(problems).toHaveLength(11))
})

describe('a door is missed', () => {
  const problems = findClosedDoors(fixture('doors-missed'))

  test.each([
    [
      'by naming a file of another package',
      'packages/chat/src/chat-client.ts:1: "@vernal/tools/src/secret" is no door; import a door of the package.',
    ],
    [
      'by walking into another package',
      'packages/chat/src/chat-client.ts:2: "../../tools/src/secret" reaches into another package; import a door of the package.',
    ],
    [
      'by a package of somebody else that is not declared',
      'packages/tools/src/secret.ts:2: package.json of @vernal/tools does not name @scope/undeclared.',
    ],
    [
      'by a package that is not declared',
      'packages/tools/src/secret.ts:1: package.json of @vernal/tools does not name @vernal/chat.',
    ],
    [
      "by coming back through the package's own door",
      'packages/chat/src/chat-client.ts:4: "@vernal/chat" is the package\'s own door; import the file.',
    ],
    [
      'by a test that walks into another package',
      'packages/chat/test/chat-client.test.ts:2: "../../tools/src/secret" reaches into another package; import a door of the package.',
    ],
  ])('%s', (_, sentence) => expect(problems).toContain(sentence))

  test('and nowhere else', () => expect(problems).toHaveLength(6))
})

test('an error file that loads another file is found, one that imports a type is not', () => {
  expect(findBusyErrorFiles(fixture('busy-errors'))).toEqual([
    'packages/tools/src/tool-error.ts:1: an error or event file imports "./near-names"; only types may be.',
  ])
})

test('a circle is found across files, types and late loads make none', () => {
  expect(findCycles(fixture('cycles'))).toEqual([
    'packages/tools/src/first.ts → packages/tools/src/second.ts → packages/tools/src/third.ts → packages/tools/src/first.ts',
  ])
})

test('a door that loads an optional peer at once is found, unless it is named after it or loads it late', () => {
  expect(findEagerPeers(fixture('optional-peers'))).toEqual([
    '@vernal/stores loads pg at packages/stores/src/pool.ts:1; load it on first use.',
  ])
})
