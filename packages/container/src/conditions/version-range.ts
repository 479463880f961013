type Version = readonly [number, number, number]

/** Whether a version lies in a range of the usual kinds: `^1.2`, `~1.2`, `>=1.2 <3`, `1.x`, `1 || 2`, `*`. */
export function satisfies(version: string, range: string): boolean {
  const actual = parse(version.split('-')[0] ?? version)
  return range.split('||').some((part) => {
    const comparators = part
      .trim()
      .replace(/([<>=~^])\s+/g, '$1')
      .split(/\s+/)
    return comparators.every((comparator) => accepts(actual, comparator))
  })
}

function accepts(actual: Version, comparator: string): boolean {
  const [, operator = '', text = ''] = /^(>=|<=|>|<|=|\^|~)?v?(.*)$/.exec(comparator) ?? []
  if (text === '' || text === '*' || text === 'x') return true
  const wanted = parse(text)
  const given = text.split('.').filter((part) => /^\d+$/.test(part)).length
  const [low, high] = bounds(operator, wanted, given)
  return compare(actual, low) >= 0 && compare(actual, high) < 0
}

const HIGHEST: Version = [Infinity, Infinity, Infinity]
const LOWEST: Version = [0, 0, 0]

/** The first version inside a range and the first one above it. */
function bounds(operator: string, wanted: Version, given: number): readonly [Version, Version] {
  switch (operator) {
    case '>=':
      return [wanted, HIGHEST]
    case '>':
      return [raise(wanted, given), HIGHEST]
    case '<':
      return [LOWEST, wanted]
    case '<=':
      return [LOWEST, raise(wanted, given)]
    case '^':
      return [wanted, raise(wanted, Math.min(given, wanted.findIndex((part) => part > 0) + 1 || given))]
    case '~':
      return [wanted, raise(wanted, Math.min(given, 2))]
    default:
      return [wanted, raise(wanted, given)]
  }
}

/** The next version in which the first `length` numbers differ. */
function raise([major, minor, patch]: Version, length: number): Version {
  if (length <= 1) return [major + 1, 0, 0]
  return length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function parse(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return [major, minor, patch]
}
