import { runInThisContext } from 'node:vm'

/** How long one text may be held against one pattern. */
const MAX_MATCH_MS = 50

/** A text could not be held against a pattern in time. It ends the whole check, whatever keyword asked. */
export class SlowPattern extends Error {
  constructor(source: string) {
    super(`expected text that is quickly seen to match ${source}`)
  }
}

/**
 * A pattern of a schema, which may come from anywhere, held against text of a model. Patterns with more than one choice to make may
 * take time that grows without measure, such as `^(a+)+$`: they are watched, and given up after 50 ms.
 */
export class TextPattern {
  readonly source: string
  readonly #expression: RegExp
  readonly #isWatched: boolean

  /** @throws {SyntaxError} when the source is no regular expression */
  constructor(source: string) {
    this.source = source
    this.#expression = regExp(source)
    this.#isWatched = mayTakeLong(source)
  }

  /** @throws {SlowPattern} when it takes too long to tell whether the text matches */
  matches(text: string): boolean {
    return this.#isWatched ? this.#watched(text) : this.#expression.test(text)
  }

  /** The engine cannot be left but through a script with a deadline. Both sides enter as literals. */
  #watched(text: string): boolean {
    const { source, flags } = this.#expression
    const script = `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}).test(${JSON.stringify(text)})`
    try {
      return runInThisContext(script, { timeout: MAX_MATCH_MS }) as boolean
    } catch {
      throw new SlowPattern(source)
    }
  }
}

/** Some patterns that were written for other languages are only valid without the `u` flag. */
function regExp(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

/**
 * Whether a pattern leaves open in more than one place how to go on: by what may stand there more or less often, by groups that are
 * repeated or optional, by alternatives. What is escaped, or stands in a class, leaves nothing open; a single character that may
 * be missing only doubles the ways.
 */
function mayTakeLong(source: string): boolean {
  const bare = source
    .replace(/\\./gs, '_')
    .replace(/\[[^\]]*\]/g, '_')
    .replace(/\(\?/g, '(')
  const count = (choice: RegExp): number => bare.match(choice)?.length ?? 0
  return count(/[*+|]|\{\d+,\d*\}|\)(?:\?|\{\d+\})/g) > 1 || count(/\?/g) > 4
}
