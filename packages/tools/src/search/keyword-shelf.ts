import type { ToolDefinition } from '../definition/tool-definition'
import { invalidOption } from '../tool-error'
import { keywordDocument } from './keyword-document'
import { keywordQuery } from './keyword-query'
import { KeywordSearch } from './keyword-search'
import { MAX_SLOTS, posting } from './posting'
import { eachInSlices } from './slices'
import { type TermReader } from './term-reader'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'
import { Vocabulary } from './vocabulary'

/** An inverted index in memory: for each term the tools that have it. */
export class KeywordShelf implements ToolShelf {
  readonly #reader: TermReader
  readonly #minScore: number
  readonly #vocabulary = new Vocabulary()
  readonly #tools: (KeywordTool | undefined)[] = []
  readonly #slotsByName = new Map<string, readonly number[]>()
  #scores = new Float64Array(0)
  #worth = new Float64Array(0)
  #size = 0

  /** @param minScore hits below are left out */
  constructor(reader: TermReader, minScore: number) {
    this.#reader = reader
    this.#minScore = minScore
  }

  async add(tools: readonly ShelvedTool[], signal?: AbortSignal): Promise<void> {
    await eachInSlices(tools, ({ slot, definition }) => this.#addTool(slot, definition), signal)
  }

  async remove(tools: readonly ShelvedTool[]): Promise<void> {
    const present = tools.filter(({ slot }) => this.#tools[slot])
    if (present.length === this.#size) return this.#clear()
    await eachInSlices(present, ({ slot, definition }) => this.#removeTool(slot, definition))
  }

  async search({ text, limit, visible }: ShelfQuery): Promise<readonly ShelfHit[]> {
    const query = keywordQuery(text, this.#reader, (term) =>
      this.#vocabulary.find(term) ? undefined : this.#vocabulary.near(term),
    )
    const search = new KeywordSearch(query, {
      visible,
      vocabulary: this.#vocabulary,
      scores: this.#scores,
      worth: this.#worth,
      isWhole: visible.size === this.#size,
      toolAt: (slot) => this.#tools[slot],
      named: (name) => this.#slotsByName.get(name) ?? [],
    })
    return search.best(limit, this.#minScore)
  }

  #addTool(slot: number, definition: ToolDefinition): void {
    if (slot >= MAX_SLOTS) throw invalidOption('tools', `has more than the ${MAX_SLOTS} tools that one index can hold`)
    const { strengths, nameTerms, bareName } = keywordDocument(definition, this.#reader)
    for (const [term, strength] of strengths) this.#vocabulary.listOf(term).insert(posting(slot, strength))
    this.#tools[slot] = { name: definition.name, nameTerms }
    this.#slotsByName.set(bareName, [...(this.#slotsByName.get(bareName) ?? []), slot])
    if (slot >= this.#scores.length) this.#makeRoom(Math.max(64, slot * 2))
    this.#size += 1
  }

  #clear(): void {
    this.#vocabulary.clear()
    this.#slotsByName.clear()
    this.#tools.length = 0
    this.#size = 0
  }

  #makeRoom(slots: number): void {
    this.#scores = new Float64Array(slots)
    this.#worth = new Float64Array(slots)
  }

  #removeTool(slot: number, definition: ToolDefinition): void {
    const { strengths, bareName } = keywordDocument(definition, this.#reader)
    for (const term of strengths.keys()) this.#vocabulary.remove(term, slot)
    this.#tools[slot] = undefined
    const namesakes = (this.#slotsByName.get(bareName) ?? []).filter((other) => other !== slot)
    if (namesakes.length > 0) this.#slotsByName.set(bareName, namesakes)
    else this.#slotsByName.delete(bareName)
    this.#size -= 1
  }
}

/** What a search asks of a tool itself. */
export interface KeywordTool {
  readonly name: string
  readonly nameTerms: readonly string[]
}
