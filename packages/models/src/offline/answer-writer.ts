import type { ToolResult } from '@vernal/chat'
import { passage } from './passage'
import type { Question } from './question'
import { isScalar, resultValue } from './result-fields'

type Fields = Readonly<Record<string, unknown>>

const MOST_ENTRIES = 5
const MOST_SOURCES = 3

/** Writes an answer from the results of tools. What the tools returned is quoted and listed, nothing is concluded. */
export function answerFrom(results: readonly ToolResult[], question: Question): string {
  return results.map((result) => resultText(result, question, results.length === 1)).join('\n\n')
}

function resultText({ name, content, isError }: ToolResult, question: Question, isOnly: boolean): string {
  if (isError) return `${name} did not work: ${content}`
  const value = resultValue(content)
  if (Array.isArray(value)) return listText(name, value, question)
  if (isFields(value) && isDocument(value)) return documentText(value, question)
  const text = isFields(value) ? fieldsText(value) : isScalar(value) ? String(value).trim() : ''
  return text === '' ? `${name} returned nothing.` : isOnly ? text : `${name}: ${text}`
}

function listText(name: string, items: readonly unknown[], question: Question): string {
  if (items.length === 0) return `${name} found nothing.`
  if (items.every((item) => isFields(item) && isDocument(item))) return documentsText(items as Fields[], question)
  const lines = items.slice(0, MOST_ENTRIES).map((item) => `- ${isFields(item) ? fieldsText(item) : shown(item)}`)
  const more = items.length > MOST_ENTRIES ? [`- and ${items.length - MOST_ENTRIES} more`] : []
  const count = items.length === 1 ? '1 result' : `${items.length} results`
  return [`${name} found ${count}:`, ...lines, ...more].join('\n')
}

/** The best passage in full, the next ones as places to look. */
function documentsText(documents: readonly Fields[], question: Question): string {
  // A section that is nothing but code says nothing in words.
  const inWords = documents.filter((document) => passage(textOf(document) ?? '', question) !== '')
  const [best, ...others] = inWords.length > 0 ? inWords : documents
  const sources = distinct(others.map(sourceOf)).filter((source) => source !== '' && source !== sourceOf(best ?? {}))
  const also = sources.slice(0, MOST_SOURCES - 1)
  return [documentText(best ?? {}, question), ...(also.length > 0 ? [`See also: ${also.join('; ')}.`] : [])].join(
    '\n\n',
  )
}

function documentText(document: Fields, question: Question): string {
  const text = passage(textOf(document) ?? '', question)
  const source = sourceOf(document)
  return source === '' ? text : `${text}\n\nSource: ${source}`.trim()
}

function sourceOf(document: Fields): string {
  const place = first(document, ['page', 'path', 'file', 'source', 'url', 'uri', 'link'])
  const heading = first(document, ['heading', 'title', 'name'])
  const url = first(document, ['url', 'uri', 'link'])
  const named = [place, heading === undefined ? undefined : `"${heading}"`]
    .filter((part) => part !== undefined)
    .join(', ')
  return url !== undefined && url !== place ? `${named} (${url})` : named
}

/** Something with a passage of text and a place it comes from. */
const isDocument = (fields: Fields): boolean => textOf(fields) !== undefined && sourceOf(fields) !== ''

const textOf = (fields: Fields): string | undefined =>
  first(fields, ['snippet', 'text', 'excerpt', 'passage', 'content', 'body', 'summary'])

function first(fields: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value.trim() !== '')
  return found as string | undefined
}

const fieldsText = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join(', ')

/** Deeper values are shown as JSON, and not at length. */
function shown(value: unknown): string {
  const text = isScalar(value) ? String(value) : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
