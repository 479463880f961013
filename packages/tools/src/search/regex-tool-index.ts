import type { RE2JS } from 're2js'
import { engine, readPattern } from './search-pattern'
import { ShelvedToolIndex } from './shelved-tool-index'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'
import { descriptionOf } from './tool-text'

/**
 * Finds tools by a pattern in their name and description, as Spring AI's index of that name does.
 *
 * A query that is written as a pattern (`^get_.*user`, `weather|forecast`) is used as one; of any other query each word that
 * means something may match, anywhere in a word. Patterns run in time linear in the text, whatever they are. Needs no
 * preparation, reads every tool for every query: for small sets. Needs the package `re2js`.
 */
export class RegexToolIndex extends ShelvedToolIndex {
  /** @throws {ToolError} `TOOL_PACKAGE_MISSING` when `re2js` is not installed */
  constructor() {
    super()
    engine()
  }

  protected override createShelf(): ToolShelf {
    return new RegexShelf()
  }
}

class RegexShelf implements ToolShelf {
  readonly #tools = new Map<number, ShelvedTool>()

  async add(tools: readonly ShelvedTool[]): Promise<void> {
    for (const tool of tools) this.#tools.set(tool.slot, tool)
  }

  async remove(tools: readonly ShelvedTool[]): Promise<void> {
    for (const { slot } of tools) this.#tools.delete(slot)
  }

  async search({ text, limit, visible }: ShelfQuery): Promise<readonly ShelfHit[]> {
    const pattern = readPattern(text)
    const names = (slot: number): string => this.#tools.get(slot)?.definition.name ?? ''
    return [...visible]
      .map((slot) => ({ slot, score: normalised(this.#score(slot, pattern)) }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score || (names(left.slot) < names(right.slot) ? -1 : 1))
      .slice(0, limit)
  }

  #score(slot: number, pattern: RE2JS): number {
    const definition = this.#tools.get(slot)?.definition
    if (!definition) return 0
    const inName = matches(pattern, definition.name)
    const inDescription = matches(pattern, descriptionOf(definition))
    return fieldScore(inName, 2, 1) + fieldScore(inDescription, 1, 0.5)
  }
}

/** Scores of patterns have no upper end; this gives them one, and keeps their order. */
const normalised = (score: number): number => score / (score + 3)

interface FieldMatches {
  readonly count: number
  readonly firstAt: number
}

/** Matches count, early ones more. */
const fieldScore = ({ count, firstAt }: FieldMatches, weight: number, early: number): number =>
  count === 0 ? 0 : weight * count + early / (1 + 0.1 * firstAt)

function matches(pattern: RE2JS, text: string): FieldMatches {
  const matcher = pattern.matcher(text)
  let count = 0
  let firstAt = 0
  while (matcher.find()) {
    if (count === 0) firstAt = matcher.start()
    count += 1
  }
  return { count, firstAt }
}
