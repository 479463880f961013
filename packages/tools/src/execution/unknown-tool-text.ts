const MAX_NAMES = 20

/** What a model reads when it calls a tool that does not exist: the names there are, the nearest ones first. */
export function unknownToolText(name: string, known: readonly string[]): string {
  const asked = name.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, 80)
  if (known.length === 0) return `There is no tool named "${asked}", and no other tool either. Answer without tools.`
  const ranked = rankedByDistance(asked, known)
  const nearest = nearestToolNames(asked, ranked)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.map((near) => `"${near}"`).join(' or ')}?` : ''
  const list =
    known.length <= MAX_NAMES
      ? `The tools are: ${known.join(', ')}.`
      : `${known.length} tools exist; the nearest names are: ${ranked.slice(0, MAX_NAMES).join(', ')}.`
  return `There is no tool named "${asked}".${hint} ${list}`
}

/** Up to three of the names that look like the one that was asked for, the nearest first. */
export const nearestToolNames = (asked: string, known: readonly string[]): readonly string[] =>
  rankedByDistance(asked, known)
    .filter((candidate) => isNear(asked, candidate))
    .slice(0, 3)

const rankedByDistance = (asked: string, known: readonly string[]): readonly string[] =>
  [...known].sort((left, right) => distance(asked, left) - distance(asked, right))

const isNear = (asked: string, candidate: string): boolean =>
  distance(asked, candidate) <= Math.max(2, Math.floor(candidate.length / 3)) ||
  (plain(asked).length >= 3 && plain(candidate).includes(plain(asked)))

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters differ (Levenshtein); case and separators do not count. */
function distance(left: string, right: string): number {
  const [a, b] = [plain(left), plain(right)]
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
