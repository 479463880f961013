import type { ShelfHit } from './tool-shelf'

/** A tool that may become a hit, with what it is worth for each need of the query. */
export interface Candidate extends ShelfHit {
  /** Empty when the query wants one thing. */
  readonly served: readonly { readonly worth: number; readonly share: number }[]
}

/** Up to so many needs are one wish, which the best tools may all serve. */
const ONE_WISH = 4
/** From so many needs more on, a query is taken for several wishes. */
const SEVERAL_WISHES = 12
/** Whether a query of so many needs is taken for more than one wish. */
export const wantsSeveral = (needs: number): boolean => needs > ONE_WISH

/** The share of a score that is lost by what better hits serve already, at most. */
const MAX_DISCOUNT = 0.4
/** How far a need that a hit serves in full is met by it. */
const MET_BY_ONE = 0.8

/**
 * Orders candidates so that a long query that wants several things gets tools for all of them: what a better hit serves
 * counts less for the ones after it. The scores returned are the ones that counted, so they never rise.
 *
 * @param candidates best first
 */
export function diverseOrder(candidates: readonly Candidate[], limit: number): readonly ShelfHit[] {
  const needs = candidates[0]?.served.length ?? 0
  const discount = MAX_DISCOUNT * Math.max(0, Math.min(1, (needs - ONE_WISH) / SEVERAL_WISHES))
  const open = new Float64Array(needs).fill(1)
  const rest = [...candidates]
  const chosen: ShelfHit[] = []
  while (chosen.length < limit && rest.length > 0) {
    const scores = rest.map((candidate) => candidate.score * (1 - discount * (1 - openShare(candidate, open))))
    const position = scores.reduce((best, score, index) => (score > (scores[best] ?? 0) ? index : best), 0)
    const [next] = rest.splice(position, 1)
    if (!next) break
    chosen.push({ slot: next.slot, score: scores[position] ?? 0 })
    next.served.forEach(({ share }, need) => (open[need] = (open[need] ?? 1) * (1 - MET_BY_ONE * share)))
  }
  return chosen
}

/** The share of what a candidate is worth that no better hit serves. */
function openShare({ served }: Candidate, open: Float64Array): number {
  let all = 0
  let left = 0
  served.forEach(({ worth }, need) => {
    all += worth
    left += worth * (open[need] ?? 1)
  })
  return all > 0 ? left / all : 1
}
