import { ExactInteger, type BindingRun, type Check } from './binding-run'
import { isPlainObject, isUnsafeInteger, wellFormed } from './free-value'
import { valuePreview } from './value-preview'

/** The types of JSON Schema. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS: Record<TypeName, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

/** Whether a word is a type of JSON Schema. */
export const isTypeName = (word: unknown): word is TypeName => typeof word === 'string' && Object.hasOwn(WORDS, word)

/** `['integer', 'null']` → `an integer or null`. */
export const typeWords = (types: readonly TypeName[]): string => types.map((type) => WORDS[type]).join(' or ')

/**
 * Checks the type of a value, and converts what can only mean one thing: `"5"` where a number is wanted,
 * `"false"` for a boolean, JSON text for an object, digits for a string.
 */
export function typeCheck(types: readonly TypeName[]): Check {
  const [only] = types
  if (types.length === 1 && only === 'string') return stringCheck
  return (value, run) => (hasOneOf(types, value) ? safeNumber(value, run) : convert(types, value, run))
}

const stringCheck: Check = (value, run) =>
  typeof value === 'string' ? wellFormed(value) : convert(['string'], value, run)

function hasOneOf(types: readonly TypeName[], value: unknown): boolean {
  for (const type of types) if (hasType(type, value)) return true
  return false
}

function hasType(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function safeNumber(value: unknown, run: BindingRun): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number' && isUnsafeInteger(value)) run.sawUnsafeInteger = true
  return value
}

function convert(types: readonly TypeName[], value: unknown, run: BindingRun): unknown {
  if (value instanceof ExactInteger) return exactInteger(types, value, run)
  if (typeof value === 'number' && isUnsafeInteger(value)) run.sawUnsafeInteger = true
  const meant = run.strict ? undefined : meaning(types, value)
  if (meant !== undefined) {
    run.converted(meant.type)
    return meant.value
  }
  run.problem(mismatch(types, value))
  return value
}

/** Digits go where text is allowed; a number would round them. */
function exactInteger(types: readonly TypeName[], value: ExactInteger, run: BindingRun): unknown {
  if (types.includes('string')) return value.digits
  const isNumeric = types.includes('integer') || types.includes('number')
  if (isNumeric) run.problem(`the number ${valuePreview(value)} is too large to be exact; send it as a string`)
  else run.problem(mismatch(types, value))
  return value.digits
}

function mismatch(types: readonly TypeName[], value: unknown): string {
  if (value === undefined) return `required: expected ${typeWords(types)}`
  if (typeof value === 'number' && !Number.isFinite(value))
    return `expected ${typeWords(types)}, the number is too large`
  return `expected ${typeWords(types)}, received ${valuePreview(value)}`
}

/** What a value of the wrong type can only mean; undefined when nothing or more than one thing. */
function meaning(types: readonly TypeName[], value: unknown): { type: TypeName; value: unknown } | undefined {
  for (const type of types) {
    const meant = meaningOfText(type, value) ?? meaningOfNumber(type, value)
    if (meant !== undefined) return { type, value: meant }
  }
  return undefined
}

function meaningOfNumber(type: TypeName, value: unknown): string | undefined {
  return type === 'string' && Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined
}

/** What a text can only mean where a type is wanted: `"5"`, `"{…}"`; undefined when it is no text or means nothing of that type. */
export function meaningOfText(type: TypeName, text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim()
  if (type === 'number' || type === 'integer') return meaningOfDigits(type, trimmed)
  if (type === 'boolean') return { true: true, True: true, false: false, False: false }[trimmed]
  if (type === 'object' && trimmed.startsWith('{')) return parsedAs(isPlainObject, trimmed)
  return type === 'array' && trimmed.startsWith('[') ? parsedAs(Array.isArray, trimmed) : undefined
}

function meaningOfDigits(type: TypeName, text: string): number | undefined {
  if (!NUMBER_TEXT.test(text)) return undefined
  const number = Number(text)
  if (!Number.isFinite(number) || isUnsafeInteger(number)) return undefined
  return type === 'number' || Number.isInteger(number) ? number : undefined
}

function parsedAs(isWanted: (value: unknown) => boolean, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isWanted(value) ? value : undefined
  } catch {
    return undefined
  }
}
