import { contentText, ToolOutput } from './tool-output'

const MAX_DEPTH = 64
/** A value that is used many times within itself would be written out each time. */
const MAX_OBJECTS = 200_000

/**
 * The text of what a tool returned. Text stays text; nothing says so in words; everything else becomes JSON, once,
 * with the values JSON lacks written in the usual way: big integers and Maps, Sets, Errors, cycles.
 */
export function toolResultText(value: unknown): string {
  if (value instanceof ToolOutput) return outputText(value)
  if (value === undefined || value === '') return 'Done. The tool returned nothing.'
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd')
  try {
    return JSON.stringify(jsonValue(value, new Walk())) ?? `[a ${typeof value}]`
  } catch {
    return 'Done. The result of the tool cannot be shown as text.'
  }
}

/** A result as it is read from JSON. */
export function jsonForm(value: unknown, text: string = toolResultText(value)): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object') return value
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function outputText({ content, structured }: ToolOutput): string {
  if (content.length === 0) return toolResultText(structured)
  return content.map((part) => toolResultText(contentText(part))).join('\n')
}

/**
 * The head and the tail of a text that is too long, with a note of how much was left out between them.
 *
 * @param readOn says how to read what was left out, from the character where that begins
 */
export function shortenedText(text: string, maxChars: number, readOn: (from: number) => string): string {
  if (text.length <= maxChars) return text
  const tail = Math.floor(maxChars / 5)
  const head = maxChars - tail
  const omitted = text.length - head - tail
  const note = `\n[… ${omitted} of ${text.length} characters omitted; ${readOn(head)} …]\n`
  return wholeCharacters(text.slice(0, head)) + note + wholeCharacters(text.slice(text.length - tail))
}

/** A cut may have gone through a pair of surrogates. */
const wholeCharacters = (text: string): string => text.replace(/\p{Surrogate}/gu, '')

/** The way from the root to the value that is being written. */
class Walk {
  readonly #above: object[] = []
  #objects = 0

  into(value: object): unknown {
    if (this.#above.includes(value)) return '[circular]'
    if (this.#above.length >= MAX_DEPTH) return '[too deep]'
    if (++this.#objects > MAX_OBJECTS) return '[too much]'
    this.#above.push(value)
    const written = objectValue(value, this)
    this.#above.pop()
    return written
  }
}

/** The value with everything replaced that `JSON.stringify` would drop, refuse or never finish. */
function jsonValue(value: unknown, walk: Walk): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd')
  if (typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  return walk.into(value)
}

function objectValue(value: object, walk: Walk): unknown {
  try {
    const own = ownForm(value)
    if (own !== undefined) return own.form === value ? '[circular]' : jsonValue(own.form, walk)
    if (Array.isArray(value)) return value.map((item) => jsonValue(item, walk) ?? null)
    if (value instanceof Set) return [...value].map((item) => jsonValue(item, walk) ?? null)
    return recordValue(value instanceof Map ? mapEntries(value) : Object.entries(value), walk)
  } catch (error) {
    return `[not readable: ${error instanceof Error ? error.name : 'error'}]`
  }
}

/** How an object says it wants to be written. */
function ownForm(value: object): { readonly form: unknown } | undefined {
  if (value instanceof Date) return { form: Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString() }
  if (value instanceof Error) return { form: { error: value.message === '' ? value.name : value.message } }
  if (value instanceof RegExp || value instanceof URL) return { form: String(value) }
  if (ArrayBuffer.isView(value)) return { form: `[${value.byteLength} bytes]` }
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' ? { form: (toJSON as () => unknown).call(value) } : undefined
}

const mapEntries = (map: ReadonlyMap<unknown, unknown>): (readonly [string, unknown])[] =>
  [...map].map(([key, value]) => [keyText(key), value] as const)

function keyText(key: unknown): string {
  if (typeof key === 'string') return key
  return JSON.stringify(jsonValue(key, new Walk())) ?? typeof key
}

function recordValue(entries: readonly (readonly [string, unknown])[], walk: Walk): Record<string, unknown> {
  return Object.fromEntries(entries.map(([key, value]) => [key, jsonValue(value, walk)]))
}
