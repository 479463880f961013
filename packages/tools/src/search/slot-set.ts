/** Which places of a shelf belong to a set of tools. Immutable; some bytes for each place. */
export class SlotSet {
  readonly size: number
  readonly #slots: readonly number[]
  readonly #marks: Uint8Array

  constructor(slots: readonly number[]) {
    let last = -1
    for (const slot of slots) if (slot > last) last = slot
    this.#marks = new Uint8Array(last + 1)
    for (const slot of slots) this.#marks[slot] = 1
    this.size = slots.length
    this.#slots = slots
  }

  has(slot: number): boolean {
    return this.#marks[slot] === 1
  }

  /** The places, in the order given. */
  [Symbol.iterator](): Iterator<number> {
    return this.#slots[Symbol.iterator]()
  }
}
