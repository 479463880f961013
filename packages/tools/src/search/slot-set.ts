/** Which places of a shelf belong to a set of tools. Immutable; a byte for each place. */
export class SlotSet {
  readonly size: number
  readonly #marks: Uint8Array

  constructor(slots: readonly number[]) {
    this.#marks = new Uint8Array(slots.reduce((length, slot) => Math.max(length, slot + 1), 0))
    for (const slot of slots) this.#marks[slot] = 1
    this.size = slots.length
  }

  has(slot: number): boolean {
    return this.#marks[slot] === 1
  }

  /** The places, lowest first. */
  *[Symbol.iterator](): Iterator<number> {
    for (let slot = 0; slot < this.#marks.length; slot++) if (this.#marks[slot] === 1) yield slot
  }
}
