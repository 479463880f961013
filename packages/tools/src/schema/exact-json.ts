import { ExactInteger, pathText } from './binding-run'

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const INTEGER = /^-?\d+$/
const MAX_DEPTH = 1000

/**
 * Parses JSON text and keeps the digits of integers that a number would round, as {@link ExactInteger}.
 *
 * @param text must be valid JSON (checked by `JSON.parse` before); nested at most 1000 levels deep, else undefined is returned
 */
export function parseExactly(text: string): unknown {
  let at = 0

  const value = (depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new RangeError(pathText([]))
    skipSpace()
    const char = text[at]
    if (char === '{') return object(depth)
    if (char === '[') return array(depth)
    if (char === '"') return string()
    if (char === 't') return word('true', true)
    if (char === 'f') return word('false', false)
    return char === 'n' ? word('null', null) : number()
  }

  const object = (depth: number): Record<string, unknown> => {
    const entries: [string, unknown][] = []
    at++
    for (skipSpace(); text[at] !== '}'; skipSpace()) {
      if (text[at] === ',') at++
      skipSpace()
      const key = string()
      skipSpace()
      at++
      entries.push([key, value(depth + 1)])
    }
    at++
    return Object.fromEntries(entries)
  }

  const array = (depth: number): unknown[] => {
    const items: unknown[] = []
    at++
    for (skipSpace(); text[at] !== ']'; skipSpace()) {
      if (text[at] === ',') at++
      items.push(value(depth + 1))
    }
    at++
    return items
  }

  const string = (): string => {
    const start = at++
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    return JSON.parse(text.slice(start, ++at)) as string
  }

  const number = (): number | ExactInteger => {
    NUMBER.lastIndex = at
    const token = NUMBER.exec(text)?.[0] ?? '0'
    at += token.length
    return INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? new ExactInteger(token) : Number(token)
  }

  const word = <T>(letters: string, meaning: T): T => {
    at += letters.length
    return meaning
  }

  const skipSpace = (): void => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  }

  try {
    return value(0)
  } catch {
    return undefined
  }
}
