import { InMemoryTurnStore, userMessage, type TurnState } from '@vernal/chat'
import { turnStoreContract } from '@vernal/chat/testing'

const suspended = (id: string): TurnState => ({
  version: 1,
  id,
  origin: { messages: [userMessage('go')], options: {}, context: {} },
  transcript: [userMessage('go')],
  begin: 1,
  options: {},
  message: { role: 'assistant', content: '' },
  results: [],
  approvals: [],
  rounds: 1,
})

describe('turns in memory', () => {
  for (const { name, run } of turnStoreContract(() => new InMemoryTurnStore())) test(name, run)

  test('wait until their time is over, and not a moment longer', async () => {
    let now = 1000
    const store = new InMemoryTurnStore({ ttlMs: 50, now: () => now })
    await store.save(suspended('a'))
    await store.save(suspended('b'))
    now = 1049
    expect(await store.find('a')).toEqual(suspended('a'))
    now = 1050
    expect(await store.find('a')).toBeUndefined()
    expect(await store.take('a')).toBeUndefined()
    now = 1049
    // Taken means gone, also when it was too late.
    expect(await store.find('a')).toBeUndefined()
    expect(await store.take('b')).toEqual(suspended('b'))
  })

  test('are forgotten when their time is over, though nobody asks for them', async () => {
    let now = 0
    const store = new InMemoryTurnStore({ ttlMs: 10, now: () => now })
    await store.save(suspended('a'))
    now = 10
    await store.save(suspended('b'))
    now = 0
    expect(await store.find('a')).toBeUndefined()
    expect(await store.find('b')).toEqual(suspended('b'))
  })

  test('are as many as there is room for, the newest', async () => {
    const store = new InMemoryTurnStore({ maxTurns: 2 })
    for (const id of ['a', 'b', 'c']) await store.save(suspended(id))
    expect(await Promise.all(['a', 'b', 'c'].map((id) => store.find(id)))).toEqual([
      undefined,
      suspended('b'),
      suspended('c'),
    ])
  })

  test.each([{ maxTurns: 0 }, { ttlMs: 0 }, { ttlMs: -1 }, { maxTurns: NaN }])('%j is refused', (options) => {
    expect(() => new InMemoryTurnStore(options)).toThrow(/(maxTurns|ttlMs).*It must be greater than 0\./)
  })
})
