import { namesOf, rankedNames } from '../schema/near-names'
import { visible } from '../schema/visible-text'

const MAX_NAMES = 20

/** What a model reads when it calls a tool that does not exist: the names there are, the nearest ones first. */
export function unknownToolText(name: string, known: readonly string[]): string {
  const asked = visible(name.slice(0, 80).toWellFormed())
  if (known.length === 0) return `There is no tool named "${asked}", and no other tool either. Answer without tools.`
  const ranked = rankedNames(asked, known)
  const nearest = ranked.filter(({ isNear }) => isNear).slice(0, 3)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.map(({ name: near }) => `"${near}"`).join(' or ')}?` : ''
  const list =
    known.length <= MAX_NAMES
      ? `The tools are: ${known.join(', ')}.`
      : `${known.length} tools exist; the nearest names are: ${namesOf(ranked.slice(0, MAX_NAMES)).join(', ')}.`
  return `There is no tool named "${asked}".${hint} ${list}`
}
