import type { KeywordQuery, QueryNeed } from './keyword-query'
import { slotOf, STRENGTH_UNIT, unitsOf, type Posting } from './posting'
import { diverseOrder, wantsSeveral, type Candidate } from './diverse-order'
import type { SlotSet } from './slot-set'
import type { ShelfHit } from './tool-shelf'
import type { Vocabulary } from './vocabulary'
import { rarity } from './word-commonness'

/** What is searched. */
export interface KeywordSearchSpace {
  readonly visible: SlotSet
  readonly vocabulary: Vocabulary
  /** All zero, for every place; used during the search and all zero again after it. So is `worth`. */
  readonly scores: Float64Array
  readonly worth: Float64Array
  /** Whether everything on the shelf is visible. */
  readonly isWhole: boolean
  readonly toolAt: (slot: number) => { readonly name: string; readonly nameTerms: readonly string[] } | undefined
  /** The places of the tools with a bare name. */
  readonly named: (name: string) => readonly number[]
}

/** How much more a tool counts when everything its name says is asked for. */
const NAME_COVERAGE_BONUS = 0.6
/** How many of the best are looked at closely. */
const CANDIDATES = 100
/** How many of them may become hits. */
const FINALISTS = 40
/** How much the tools in general, and not only these, decide which words are common. */
const GENERAL_SHARE = 0.3

/** One search in an inverted index, from the query to the hits. */
export class KeywordSearch {
  readonly #query: KeywordQuery
  readonly #space: KeywordSearchSpace
  readonly #weights = new Map<string, number>()
  readonly #postings = new Map<string, readonly Posting[]>()
  readonly #maxScore: number

  constructor(query: KeywordQuery, space: KeywordSearchSpace) {
    this.#query = query
    this.#space = space
    this.#maxScore = query.needs.reduce((sum, need) => sum + need.weight * this.#weightOf(need.term), 0)
  }

