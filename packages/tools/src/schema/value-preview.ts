import { ExactInteger } from './binding-run'
import { visible } from './visible-text'

const MAX_PREVIEW_CHARS = 60

/** A value in a few words, for a message to the model: `"abc"`, `7`, `an array of 3`, `null`. */
export function valuePreview(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return visible(JSON.stringify(shortened(value)))
  if (value instanceof ExactInteger) return shortened(value.digits)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The allowed values of an enum as JSON, cut after a while. */
export function valueList(values: readonly unknown[]): string {
  const shown = values.slice(0, 30).map((value) => shortened(JSON.stringify(value) ?? 'undefined'))
  return values.length > 30 ? `${shown.join(', ')} and ${values.length - 30} more` : shown.join(', ')
}

const shortened = (text: string): string =>
  text.length > MAX_PREVIEW_CHARS ? `${text.slice(0, MAX_PREVIEW_CHARS - 1)}…` : text
