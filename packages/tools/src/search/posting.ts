/**
 * One tool in the list of a term: where the tool stands, and how strongly the term describes it. Packed into one small
 * integer, so that a list costs eight bytes for each tool.
 */
export type Posting = number

/** The most tools a shelf of postings can hold. */
export const MAX_SLOTS = 2 ** 21

/** @param strength from 0 to 1, kept to a thousandth */
export const posting = (slot: number, strength: number): Posting =>
  slot * SLOT_UNIT + Math.round(strength * MAX_STRENGTH)

/** The place of the tool. */
export const slotOf = (entry: Posting): number => entry >>> 10

/** How strongly the term describes the tool, from 0 to 1. */
export const strengthOf = (entry: Posting): number => unitsOf(entry) * STRENGTH_UNIT

/** The same in units of {@link STRENGTH_UNIT}, where every multiplication counts. */
export const unitsOf = (entry: Posting): number => entry & MAX_STRENGTH

/** The postings of one term, in the order of their places. */
export class PostingList {
  readonly entries: Posting[] = []

  /** Takes up a posting; a place is in the list at most once. */
  insert(entry: Posting): void {
    const last = this.entries.at(-1)
    if (last === undefined || last < entry) this.entries.push(entry)
    else this.entries.splice(this.#position(slotOf(entry)), 0, entry)
  }

  remove(slot: number): void {
    const position = this.#position(slot)
    const entry = this.entries[position]
    if (entry !== undefined && slotOf(entry) === slot) this.entries.splice(position, 1)
  }

  /** How strongly the term describes the tool at a place; 0 when it does not. */
  strengthAt(slot: number): number {
    const entry = this.entries[this.#position(slot)]
    return entry !== undefined && slotOf(entry) === slot ? strengthOf(entry) : 0
  }

  #position(slot: number): number {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.entries[middle] as Posting) < slot * SLOT_UNIT) low = middle + 1
      else high = middle
    }
    return low
  }
}

const MAX_STRENGTH = 1023

/** The steps in which strengths are kept. */
export const STRENGTH_UNIT = 1 / MAX_STRENGTH
const SLOT_UNIT = 1024
