const MOST_LINES = 60
const CONTEXT = 2

/** The lines two texts differ in, marked `-` and `+`, with a little of what is around them. */
export function lineDiff(recorded: string, asked: string): string {
  const left = recorded.trimEnd().split('\n')
  const right = asked.trimEnd().split('\n')
  const start = commonLength(left, right)
  const end = commonLength(left.slice(start).reverse(), right.slice(start).reverse())
  const changes = editScript(left.slice(start, left.length - end), right.slice(start, right.length - end))
  const before = left.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`)
  const after = left.slice(left.length - end, left.length - end + CONTEXT).map((line) => `  ${line}`)
  const lines = [...before, ...changes, ...after]
  const cut =
    lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `  … ${lines.length - MOST_LINES} more lines`] : lines
  return cut.join('\n')
}

/** How many lines two texts have in common, whatever their order. */
export function sharedLines(left: string, right: string): number {
  const counts = new Map<string, number>()
  for (const line of left.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  let shared = 0
  for (const line of right.split('\n')) {
    const count = counts.get(line) ?? 0
    if (count === 0) continue
    counts.set(line, count - 1)
    shared += 1
  }
  return shared
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((line, index) => line !== right[index])
  return different < 0 ? Math.min(left.length, right.length) : different
}

/** By the longest common subsequence; of long texts only the beginning, since a diff is read by people. */
function editScript(left: readonly string[], right: readonly string[]): readonly string[] {
  const [from, to] = [left.slice(0, 400), right.slice(0, 400)]
  const lengths = subsequenceLengths(from, to)
  const length = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  const script: string[] = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    if (row < from.length && from[row] === to[column]) {
      script.push(`  ${from[row]}`)
      row++
      column++
    } else if (column >= to.length || (row < from.length && length(row + 1, column) >= length(row, column + 1))) {
      script.push(`- ${from[row++]}`)
    } else script.push(`+ ${to[column++]}`)
  }
  return script
}

/** `[row][column]`: the length of the longest common subsequence of what follows there. */
function subsequenceLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let row = left.length - 1; row >= 0; row--) {
    const [here, below] = [lengths[row] ?? [], lengths[row + 1] ?? []]
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = left[row] === right[column]
      here[column] = isSame ? (below[column + 1] ?? 0) + 1 : Math.max(below[column] ?? 0, here[column + 1] ?? 0)
    }
  }
  return lengths
}
