import { writtenParameters } from '../../src/definition/parameter-names'

const namesOf = (fn: (...args: never[]) => unknown): (string | undefined)[] =>
  writtenParameters(fn).map(({ name }) => name)

/** Code is written as text where the test transform would rewrite it. */
const method = (text: string): ((...args: never[]) => unknown) => {
  const holder = (0, eval)(`({ ${text} })`) as Record<PropertyKey, (...args: never[]) => unknown>
  const [key] = Reflect.ownKeys(holder) as [PropertyKey]
  return holder[key] as (...args: never[]) => unknown
}

describe('the parameters a function shows', () => {
  test.each([
    ['plain(a, b) {}', ['a', 'b']],
    ['none() {}', []],
    ['async later(a) {}', ['a']],
    ['*each(a) {}', ['a']],
    ['async *both(a, b,) {}', ['a', 'b']],
    ['commas(a = [1, 2], b = { x: 1, y: (1, 2) }, c) {}', ['a', 'b', 'c']],
    ['strings(a = "),(", b = \')\', c = `${[")"].map((x) => `${x}`)}, (`) {}', ['a', 'b', 'c']],
    ['comments(a /* , b ) */, // c, )\n d) {}', ['a', 'd']],
    ['regexps(a = /[)/,]+/g, b = 4 / 2 / 1) {}', ['a', 'b']],
    ['functions(a = (x, y) => x, b = function (z) { return ")" }) {}', ['a', 'b']],
    ['pattern({ a, b }, [c], d) {}', [undefined, undefined, 'd']],
    ['rest(a, ...others) {}', ['a', 'others']],
    ['unicode(größe, $a, _b, 数) {}', ['größe', '$a', '_b', '数']],
    ['["computed(" + ")"](a) {}', ['a']],
    ['"quoted ("(a) {}', ['a']],
    ['arrow: (a, b = () => 1) => a', ['a', 'b']],
    ['bare: a => a', ['a']],
    ['old: function named(a, b) {}', ['a', 'b']],
  ])('%s', (text, names) => {
    expect(namesOf(method(text))).toEqual(names)
  })

  test('are none for native and bound functions', () => {
    expect(namesOf(Math.max)).toEqual([])
    expect(namesOf(((a: number) => a).bind(null))).toEqual([])
  })

  test('tell whether there is a default, and its type when it is a literal', () => {
    const shown = writtenParameters(
      method('m(a = 1, b = "x", c = true, d = now(), { e } = {}, f = (count().b[1][0]++, 3), g) {}'),
    )
    expect(shown.map(({ hasDefault, defaultType }) => [hasDefault, defaultType])).toEqual([
      [true, 'number'],
      [true, 'string'],
      [true, 'boolean'],
      [true, undefined],
      [true, undefined],
      [true, 'number'],
      [false, undefined],
    ])
  })
})