  /** The best, the best first; equal scores in the order of names. */
  best(limit: number, minScore: number): readonly ShelfHit[] {
    const named = this.#named()
    const finalists = this.#finalists(minScore, named)
    const first = [...named].map((slot) => ({ slot, score: 1 })).sort((left, right) => this.#compare(left, right))
    const others = diverseOrder(finalists, limit - first.length)
    return [...first, ...others].slice(0, limit)
  }

  /** The visible tools whose names the query says. */
  #named(): ReadonlySet<number> {
    const { visible, named } = this.#space
    return new Set([...this.#query.names].flatMap(named).filter((slot) => visible.has(slot)))
  }

  #finalists(minScore: number, left: ReadonlySet<number>): readonly Candidate[] {
    const isLong = wantsSeveral(this.#query.needs.length)
    const found = this.#candidates().filter(({ slot, score }) => score >= minScore && score > 0 && !left.has(slot))
    return found
      .sort((one, other) => this.#compare(one, other))
      .slice(0, FINALISTS)
      .map(({ slot, score }) => ({ slot, score, served: isLong ? this.#served(slot) : [] }))
  }

  #candidates(): readonly ShelfHit[] {
    const { scores } = this.#space
    const touched: number[] = []
    for (const need of this.#query.needs) this.#addNeed(need, touched)
    const best = highest(touched, scores, this.#maxScore, CANDIDATES)
    const shares = this.#nameShares()
    const found = best.map((slot) => ({ slot, score: this.#finalScore(slot, scores[slot] ?? 0, shares) }))
    for (const slot of touched) scores[slot] = 0
    return found
  }

  /** Adds to the score of each tool what its best meaning of the need is worth. The loops that all the time goes into. */
  #addNeed(need: QueryNeed, touched: number[]): void {
    const { scores, worth } = this.#space
    const served: number[] = []
    for (const { term, share } of need.meanings) {
      const postings = this.#visiblePostings(term)
      const unit = this.#meaningWeight(need, term, share) * STRENGTH_UNIT
      for (let index = 0; index < postings.length; index++) {
        const entry = postings[index] as Posting
        const slot = slotOf(entry)
        const value = unit * unitsOf(entry)
        const known = worth[slot] as number
        if (known === 0) served.push(slot)
        if (value > known) worth[slot] = value
      }
    }
    for (let index = 0; index < served.length; index++) {
      const slot = served[index] as number
      const score = scores[slot] as number
      if (score === 0) touched.push(slot)
      scores[slot] = score + (worth[slot] as number)
      worth[slot] = 0
    }
  }

  /** What a meaning counts at full strength: never more than the word that was said, where tools have that. */
  #meaningWeight(need: QueryNeed, term: string, share: number): number {
    const isKnown = this.#space.vocabulary.find(need.term) !== undefined
    const weight = this.#weightOf(term)
    return need.weight * share * (isKnown ? Math.min(weight, this.#weightOf(need.term)) : weight)
  }

  #visiblePostings(term: string): readonly Posting[] {
    let postings = this.#postings.get(term)
    if (!postings) {
      const { vocabulary, visible, isWhole } = this.#space
      const entries = vocabulary.find(term)?.entries ?? []
      postings = isWhole ? entries : entries.filter((entry) => visible.has(slotOf(entry)))
      this.#postings.set(term, postings)
    }
    return postings
  }

  /** How much a term tells: its inverse document frequency among the visible tools, and among tools in general. */
  #weightOf(term: string): number {
    let weight = this.#weights.get(term)
    if (weight === undefined) {
      const { size } = this.#space.visible
      const count = this.#visiblePostings(term).length
      const own = Math.log(1 + (size - count + 0.5) / (count + 0.5))
      weight = (1 - GENERAL_SHARE) * own + GENERAL_SHARE * rarity(term) * Math.log(size + 1)
      this.#weights.set(term, weight)
    }
    return weight
  }

  /** The terms a name may have that were asked for, with how well each is meant. */
  #nameShares(): ReadonlyMap<string, number> {
    const shares = new Map<string, number>()
    for (const { meanings } of this.#query.needs) {
      for (const { term, share } of meanings) shares.set(term, Math.max(share, shares.get(term) ?? 0))
    }
    return shares
  }

  #finalScore(slot: number, score: number, shares: ReadonlyMap<string, number>): number {
    const terms = this.#space.toolAt(slot)?.nameTerms ?? []
    let all = 0
    let covered = 0
    for (const term of terms) {
      const weight = this.#weightOf(term)
      all += weight
      covered += weight * (shares.get(term) ?? 0)
    }
    const coverage = all > 0 ? covered / all : 0
    return ((score / this.#maxScore) * (1 + NAME_COVERAGE_BONUS * coverage)) / (1 + NAME_COVERAGE_BONUS)
  }

  /** For each need, how far the tool serves it, from 0 to 1, and what that is worth. */
  #served(slot: number): Candidate['served'] {
    return this.#query.needs.map((need) => {
      const full = need.weight * this.#weightOf(need.term)
      const worth = Math.max(
        ...need.meanings.map(
          ({ term, share }) =>
            this.#meaningWeight(need, term, share) * (this.#space.vocabulary.find(term)?.strengthAt(slot) ?? 0),
        ),
      )
      return { worth, share: full > 0 ? Math.min(1, worth / full) : 0 }
    })
  }

  #compare(left: ShelfHit, right: ShelfHit): number {
    const nameOf = ({ slot }: ShelfHit): string => this.#space.toolAt(slot)?.name ?? ''
    return right.score - left.score || (nameOf(left) < nameOf(right) ? -1 : 1)
  }
}

/** The places with the highest scores, roughly: at least `count` of them, when there are as many. In one pass, without sorting. */
function highest(slots: readonly number[], scores: Float64Array, maxScore: number, count: number): readonly number[] {
  if (slots.length <= count) return slots
  const buckets = new Uint32Array(BUCKETS + 1)
  const bucketOf = (slot: number): number => Math.floor(((scores[slot] as number) / maxScore) * BUCKETS)
  for (const slot of slots) buckets[bucketOf(slot)] = (buckets[bucketOf(slot)] as number) + 1
  let least = BUCKETS
  for (let left = count - (buckets[BUCKETS] as number); left > 0 && least > 0; least--)
    left -= buckets[least - 1] as number
  return slots.filter((slot) => bucketOf(slot) >= least)
}

const BUCKETS = 1_000
