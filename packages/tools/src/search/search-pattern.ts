import type { RE2JS } from 're2js'
import { loadOptional } from '../definition/optional-package'
import { isStopWord } from './stop-words'

/**
 * The pattern a query stands for, ignoring case: the query itself when it is written as a pattern and is a valid one, else
 * any of its words. Never throws. Linear in the text it is used on.
 */
export const readPattern = (query: string): RE2JS =>
  writtenPattern(query) ?? compile(wordPattern(query.slice(0, MAX_QUERY_LENGTH)))

/** Longer queries are cut. */
const MAX_QUERY_LENGTH = 4_000
/** Longer patterns are not taken. */
const MAX_PATTERN_LENGTH = 200
const BETWEEN_WORDS = /[\s,;:.!?()[\]{}"']+/
/** What people do not write in a sentence: anchors, classes, alternatives, repetitions of any character. */
const PATTERN_SIGN = /[\^$|\\]|\.[*+?]|\[[^\]]+\]|\(\?|\w[*+]/

function writtenPattern(query: string): RE2JS | undefined {
  const pattern = query.trim()
  if (pattern.length > MAX_PATTERN_LENGTH || !PATTERN_SIGN.test(pattern)) return undefined
  try {
    return compile(pattern)
  } catch {
    return undefined
  }
}

/** Any of the words that mean something; of a query without such words any word; of an empty one anything. */
function wordPattern(query: string): string {
  const words = query
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
  const telling = words.filter((word) => word.length > 1 && !isStopWord(word))
  const alternatives = [...new Set(telling.length > 0 ? telling : words)].map((word) => engine().quote(word))
  while (alternatives.length > 1 && alternatives.join('|').length + 6 > MAX_PATTERN_LENGTH) alternatives.pop()
  return alternatives.length > 0 ? `(${alternatives.join('|')})` : '.*'
}

const compile = (pattern: string): RE2JS => engine().compile(pattern, engine().CASE_INSENSITIVE)

/** @throws {ToolError} `TOOL_PACKAGE_MISSING` */
export const engine = (): typeof RE2JS =>
  loadOptional('re2js', 'Searching tools by pattern', () => require('re2js') as typeof import('re2js')).RE2JS
