import { AlwaysEvict, CompositeEviction, LruEviction, NeverEvict, TtlEviction } from '@vernal/tools'

const refused = expect.objectContaining({ code: 'TOOL_OPTION_INVALID' })

test('always forgets the session that asks, never forgets none', () => {
  expect([new AlwaysEvict().onAccess('a'), new AlwaysEvict().onAccess('a')]).toEqual([['a'], ['a']])
  expect(new NeverEvict().onAccess()).toEqual([])
})

describe('the least recently used', () => {
  test('stay while there is room', () => {
    const eviction = new LruEviction(3)
    expect(['a', 'b', 'c'].flatMap((session) => eviction.onAccess(session))).toEqual([])
  })

  test('go when there is none', () => {
    const eviction = new LruEviction(2)
    for (const session of ['a', 'b', 'a']) eviction.onAccess(session)
    expect(eviction.onAccess('c')).toEqual(['b'])
    expect(eviction.onAccess('a')).toEqual([])
  })

  test('that were removed by somebody else leave room', () => {
    const eviction = new LruEviction(2)
    for (const session of ['a', 'b']) eviction.onAccess(session)
    eviction.onRemoved('a')
    expect(eviction.onAccess('c')).toEqual([])
  })

  test.each([0, -1, 1.5, Number.NaN])('a room for %d is refused', (maxSessions) => {
    expect(() => new LruEviction(maxSessions)).toThrow(refused)
  })
})

describe('idle sessions', () => {
  const clock = { now: 0 }
  beforeEach(() => (clock.now = 0))
  const ttl = () => new TtlEviction(1_000, () => clock.now)

  test('go when somebody else asks, not before their time', () => {
    const eviction = ttl()
    eviction.onAccess('a')
    clock.now = 999
    expect(eviction.onAccess('b')).toEqual([])
    clock.now = 1_000
    expect(eviction.onAccess('b')).toEqual(['a'])
    expect(eviction.onAccess('b')).toEqual([])
  })

  test('do not go when they ask themselves', () => {
    const eviction = ttl()
    eviction.onAccess('a')
    clock.now = 5_000
    expect(eviction.onAccess('a')).toEqual([])
  })

  test('that were removed are not reported', () => {
    const [alone, inside] = [ttl(), ttl()]
    const composite = new CompositeEviction(inside)
    for (const eviction of [alone, composite]) {
      eviction.onAccess('a')
      eviction.onRemoved('a')
      clock.now = 5_000
      expect(eviction.onAccess('b')).toEqual([])
      clock.now = 0
    }
  })

  test.each([0, -1, Number.NaN])('a time of %d is refused', (ttlMs) => {
    expect(() => new TtlEviction(ttlMs)).toThrow(refused)
  })
})

test('several strategies forget what any of them would, each session once', () => {
  const clock = { now: 0 }
  const eviction = new CompositeEviction(new LruEviction(1), new TtlEviction(600_000, () => clock.now))
  eviction.onAccess('a')
  clock.now = 600_000
  expect(eviction.onAccess('b')).toEqual(['a'])
  eviction.onRemoved('b')
  expect(eviction.onAccess('c')).toEqual([])
})

test('several strategies are at least one', () => {
  expect(() => new CompositeEviction()).toThrow(refused)
})
