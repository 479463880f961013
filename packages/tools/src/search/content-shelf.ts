import type { ToolDefinition } from '../definition/tool-definition'
import type { DefinitionFingerprints } from './definition-fingerprint'
import { SlotSet } from './slot-set'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'

/** A shelf on which each tool stands once, however many sets it belongs to, for as long as one of them holds it. */
export class ContentShelf {
  readonly #shelf: ToolShelf
  readonly #fingerprints: DefinitionFingerprints
  readonly #places = new Map<string, Place>()
  readonly #definitions: (ToolDefinition | undefined)[] = []
  readonly #freeSlots: number[] = []
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(shelf: ToolShelf, fingerprints: DefinitionFingerprints) {
    this.#shelf = shelf
    this.#fingerprints = fingerprints
  }

  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  has(definition: ToolDefinition): boolean {
    return this.#places.has(this.#fingerprints.of(definition))
  }

  /** The definition at a place where a tool stands. */
  definitionAt(slot: number): ToolDefinition | undefined {
    return this.#definitions[slot]
  }

  search(query: ShelfQuery): Promise<readonly ShelfHit[]> {
    return this.#shelf.search(query)
  }

  /** Puts up the tools that are not there yet, and holds all of them. */
  async hold(tools: readonly ToolDefinition[], signal?: AbortSignal): Promise<SlotSet> {
    const places = tools.map((definition) => this.#take(definition))
    const slots = new SlotSet(places.map(({ slot }) => slot))
    try {
      await this.#putUp(signal)
      return slots
    } catch (error) {
      await this.release(slots)
      throw error
    }
  }

  /** Lets go of tools; those that nobody else holds are taken down. */
  release(slots: SlotSet): Promise<void> {
    for (const slot of slots) {
      const place = this.#placeAt(slot)
      if (place) place.holders -= 1
    }
    return this.#inOrder(() => this.#takeDown())
  }

  #take(definition: ToolDefinition): Place {
    const fingerprint = this.#fingerprints.of(definition)
    let place = this.#places.get(fingerprint)
    if (!place) {
      const slot = this.#freeSlots.pop() ?? this.#definitions.length
      place = { slot, definition, holders: 0, isUp: false }
      this.#places.set(fingerprint, place)
      this.#definitions[slot] = definition
    }
    place.holders += 1
    return place
  }

  #placeAt(slot: number): Place | undefined {
    const definition = this.#definitions[slot]
    return definition && this.#places.get(this.#fingerprints.of(definition))
  }

  #putUp(signal: AbortSignal | undefined): Promise<void> {
    return this.#inOrder(async () => {
      const missing = [...this.#places.values()].filter(({ isUp, holders }) => !isUp && holders > 0)
      try {
        await this.#shelf.add(missing, signal)
        for (const place of missing) place.isUp = true
      } catch (error) {
        await this.#shelf.remove(missing)
        throw error
      }
    })
  }

  async #takeDown(): Promise<void> {
    const unused = [...this.#places.values()].filter(({ holders }) => holders === 0)
    for (const { slot, definition } of unused) {
      this.#places.delete(this.#fingerprints.of(definition))
      this.#definitions[slot] = undefined
    }
    await this.#shelf.remove(unused.filter(({ isUp }) => isUp))
    this.#freeSlots.push(...unused.map(({ slot }) => slot))
  }

  /** Changes wait for one another; one that fails does not stop the next. */
  #inOrder(change: () => Promise<void>): Promise<void> {
    const done = this.#lastChange.then(change)
    this.#lastChange = done.catch(() => undefined)
    return done
  }
}

interface Place extends ShelvedTool {
  holders: number
  /** Whether the tool stands on the shelf already, or is only about to. */
  isUp: boolean
}
