/** The known names most like a given one, best first; empty when none is near. Compares letters and digits only. */
export function nearest(name: string, known: Iterable<string>, atMost = 3): readonly string[] {
  const wanted = plain(name)
  const limit = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))
  return [...new Set(known)]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, atMost)
    .map(({ candidate }) => candidate)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9.]/g, '')
}

/** Levenshtein distance; anything above `limit` is reported as more than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replace, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
  }
  return row[b.length] as number
}
