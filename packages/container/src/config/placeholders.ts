import { placeholderCircle, placeholdersTooMany, placeholderUnresolved } from '../failures/configuration-errors'

/** Where placeholders take their values from: the text of a key with its own placeholders still in it. */
export type PlaceholderLookup = (key: string) => string | undefined

/** What the text belongs to, for messages. */
export interface PlaceholderPlace {
  readonly key: string
  readonly origin: string
}

/** Placeholders one value may need; more come of such that double each other, or of hostile nesting, only. */
const MAX_PLACEHOLDERS = 1000

/**
 * Replaces `${key}` and `${key:default}`, also within each other. The first colon separates key and default, unless
 * the whole text is itself a key. `\${` stays as text, without the backslash.
 *
 * @throws {ContainerError} `PLACEHOLDER_UNRESOLVED` when there is neither value nor default, a key needs itself, or a
 * thousand placeholders are not enough
 */
export function resolvePlaceholders(text: string, lookup: PlaceholderLookup, place: PlaceholderPlace): string {
  return replaceAll(text, { lookup, place, evaluated: 0 }, [])
}

/** The work on one value. */
interface Resolution {
  readonly lookup: PlaceholderLookup
  readonly place: PlaceholderPlace
  evaluated: number
}

function replaceAll(text: string, resolution: Resolution, visiting: readonly string[]): string {
  let result = ''
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('${', at)
    if (open < 0) return result + text.slice(at)
    if (text[open - 1] === '\\') {
      result += `${text.slice(at, open - 1)}\${`
      at = open + 2
      continue
    }
    const close = closingBrace(text, open + 2)
    if (close < 0) return result + text.slice(at)
    result += text.slice(at, open) + evaluate(text.slice(open + 2, close), resolution, visiting)
    at = close + 1
  }
  return result
}

function evaluate(body: string, resolution: Resolution, visiting: readonly string[]): string {
  const { lookup, place } = resolution
  resolution.evaluated += 1
  if (resolution.evaluated > MAX_PLACEHOLDERS) throw placeholdersTooMany(place.key, place.origin, MAX_PLACEHOLDERS)
  const inner = replaceAll(keyPart(body), resolution, visiting)
  const colon = keyEnd(body)
  const candidates = colon < 0 ? [inner] : [body, inner]
  for (const key of candidates) {
    const value = lookup(key)
    if (value === undefined) continue
    if (visiting.includes(key)) throw placeholderCircle([...visiting, key], place.key, place.origin)
    return replaceAll(value, resolution, [...visiting, key])
  }
  if (colon < 0) throw placeholderUnresolved(inner, place.key, place.origin, visiting)
  return replaceAll(body.slice(colon + 1), resolution, visiting)
}

function keyPart(body: string): string {
  const colon = keyEnd(body)
  return colon < 0 ? body : body.slice(0, colon)
}

/** The colon that ends the key: the first one outside of nested placeholders. */
function keyEnd(body: string): number {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    if (body.startsWith('${', at)) depth += 1
    else if (body[at] === '}') depth -= 1
    else if (body[at] === ':' && depth === 0) return at
  }
  return -1
}

function closingBrace(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) depth += 1
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}
