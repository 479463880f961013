import { Readable } from 'node:stream'
import { functionTool, ToolGate, ToolSet } from '@vernal/tools'
import fc from 'fast-check'

const textOf = async (value: unknown, gate = new ToolGate()): Promise<string> => {
  const tool = functionTool({ name: 'probe', execute: () => value })
  return (await gate.pass({ id: '1', name: 'probe', arguments: '' }, { tools: ToolSet.of([tool]) })).text
}

class Money {
  constructor(readonly cents: number) {}
  toJSON(): string {
    return `${this.cents / 100} €`
  }
}
class Broken {
  toJSON(): string {
    throw new Error('cannot')
  }
}
const cycle: Record<string, unknown> = { name: 'a' }
cycle.self = cycle
const shared = { x: 1 }

describe('the text of a result', () => {
  test.each([
    ['plain text', 'Found 3 files', 'Found 3 files'],
    ['text that looks like JSON', '3 files found', '3 files found'],
    ['nothing', undefined, 'Done. The tool returned nothing.'],
    ['empty text', '', 'Done. The tool returned nothing.'],
    ['null', null, 'null'],
    ['a number', 5, '5'],
    ['no number', Number.NaN, '"NaN"'],
    ['a big integer', 7300123456789012345n, '"7300123456789012345"'],
    ['a date', new Date('2031-05-06T07:08:09Z'), '"2031-05-06T07:08:09.000Z"'],
    ['an invalid date', new Date('x'), '"invalid date"'],
    [
      'a map',
      new Map<unknown, unknown>([
        ['a', 1],
        [{ k: 2 }, new Set([1n])],
      ]),
      '{"a":1,"{\\"k\\":2}":["1"]}',
    ],
    ['an error', { error: new TypeError('disk full') }, '{"error":{"error":"disk full"}}'],
    ['a cycle', cycle, '{"name":"a","self":"[circular]"}'],
    ['a value used twice', [shared, shared], '[{"x":1},{"x":1}]'],
    ['its own form', { price: new Money(250) }, '{"price":"2.5 €"}'],
    ['a form that throws', { ok: 1, bad: new Broken() }, '{"ok":1,"bad":"[not readable: Error]"}'],
    ['bytes', { data: new Uint8Array(4) }, '{"data":"[4 bytes]"}'],
    ['a function and a symbol', { f: () => 1, s: Symbol('x') }, '{"s":"Symbol(x)"}'],
    ['a function alone', () => 1, '[a function]'],
    ['lone surrogates', 'a\ud800', 'a\ufffd'],
  ])('of %s', async (_, value, text) => {
    expect(await textOf(value)).toBe(text)
  })

  test('that is too long keeps its head and its tail, and says how much is gone', async () => {
    const text = await textOf(`START ${'x'.repeat(50_000)} END`, new ToolGate({ maxResultChars: 1000 }))
    expect(text).toMatch(/^START x+\n\[… 49010 of 50010 characters omitted.*\]\nx+ END$/)
    expect(text.length).toBeLessThan(1100)
  })

  test('is made of any value without throwing', async () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withTypedArray: true,
    })
    await fc.assert(fc.asyncProperty(anything, async (value) => expect(typeof (await textOf(value))).toBe('string')))
  })

  test('of a value that holds another twice, and so on, is bounded', async () => {
    let twice: unknown = [1]
    for (let depth = 0; depth < 40; depth++) twice = [twice, twice]
    expect(await textOf(twice)).toContain('[too much]')
  })

  test('of a value nested without end is bounded', async () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 10_000; depth++) deep = [deep]
    expect(await textOf(deep)).toContain('[too deep]')
  })

  test('of a stream is what it yielded, or what it returned', async () => {
    async function* texts(): AsyncGenerator<string> {
      yield 'a'
      yield await Promise.resolve('b')
    }
    async function* steps(): AsyncGenerator<number, string> {
      yield 1
      return 'all done'
    }
    function* numbers(): Generator<number> {
      yield 1
      yield 2
    }
    expect(await textOf(texts())).toBe('ab')
    expect(await textOf(steps())).toBe('all done')
    expect(await textOf(numbers())).toBe('[1,2]')
    expect(await textOf(Readable.from([Buffer.from('x'), Buffer.from('y')]))).toBe('xy')
    expect(await textOf([1, 2].values())).toBe('[1,2]')
  })

  test('of an endless stream is cut, and the stream is closed', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<number> {
      try {
        for (;;) yield 1
      } finally {
        isClosed = true
      }
    }
    expect(await textOf(endless())).toMatch(/^\[1,1/)
    expect(isClosed).toBe(true)
  })

  test('of a stream that does not end in time is a failure, and the stream is closed', async () => {
    let isClosed = false
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: () => {
          isClosed = true
          return Promise.resolve({ done: true, value: undefined })
        },
      }),
    }
    expect(await textOf(stream, new ToolGate({ timeoutMs: 10 }))).toContain('did not finish')
    expect(isClosed).toBe(true)
  })
})
