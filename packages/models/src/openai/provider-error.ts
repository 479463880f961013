import { isWireObject, wireList, wireText, type WireObject } from '../wire-value'

const LONGEST_WORDS = 2000

/** What a provider said went wrong, dug out of the many shapes error bodies have; undefined when the body is no error. */
export function providerErrorWords(body: unknown): string | undefined {
  const words = wordsOf(body, 0)
  return words === undefined ? undefined : shorten(words)
}

/** The first words of a body that could not be read as JSON. */
export function bodyExcerpt(body: string): string {
  const words = body
    .replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? '(an empty body)' : words.length > 300 ? `${words.slice(0, 300)}…` : words
}

/** Whether an answer carries an `error` that says something, or is one itself, whatever its status was. */
export function hasError(body: WireObject): boolean {
  const { error } = body
  if (body.object === 'error') return true
  return isWireObject(error) ? Object.keys(error).length > 0 : wordsOf(error, 1) !== undefined
}

const FIELDS = [
  'error',
  'errors',
  'message',
  'detail',
  'details',
  'msg',
  'error_msg',
  'error_description',
  'error_message',
  'status_msg',
  'base_resp',
  'reason',
  'title',
] as const

function wordsOf(body: unknown, depth: number): string | undefined {
  if (typeof body === 'string') return wireText(body.trim())
  if (depth > 4 || body === null || typeof body !== 'object') return undefined
  if (Array.isArray(body)) return listWords(body, depth)
  const fields = body as Readonly<Record<string, unknown>>
  for (const name of FIELDS) {
    const words = wordsOf(fields[name], depth + 1)
    if (words !== undefined) return withCode(words, fields)
  }
  return depth > 0 ? JSON.stringify(body) : undefined
}

function listWords(items: readonly unknown[], depth: number): string | undefined {
  const words = wireList(items)
    .slice(0, 5)
    .map((item) => wordsOf(item, depth + 1))
    .filter((item) => item !== undefined)
  return words.length > 0 ? words.join('; ') : undefined
}

/** Adds what a program would look at, when the words do not say it already. */
function withCode(words: string, fields: Readonly<Record<string, unknown>>): string {
  const code = wireText(fields.code) ?? wireText(fields.type) ?? wireText(fields.status)
  return code === undefined || words.includes(code) || fields.error !== undefined ? words : `${words} (${code})`
}

const shorten = (words: string): string => (words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words)
