import { runInThisContext } from 'node:vm'

/** How long one text may be held against one pattern. */
const MAX_MATCH_MS = 50

/** What a short text can cost is bounded by its length. */
const SHORT = 16

/**
 * A pattern of a schema, which may come from anywhere, held against text of a model. Patterns that can repeat in more than one
 * place may take time that grows without measure, such as `^(a+)+$`: they are watched, and given up after 50 ms.
 */
export class TextPattern {
  readonly source: string
  readonly #expression: RegExp
  readonly #isWatched: boolean

  /** @throws {SyntaxError} when the source is no regular expression */
  constructor(source: string) {
    this.source = source
    this.#expression = regExp(source)
    this.#isWatched = repetitionsIn(source) > 1
  }

  /** Whether the text matches; undefined when that takes too long to tell. */
  matches(text: string): boolean | undefined {
    return this.#isWatched && text.length > SHORT ? this.#watched(text) : this.#expression.test(text)
  }

  /** The engine cannot be left but through a script with a deadline. Both sides enter as literals. */
  #watched(text: string): boolean | undefined {
    const { source, flags } = this.#expression
    const script = `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}).test(${JSON.stringify(text)})`
    try {
      return runInThisContext(script, { timeout: MAX_MATCH_MS }) as boolean
    } catch {
      return undefined
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

/** How many places of a pattern repeat what stands before them; what is escaped or in a class does not. */
function repetitionsIn(source: string): number {
  const bare = source.replace(/\\./gs, '_').replace(/\[[^\]]*\]/g, '_')
  return bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
}
