import { PostingList } from './posting'

/** The terms of a shelf and their postings; finds the terms near one that is not there. */
export class Vocabulary {
  readonly #lists = new Map<string, PostingList>()
  /** Terms by their first two letters. */
  readonly #families = new Map<string, Set<string>>()

  find(term: string): PostingList | undefined {
    return this.#lists.get(term)
  }

  /** The list of a term, which is there afterwards. */
  listOf(term: string): PostingList {
    let list = this.#lists.get(term)
    if (!list) {
      list = new PostingList()
      this.#lists.set(term, list)
      const family = this.#families.get(familyOf(term)) ?? new Set()
      this.#families.set(familyOf(term), family.add(term))
    }
    return list
  }

  /** Takes a place out of the list of a term, and the term when it was the last. */
  remove(term: string, slot: number): void {
    const list = this.#lists.get(term)
    list?.remove(slot)
    if (list?.entries.length !== 0) return
    this.#lists.delete(term)
    this.#families.get(familyOf(term))?.delete(term)
  }

  clear(): void {
    this.#lists.clear()
    this.#families.clear()
  }

  /** Terms that may be meant by one that nothing has: a longer or shorter form of it, or one with one letter other. */
  near(term: string): readonly string[] {
    if (term.length < MIN_NEAR_LENGTH) return []
    const found: string[] = []
    for (const candidate of this.#families.get(familyOf(term)) ?? []) {
      if (isForm(term, candidate) || isForm(candidate, term) || isOneLetterOff(term, candidate)) found.push(candidate)
    }
    return found.sort().slice(0, MAX_NEAR)
  }
}

const MIN_NEAR_LENGTH = 5
const MAX_NEAR = 20
const MAX_ENDING = 5

const familyOf = (term: string): string => term.slice(0, 2)

const isForm = (start: string, longer: string): boolean =>
  start.length >= MIN_NEAR_LENGTH && longer.length <= start.length + MAX_ENDING && longer.startsWith(start)

/** Whether one letter is missing, added, changed or swapped with the next. */
function isOneLetterOff(left: string, right: string): boolean {
  if (left.length > right.length) return isOneLetterOff(right, left)
  if (right.length - left.length > 1) return false
  let same = 0
  while (same < left.length && left[same] === right[same]) same += 1
  if (left.length < right.length) return left.slice(same) === right.slice(same + 1)
  const isSwapped = left[same] === right[same + 1] && left[same + 1] === right[same]
  return left.slice(same + 1) === right.slice(same + 1) || (isSwapped && left.slice(same + 2) === right.slice(same + 2))
}
