/** A parameter as the text of its function shows it. */
export interface WrittenParameter {
  /** Absent when the parameter is a pattern: `{ id, limit }`. */
  readonly name?: string
  readonly hasDefault: boolean
  /** The type of the default, when that is a plain literal: `page = 1`. */
  readonly defaultType?: 'string' | 'number' | 'boolean'
  readonly isRest: boolean
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
const OPENING = '([{'
const CLOSING = ')]}'

/**
 * The parameters of a function, read from its text.
 *
 * A default may hold anything (strings, templates, comments, expressions); only its presence is noted.
 * A native or bound function shows no parameters and gives an empty list.
 */
export function writtenParameters(fn: (...args: never[]) => unknown): readonly WrittenParameter[] {
  const text = Function.prototype.toString.call(fn)
  const plain = plainParameters(text)
  if (plain !== undefined) return plain
  if (/\{\s*\[native code\]\s*\}$/.test(text)) return []
  const bareArrow = /^(?:async\s+)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=>/u.exec(text)
  if (bareArrow?.[1] !== undefined) return [{ name: bareArrow[1], hasDefault: false, isRest: false }]
  return parameterTexts(text).map(parseParameter)
}

/** The common case, without defaults, comments and patterns; a native function shows an empty list. */
function plainParameters(text: string): WrittenParameter[] | undefined {
  const list = /^(?:async\s+)?(?:function\s*)?\*?\s*[\w$]+\s*\(([\w$\s,]*)\)/.exec(text)?.[1]
  return (
    list?.match(/[\w$]+/g)?.map((name) => ({ name, hasDefault: false, isRest: false })) ??
    (list === undefined ? undefined : [])
  )
}

/** Cuts the parameter list at its top-level commas; comments are left out. */
function parameterTexts(text: string): string[] {
  const list = text.indexOf('(', endOfComputedName(text))
  const parts: string[] = []
  let current = ''
  let depth = 0
  for (let at = list + 1; at < text.length;) {
    const end = endOfToken(text, at, current)
    const token = text.slice(at, end)
    at = end
    if (isComment(token)) continue
    if (depth === 0 && token === ')') break
    if (depth === 0 && token === ',') {
      parts.push(current)
      current = ''
      continue
    }
    if (token.length === 1 && OPENING.includes(token)) depth++
    if (token.length === 1 && CLOSING.includes(token)) depth--
    current += token
  }
  if (current.trim() !== '') parts.push(current)
  return parts
}

/** A method may be named `[Symbol.for('(')]` or `'a('`: the parameter list starts after such a name. */
function endOfComputedName(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at, '')
    const token = text.slice(at, end)
    if (token === '[') depth++
    if (token === ']') depth--
    if (token === '(' && depth === 0) return at
    at = end
  }
  return 0
}

function endOfToken(text: string, at: number, before: string): number {
  const char = text[at]
  if (char === '"' || char === "'") return endOfString(text, at, char)
  if (char === '`') return endOfTemplate(text, at)
  if (char !== '/') return at + 1
  if (text[at + 1] === '*') return text.indexOf('*/', at + 2) + 2
  if (text[at + 1] === '/') return endOfLine(text, at)
  return /[=(,:[!&|?{};+]\s*$/.test(before) ? endOfRegExp(text, at) : at + 1
}

function endOfString(text: string, at: number, quote: string): number {
  let end = at + 1
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1
  return end + 1
}

function endOfTemplate(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '`') {
    if (text[end] === '$' && text[end + 1] === '{') end = endOfSubstitution(text, end + 2)
    else end += text[end] === '\\' ? 2 : 1
  }
  return end + 1
}

function endOfSubstitution(text: string, at: number): number {
  let end = at
  for (let depth = 1; end < text.length && depth > 0;) {
    const next = endOfToken(text, end, '')
    if (text[end] === '{') depth++
    if (text[end] === '}') depth--
    end = next
  }
  return end
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

function endOfRegExp(text: string, at: number): number {
  let inClass = false
  let end = at + 1
  while (end < text.length && (inClass || text[end] !== '/')) {
    if (text[end] === '[') inClass = true
    if (text[end] === ']') inClass = false
    end += text[end] === '\\' ? 2 : 1
  }
  return end + 1
}

const isComment = (token: string): boolean => token.startsWith('/*') || token.startsWith('//')

function parseParameter(text: string): WrittenParameter {
  const trimmed = text.trim()
  const isRest = trimmed.startsWith('...')
  const target = isRest ? trimmed.slice(3).trim() : trimmed
  const name = /^[^\s=({[]+/u.exec(target)?.[0]
  const at = isRest ? -1 : defaultAt(target)
  const defaultType = at === -1 ? undefined : literalType(target.slice(at + 1))
  return {
    ...(name !== undefined && IDENTIFIER.test(name) ? { name } : {}),
    hasDefault: at !== -1,
    ...(defaultType === undefined ? {} : { defaultType }),
    isRest,
  }
}

/** Where the top-level `=` stands that follows the name or the pattern; -1 when there is none. */
function defaultAt(target: string): number {
  let depth = 0
  for (let at = 0; at < target.length; at++) {
    const char = target[at] ?? ''
    if (OPENING.includes(char)) depth++
    else if (CLOSING.includes(char)) depth--
    else if (char === '=' && depth === 0) return at
  }
  return -1
}

/** Coverage tools write `(counter(), 3)` for `3`. */
function literalType(text: string): 'string' | 'number' | 'boolean' | undefined {
  const literal =
    /^\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*,)?\s*(-?\d[\d_.]*|true|false|"[^"]*"|'[^']*'|`[^`]*`)\s*\)?\s*$/.exec(
      text,
    )?.[1]
  if (literal === undefined) return undefined
  if (/^["'`]/.test(literal)) return 'string'
  return literal === 'true' || literal === 'false' ? 'boolean' : 'number'
}
