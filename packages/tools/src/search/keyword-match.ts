import type { ToolDefinition } from '../definition/tool-definition'
import { termWeight } from './keyword-document'
import { keywordQuery, type KeywordQuery } from './keyword-query'
import { posting } from './posting'
import { TermReader } from './term-reader'
import { TOOL_FIELDS, toolText } from './tool-text'
import { Vocabulary } from './vocabulary'

/** How a part of a tool answers to a query. */
export interface KeywordFieldMatch {
  readonly field: (typeof TOOL_FIELDS)[number]
  /** How much of the match is in this field, from 0 to 1; over all fields 1. How rare a word is plays no part in it. */
  readonly share: number
  /** Stems that were asked for, and the ones that the field has for them: the same, a synonym or a near spelling. */
  readonly terms: readonly { readonly asked: string; readonly found: string }[]
}

/**
 * Says why a keyword index finds a tool: for each field that has something of what was asked, what it has. For people; fields
 * are in the order of name, description, names and descriptions of parameters. Empty when nothing matches.
 */
export function explainKeywordMatch(query: string, definition: ToolDefinition): readonly KeywordFieldMatch[] {
  const reader = new TermReader()
  const text = toolText(definition)
  const fields = TOOL_FIELDS.map((field) => reader.terms(text[field]))
  const read = readQuery(query, reader, fields.flat())
  const matches = fields.map((terms, position) => matchField(read, terms, position))
  const total = matches.reduce((sum, { weight }) => sum + weight, 0)
  return matches.flatMap(({ terms, weight }, position) => {
    const field = TOOL_FIELDS[position]
    return field && weight > 0 ? [{ field, share: weight / total, terms }] : []
  })
}

function readQuery(query: string, reader: TermReader, known: readonly string[]): KeywordQuery {
  const vocabulary = new Vocabulary()
  for (const term of new Set(known)) vocabulary.listOf(term).insert(posting(0, 1))
  return keywordQuery(query, reader, (term) => (vocabulary.find(term) ? undefined : vocabulary.near(term)))
}

function matchField({ needs }: KeywordQuery, terms: readonly string[], field: number) {
  const found: { readonly asked: string; readonly found: string }[] = []
  let weight = 0
  for (const need of needs) {
    const meaning = need.meanings.find(({ term }) => terms.includes(term))
    if (!meaning) continue
    const count = terms.filter((term) => term === meaning.term).length
    found.push({ asked: need.term, found: meaning.term })
    weight += need.weight * meaning.share * count * termWeight(field, terms.length)
  }
  return { terms: found, weight }
}
