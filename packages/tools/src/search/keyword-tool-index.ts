import { invalidOption } from '../tool-error'
import { KeywordShelf } from './keyword-shelf'
import { ShelvedToolIndex } from './shelved-tool-index'
import { TermReader } from './term-reader'
import type { ToolShelf } from './tool-shelf'

/** How a {@link KeywordToolIndex} searches. */
export interface KeywordToolIndexOptions {
  /** Hits that score lower are left out, except tools named in the query. 0 to 1, default 0. */
  readonly minScore?: number
}

/**
 * Finds tools by their words, in memory: in name, description, and the names and descriptions of parameters, in this order
 * of importance. Identifiers are split and words reduced to their stems, common synonyms and small misspellings count too.
 *
 * A tool whose name stands in the query comes first. A long query that wants several things gets tools for each of them.
 */
export class KeywordToolIndex extends ShelvedToolIndex {
  readonly #reader = new TermReader()
  readonly #minScore: number

  /** @throws {ToolError} `TOOL_OPTION_INVALID` when `minScore` is not from 0 to 1 */
  constructor({ minScore = 0 }: KeywordToolIndexOptions = {}) {
    super()
    if (!(minScore >= 0 && minScore <= 1)) throw invalidOption('minScore', `is ${minScore}, which is not from 0 to 1`)
    this.#minScore = minScore
  }

  protected override createShelf(): ToolShelf {
    return new KeywordShelf(this.#reader, this.#minScore)
  }
}
