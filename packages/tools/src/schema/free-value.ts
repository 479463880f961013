import { ExactInteger, type BindingRun } from './binding-run'

const MAX_KEYS = 10_000
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Keys that are never taken from a model into a free-form object. */
export const isPrototypeKey = (key: string): boolean => PROTOTYPE_KEYS.has(key)

/** An object as JSON has them: no array, no instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

/** Text without lone surrogates, which no store and no provider carries unchanged. */
export const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed())

/** A copy of a value no schema says anything about: bounded in depth and keys, without prototype keys and rounded numbers. */
export function freeValue(value: unknown, run: BindingRun): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value === 'number') return freeNumber(value, run)
  if (value instanceof ExactInteger) return value.digits
  if (Array.isArray(value)) return value.map((item, index) => run.descend(index, freeValue, item))
  return isPlainObject(value) ? freeObject(value, run) : value
}

function freeNumber(value: number, run: BindingRun): number {
  if (!Number.isFinite(value)) run.problem('the number is too large')
  if (isUnsafeInteger(value)) run.sawUnsafeInteger = true
  return value
}

function freeObject(value: Record<string, unknown>, run: BindingRun): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  const keys = Object.keys(value)
  if (tooManyKeys(keys.length, run)) return copy
  for (const key of keys) {
    if (!isPrototypeKey(key)) copy[wellFormed(key)] = run.descend(key, freeValue, value[key])
  }
  return copy
}

/** Reports an object with more keys than any tool needs. */
export function tooManyKeys(count: number, run: BindingRun): boolean {
  if (count > MAX_KEYS) run.problem(`more than ${MAX_KEYS} keys in one object`)
  return count > MAX_KEYS
}

/** Whether a number is a whole number beyond 2^53, where neighbours can no longer be told apart. */
export const isUnsafeInteger = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)
