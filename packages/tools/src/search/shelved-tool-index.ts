import type { ToolDefinition } from '../definition/tool-definition'
import { ContentShelf } from './content-shelf'
import { DefinitionFingerprints, type FingerprintedTool, type FingerprintedTools } from './definition-fingerprint'
import type { SlotSet } from './slot-set'
import { clampedLimit, IndexedTools, ToolIndex, type ToolSearchHit, type ToolSearchOptions } from './tool-index'
import type { ToolShelf } from './tool-shelf'

/**
 * An index that keeps tools by their content.
 *
 * Equal sets of tools are prepared once. A set that has at least half of its tools in common with others shares their shelf:
 * only what is new is prepared, and what nobody holds any more is dropped. Sets that were closed last are kept for a while,
 * so that a session that comes back finds them.
 */
export abstract class ShelvedToolIndex extends ToolIndex {
  readonly #fingerprints = new DefinitionFingerprints()
  readonly #sets = new Map<string, SharedSet>()
  readonly #shelves = new Set<ContentShelf>()
  #idle: readonly SharedSet[] = []

  /** An empty shelf. */
  protected abstract createShelf(): ToolShelf

  override async open(tools: readonly ToolDefinition[], signal?: AbortSignal): Promise<IndexedTools> {
    signal?.throwIfAborted()
    const set = this.#setOf(await this.#fingerprints.of(tools, signal))
    set.users += 1
    this.#idle = this.#idle.filter((idle) => idle !== set)
    try {
      const slots = await set.slots
      return new SharedIndexedTools(set.shelf, slots, () => this.#close(set))
    } catch (error) {
      this.#forget(set)
      if (set.shelf.isEmpty) this.#shelves.delete(set.shelf)
      throw error
    }
  }

  #setOf({ fingerprint, tools }: FingerprintedTools): SharedSet {
    let set = this.#sets.get(fingerprint)
    if (!set) {
      const shelf = this.#shelfFor(tools)
      set = { fingerprint, shelf, slots: shelf.hold(tools), users: 0 }
      this.#sets.set(fingerprint, set)
    }
    return set
  }

  #shelfFor(tools: readonly FingerprintedTool[]): ContentShelf {
    const step = Math.max(1, Math.floor(tools.length / SAMPLE_SIZE))
    const sample = tools.filter((_, index) => index % step === 0)
    for (const shelf of this.#shelves) {
      const known = sample.filter((tool) => shelf.has(tool)).length
      if (known > 0 && known * 2 >= sample.length) return shelf
    }
    const shelf = new ContentShelf(this.createShelf())
    this.#shelves.add(shelf)
    return shelf
  }

  async #close(set: SharedSet): Promise<void> {
    set.users -= 1
    if (set.users > 0) return
    const idle = [...this.#idle, set]
    this.#idle = idle.slice(-MAX_IDLE_SETS)
    for (const dropped of idle.slice(0, -MAX_IDLE_SETS)) {
      this.#forget(dropped)
      await dropped.shelf.release(await dropped.slots)
      if (dropped.shelf.isEmpty) this.#shelves.delete(dropped.shelf)
    }
  }

  #forget(set: SharedSet): void {
    if (this.#sets.get(set.fingerprint) === set) this.#sets.delete(set.fingerprint)
  }
}

/** How many tools of a set are looked for to find it a shelf. */
const SAMPLE_SIZE = 32
/** How many closed sets are kept. */
const MAX_IDLE_SETS = 8

interface SharedSet {
  readonly fingerprint: string
  readonly shelf: ContentShelf
  readonly slots: Promise<SlotSet>
  users: number
}

class SharedIndexedTools extends IndexedTools {
  readonly #shelf: ContentShelf
  readonly #slots: SlotSet
  readonly #release: () => Promise<void>
  #isOpen = true

  constructor(shelf: ContentShelf, slots: SlotSet, release: () => Promise<void>) {
    super()
    this.#shelf = shelf
    this.#slots = slots
    this.#release = release
  }

  override get size(): number {
    return this.#isOpen ? this.#slots.size : 0
  }

  override async search(text: string, options: ToolSearchOptions = {}): Promise<readonly ToolSearchHit[]> {
    options.signal?.throwIfAborted()
    if (this.size === 0) return []
    const query = { text, limit: clampedLimit(options.limit), visible: this.#slots, signal: options.signal }
    const hits = await this.#shelf.search(query)
    return hits.flatMap(({ slot, score }) => {
      const definition = this.#shelf.definitionAt(slot)
      return definition ? [{ definition, score }] : []
    })
  }

  override async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#release()
  }
}
