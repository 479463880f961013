/** Up to three of the names that look like the one that was asked for, the nearest first. */
export const nearestNames = (asked: string, known: readonly string[]): readonly string[] =>
  namesOf(rankedNames(asked, known).filter(({ isNear }) => isNear)).slice(0, 3)

/** A known name, held against the one that was asked for. */
export interface RankedName {
  readonly name: string
  readonly distance: number
  readonly isNear: boolean
}

/** The names alone. */
export const namesOf = (ranked: readonly RankedName[]): readonly string[] => ranked.map(({ name }) => name)

/** The names, those nearest to the one that was asked for first. Each is looked at once: there may be thousands. */
export function rankedNames(asked: string, known: readonly string[]): readonly RankedName[] {
  const wanted = plain(asked)
  const ranked = known.map((name): RankedName => {
    const candidate = plain(name)
    const limit = Math.max(2, Math.floor(name.length / 3))
    const isPart = wanted.length >= 3 && candidate.includes(wanted)
    const differing = distance(wanted, candidate, Math.max(limit, isPart ? candidate.length : 0))
    // What shares no letter is not near, however short it is.
    const isLike = differing <= limit && differing < Math.max(wanted.length, candidate.length)
    return { name, distance: differing, isNear: isPart || isLike }
  })
  return ranked.sort((left, right) => left.distance - right.distance)
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters differ (Levenshtein); `Infinity` when that are more than `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const fewest = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next.push(fewest)
      least = Math.min(least, fewest)
    }
    if (least > limit) return Infinity
    row = next
  }
  const differing = row[b.length] ?? 0
  return differing > limit ? Infinity : differing
}
