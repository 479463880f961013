import { synonymsOf } from './synonyms'
import { bareSpelling, type TermReader } from './term-reader'

/** One thing that is asked for: a term of the query, and the terms that may be meant by it. */
export interface QueryNeed {
  readonly term: string
  /** How often it is said, saturated. */
  readonly weight: number
  /** The term itself with 1, others with less. */
  readonly meanings: readonly QueryMeaning[]
}

/** A term that counts for a need. */
export interface QueryMeaning {
  readonly term: string
  readonly share: number
}

/** A query, read. */
export interface KeywordQuery {
  readonly needs: readonly QueryNeed[]
  /** Bare spellings of what may be names of tools. */
  readonly names: ReadonlySet<string>
}

/** Longer queries are cut: nobody describes a tool in more. */
const MAX_QUERY_LENGTH = 4_000
const MAX_NEEDS = 100
const SYNONYM_SHARE = 0.5
const NEAR_SHARE = 0.6

/**
 * Reads a query.
 *
 * @param near the terms that may be meant by one that no tool has; undefined for a term that some tool has
 */
export function keywordQuery(
  text: string,
  reader: TermReader,
  near: (term: string) => readonly string[] | undefined,
): KeywordQuery {
  const query = text.slice(0, MAX_QUERY_LENGTH)
  const counts = new Map<string, number>()
  for (const term of reader.terms(query)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const needs = [...counts].slice(0, MAX_NEEDS).map(([term, count]) => ({
    term,
    weight: (2 * count) / (count + 1),
    meanings: meaningsOf(term, counts, near(term) ?? []),
  }))
  return { needs, names: namesIn(query) }
}

function meaningsOf(term: string, said: ReadonlyMap<string, number>, near: readonly string[]): readonly QueryMeaning[] {
  const synonyms = synonymsOf(term).filter((synonym) => !said.has(synonym))
  return [
    { term, share: 1 },
    ...synonyms.map((synonym) => ({ term: synonym, share: SYNONYM_SHARE })),
    ...near.map((other) => ({ term: other, share: NEAR_SHARE })),
  ]
}

const IDENTIFIER = /[\p{L}\p{N}]+(?:[_-]+[\p{L}\p{N}]+)+|[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu
const QUOTED = /[`"'“«]([\p{L}\p{N}_-]{1,64})[`"'”»]/gu

/** The whole query, its words that are written like identifiers, and those in quotation marks. */
function namesIn(query: string): ReadonlySet<string> {
  const identifiers = query.match(IDENTIFIER) ?? []
  const quoted = [...query.matchAll(QUOTED)].map(([, name = '']) => name)
  const names = [query.slice(0, 200), ...identifiers, ...quoted].map(bareSpelling)
  return new Set(names.filter((name) => name !== ''))
}
