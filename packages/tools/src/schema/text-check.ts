import { counted } from './counted'
import type { Check } from './binding-run'
import { FORMATS } from './formats'
import type { JsonSchema } from './json-schema'
import { TextPattern } from './text-pattern'
import { valuePreview } from './value-preview'

/** Longer texts are not matched against a pattern. */
const MAX_PATTERN_CHARS = 10_000

type TextRule = (text: string) => string | undefined

/** Checks `minLength`, `maxLength`, `pattern` and the formats known here. */
export function textCheck(node: JsonSchema): Check | undefined {
  const rules = [minLength(node), maxLength(node), pattern(node), format(node)].filter((rule) => rule !== undefined)
  if (rules.length === 0) return undefined
  return (value, run) => {
    if (typeof value !== 'string') return value
    for (const rule of rules) {
      const problem = rule(value)
      if (problem !== undefined) run.problem(`expected ${problem}, received ${valuePreview(value)}`)
    }
    return value
  }
}

function minLength(node: JsonSchema): TextRule | undefined {
  const least = node.minLength
  if (typeof least !== 'number') return undefined
  return (text) =>
    text.length < 2 * least && lengthOf(text) < least ? `at least ${counted(least, 'character')}` : undefined
}

function maxLength(node: JsonSchema): TextRule | undefined {
  const most = node.maxLength
  if (typeof most !== 'number') return undefined
  return (text) => (text.length > most && lengthOf(text) > most ? `at most ${counted(most, 'character')}` : undefined)
}

/** In characters as people count them: a pair of surrogates is one. Counting is left out where `length` decides. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function pattern(node: JsonSchema): TextRule | undefined {
  if (typeof node.pattern !== 'string') return undefined
  const expected = new TextPattern(node.pattern)
  return (text) => {
    if (text.length > MAX_PATTERN_CHARS) return `at most ${MAX_PATTERN_CHARS} characters`
    return expected.matches(text) ? undefined : `text that matches ${expected.source}`
  }
}

/** Identifiers and paths end at a NUL for much of what reads them, so text of any format has none; only `binary` may. */
function format(node: JsonSchema): TextRule | undefined {
  const { format: name } = node
  if (typeof name !== 'string' || name === 'binary') return undefined
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  const article = /^[aeio]/.test(name) ? 'an' : 'a'
  if (known !== undefined) {
    return (text) => (known.test(text) ? undefined : `${article} ${name} such as ${known.example}`)
  }
  return (text) => (text.includes('\0') ? `${article} ${name} without NUL characters` : undefined)
}
