import { visible } from '../schema/visible-text'

const MAX_NAMES = 20

/** What a model reads when it calls a tool that does not exist: the names there are, the nearest ones first. */
export function unknownToolText(name: string, known: readonly string[]): string {
  const asked = visible(name.slice(0, 80).toWellFormed())
  if (known.length === 0) return `There is no tool named "${asked}", and no other tool either. Answer without tools.`
  const ranked = ranking(asked, known)
  const nearest = ranked.filter(({ isNear }) => isNear).slice(0, 3)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.map(({ name: near }) => `"${near}"`).join(' or ')}?` : ''
  const list =
    known.length <= MAX_NAMES
      ? `The tools are: ${known.join(', ')}.`
      : `${known.length} tools exist; the nearest names are: ${namesOf(ranked.slice(0, MAX_NAMES)).join(', ')}.`
  return `There is no tool named "${asked}".${hint} ${list}`
}

/** Up to three of the names that look like the one that was asked for, the nearest first. */
export const nearestToolNames = (asked: string, known: readonly string[]): readonly string[] =>
  namesOf(ranking(asked, known).filter(({ isNear }) => isNear)).slice(0, 3)

interface RankedName {
  readonly name: string
  readonly distance: number
  readonly isNear: boolean
}

const namesOf = (ranked: readonly RankedName[]): readonly string[] => ranked.map(({ name }) => name)

/** The names, those nearest to the one that was asked for first. Each is looked at once: there may be thousands. */
function ranking(asked: string, known: readonly string[]): readonly RankedName[] {
  const wanted = plain(asked)
  const ranked = known.map((name): RankedName => {
    const candidate = plain(name)
    const limit = Math.max(2, Math.floor(name.length / 3))
    const isPart = wanted.length >= 3 && candidate.includes(wanted)
    const differing = distance(wanted, candidate, Math.max(limit, isPart ? candidate.length : 0))
    return { name, distance: differing, isNear: isPart || differing <= limit }
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
