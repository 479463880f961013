import type { ToolDefinition } from '../definition/tool-definition'
import { ContentShelf } from './content-shelf'
import { DefinitionFingerprints, type FingerprintedTool, type FingerprintedTools } from './definition-fingerprint'
import type { SlotSet } from './slot-set'
import { clampedLimit, IndexedTools, ToolIndex, type ToolSearchHit, type ToolSearchOptions } from './tool-index'
import { changeBetween } from './tool-list-change'
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
  readonly #setsByList = new WeakMap<readonly ToolDefinition[], SharedSet>()
  readonly #shelves = new Set<ContentShelf>()
  #idle: readonly SharedSet[] = []
  #latest: SharedSet | undefined

  /** An empty shelf. */
  protected abstract createShelf(): ToolShelf

  override async open(tools: readonly ToolDefinition[], signal?: AbortSignal): Promise<IndexedTools> {
    signal?.throwIfAborted()
    const set = this.#knownSet(tools) ?? this.#changedSet(tools) ?? (await this.#readSet(tools, signal))
    set.users += 1
    this.#idle = this.#idle.filter((idle) => idle !== set)
    try {
      set.ready = await set.slots
      this.#latest = set
      return new SharedIndexedTools(set.shelf, set.ready, () => this.#close(set))
    } catch (error) {
      this.#forget(set)
      if (set.shelf.isEmpty) this.#shelves.delete(set.shelf)
      throw error
    }
  }

  #knownSet(tools: readonly ToolDefinition[]): SharedSet | undefined {
    const set = this.#setsByList.get(tools)
    return set && this.#sets.get(set.fingerprint) === set ? set : undefined
  }

  /** The set of a large list that is the latest but for some tools: these alone are read. */
  #changedSet(tools: readonly ToolDefinition[]): SharedSet | undefined {
    const base = this.#latest
    if (!base?.ready || tools.length < MANY_TOOLS || !Object.isFrozen(base.list) || !this.#knownSet(base.list))
      return undefined
    const { removed, added } = changeBetween(base.list, tools)
    const isSmall = removed.length + added.length <= SMALL_CHANGE && base.ready.size === base.list.length
    if (!isSmall || !hasOwnNames(added, tools)) return undefined
    const change = {
      removed: removed.map((tool) => this.#fingerprints.ofTool(tool)),
      added: added.map((tool) => this.#fingerprints.ofTool(tool)),
    }
    const fingerprint = this.#fingerprints.ofChange(base.fingerprint, change.removed, change.added)
    return this.#share(tools, fingerprint, base.shelf, () => base.shelf.holdChanged(base.ready as SlotSet, change))
  }

  async #readSet(list: readonly ToolDefinition[], signal: AbortSignal | undefined): Promise<SharedSet> {
    const { fingerprint, tools }: FingerprintedTools = await this.#fingerprints.of(list, signal)
    const shelf = this.#sets.get(fingerprint)?.shelf ?? this.#shelfFor(tools)
    return this.#share(list, fingerprint, shelf, () => shelf.hold(tools))
  }

  #share(
    list: readonly ToolDefinition[],
    fingerprint: string,
    shelf: ContentShelf,
    hold: () => Promise<SlotSet>,
  ): SharedSet {
    let set = this.#sets.get(fingerprint)
    if (!set) {
      set = { fingerprint, list, shelf, slots: hold(), users: 0 }
      this.#sets.set(fingerprint, set)
    }
    // A list that can still change is read again.
    if (Object.isFrozen(list)) this.#setsByList.set(list, set)
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
/** From so many tools on it pays to look for what has changed. */
const MANY_TOOLS = 500
/** How many tools may have changed for it. */
const SMALL_CHANGE = 8

/** Whether none of the added tools has the name of another. */
function hasOwnNames(added: readonly ToolDefinition[], tools: readonly ToolDefinition[]): boolean {
  return added.every(({ name }) => {
    let count = 0
    for (const tool of tools) if (tool.name === name) count += 1
    return count === 1
  })
}

interface SharedSet {
  readonly fingerprint: string
  readonly list: readonly ToolDefinition[]
  readonly shelf: ContentShelf
  readonly slots: Promise<SlotSet>
  users: number
  /** The slots, once they are there. */
  ready?: SlotSet
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
