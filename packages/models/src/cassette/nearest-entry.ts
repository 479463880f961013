import { entryLabel, type CassetteEntry } from './cassette-entry'
import { comparableText } from './comparable-entry'
import { lineDiff, sharedLines } from './request-diff'

/**
 * What tells a request from the most similar one that was recorded.
 *
 * @param entries in their order; undefined where an entry was asked for already
 */
export function differenceToNearest(asked: CassetteEntry, entries: readonly (CassetteEntry | undefined)[]): string {
  const text = comparableText(asked)
  let nearest: { readonly recorded: string; readonly label: string; readonly shared: number } | undefined
  entries.forEach((entry, index) => {
    if (!entry) return
    const recorded = comparableText(entry)
    const shared = sharedLines(recorded, text)
    if (!nearest || shared > nearest.shared) nearest = { recorded, label: entryLabel(entry, index), shared }
  })
  if (!nearest) return `All entries were asked for already. It is:\n${lineDiff('', text)}`
  return `The nearest is ${nearest.label} (- recorded, + asked):\n${lineDiff(nearest.recorded, text)}`
}
