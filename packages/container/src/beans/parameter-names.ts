/**
 * The names of the parameters of a function, or of the constructor of a class, as its source text has them.
 *
 * A name that cannot be told (a pattern, native code) is undefined. Reads the text, so minified code gives minified
 * names: use them for messages and for choosing among candidates, never alone.
 */
export function parameterNames(target: { toString(): string }): readonly (string | undefined)[] {
  const text = target.toString()
  const open = /^\s*class\b/.test(text) ? constructorParenthesis(text) : text.indexOf('(')
  if (open < 0) return []
  return splitParameters(text, open + 1).map(nameOf)
}

/** True when the text of a class has a constructor of its own. */
export function hasOwnConstructor(type: { toString(): string }): boolean {
  return constructorParenthesis(type.toString()) >= 0
}

const CONSTRUCTOR = /constructor\s*\(/y

/** Position of the `(` of the constructor, -1 without one. Only text at the level of the class body counts. */
function constructorParenthesis(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at = next(text, at)) {
    const char = text[at] as string
    if ('{(['.includes(char)) depth += 1
    else if ('})]'.includes(char)) depth -= 1
    else if (depth === 1 && char === 'c' && !isWordBefore(text, at)) {
      CONSTRUCTOR.lastIndex = at
      if (CONSTRUCTOR.test(text)) return CONSTRUCTOR.lastIndex - 1
    }
  }
  return -1
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && /[\w$.#]/.test(text[at - 1] as string)
}

function splitParameters(text: string, start: number): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (let at = start; at < text.length;) {
    const char = text[at] as string
    if (depth === 0 && char === ')') break
    const end = next(text, at)
    if (depth === 0 && char === ',') {
      parts.push(part)
      part = ''
    } else {
      if ('{(['.includes(char)) depth += 1
      if ('})]'.includes(char)) depth -= 1
      part += isComment(text, at) ? ' ' : text.slice(at, end)
    }
    at = end
  }
  return part.trim() === '' ? parts : [...parts, part]
}

function nameOf(parameter: string): string | undefined {
  return /^\s*(?:\.\.\.)?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=|$)/u.exec(parameter)?.[1]
}

function isComment(text: string, at: number): boolean {
  return text.startsWith('//', at) || text.startsWith('/*', at)
}

/** The position after the character, string, template or comment at `at`. */
function next(text: string, at: number): number {
  const char = text[at] as string
  if (text.startsWith('//', at)) return endOr(text, text.indexOf('\n', at), 1)
  if (text.startsWith('/*', at)) return endOr(text, text.indexOf('*/', at + 2), 2)
  if (char === '"' || char === "'" || char === '`') return afterQuote(text, at, char)
  return at + 1
}

function endOr(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length
}

function afterQuote(text: string, start: number, quote: string): number {
  let at = start + 1
  while (at < text.length && text[at] !== quote) {
    if (text[at] === '\\') at += 2
    else if (quote === '`' && text.startsWith('${', at)) at = afterTemplateHole(text, at + 2)
    else at += 1
  }
  return at + 1
}

function afterTemplateHole(text: string, start: number): number {
  let depth = 1
  let at = start
  while (at < text.length && depth > 0) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    at = next(text, at)
  }
  return at
}
