import type { ToolDefinition } from '../definition/tool-definition'
import type { FingerprintedTool } from './definition-fingerprint'
import { eachInSlices } from './slices'
import { SlotSet } from './slot-set'
import type { ShelfHit, ShelfQuery, ShelvedTool, ToolShelf } from './tool-shelf'

/** A shelf on which each tool stands once, however many sets it belongs to, for as long as one of them holds it. */
export class ContentShelf {
  readonly #shelf: ToolShelf
  readonly #places = new Map<string, Place>()
  readonly #placeAt: (Place | undefined)[] = []
  readonly #freeSlots: number[] = []
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(shelf: ToolShelf) {
    this.#shelf = shelf
  }

  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  has({ fingerprint }: FingerprintedTool): boolean {
    return this.#places.has(fingerprint)
  }

  /** The definition at a place where a tool stands. */
  definitionAt(slot: number): ToolDefinition | undefined {
    return this.#placeAt[slot]?.definition
  }

  search(query: ShelfQuery): Promise<readonly ShelfHit[]> {
    return this.#shelf.search(query)
  }

  /** Puts up the tools that are not there yet, and holds all of them. */
  async hold(tools: readonly FingerprintedTool[]): Promise<SlotSet> {
    const places: Place[] = []
    await eachInSlices(tools, (tool) => places.push(this.#take(tool)))
    return this.#holdPlaces(new SlotSet(places.map(({ slot }) => slot)), places)
  }

  /** Holds what a set holds, without some tools and with others. */
  async holdChanged(
    base: SlotSet,
    change: { readonly removed: readonly FingerprintedTool[]; readonly added: readonly FingerprintedTool[] },
  ): Promise<SlotSet> {
    const removed = new Set(change.removed.map(({ fingerprint }) => this.#places.get(fingerprint)?.slot))
    const slots: number[] = []
    for (const slot of base) {
      const place = this.#placeAt[slot]
      if (!place || (removed.size > 0 && removed.has(slot))) continue
      place.holders += 1
      slots.push(slot)
    }
    const added = change.added.map((tool) => this.#take(tool))
    for (const { slot } of added) slots.push(slot)
    return this.#holdPlaces(new SlotSet(slots), added)
  }

  async #holdPlaces(slots: SlotSet, maybeNew: readonly Place[]): Promise<SlotSet> {
    try {
      await this.#inOrder(() => this.#putUp(maybeNew))
      return slots
    } catch (error) {
      await this.release(slots)
      throw error
    }
  }

  /** Lets go of tools; those that nobody else holds are taken down. */
  release(slots: SlotSet): Promise<void> {
    const unheld: Place[] = []
    for (const slot of slots) {
      const place = this.#placeAt[slot]
      if (!place) continue
      place.holders -= 1
      if (place.holders === 0) unheld.push(place)
    }
    return this.#inOrder(() => this.#takeDown(unheld))
  }

  #take({ fingerprint, definition }: FingerprintedTool): Place {
    let place = this.#places.get(fingerprint)
    if (!place) {
      const slot = this.#freeSlots.pop() ?? this.#placeAt.length
      place = { slot, fingerprint, definition, holders: 0, isUp: false }
      this.#places.set(fingerprint, place)
      this.#placeAt[slot] = place
    }
    place.holders += 1
    return place
  }

  async #putUp(places: readonly Place[]): Promise<void> {
    const missing = places.filter(({ isUp }) => !isUp)
    try {
      await this.#shelf.add(missing)
      for (const place of missing) place.isUp = true
    } catch (error) {
      await this.#shelf.remove(missing)
      throw error
    }
  }

  /** Takes down what nobody has taken up again in the meantime. */
  async #takeDown(places: readonly Place[]): Promise<void> {
    const unused = places.filter((place) => place.holders === 0 && this.#placeAt[place.slot] === place)
    for (const { slot, fingerprint } of unused) {
      this.#places.delete(fingerprint)
      this.#placeAt[slot] = undefined
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

interface Place extends ShelvedTool, FingerprintedTool {
  holders: number
  /** Whether the tool stands on the shelf already, or is only about to. */
  isUp: boolean
}
