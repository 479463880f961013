import { types } from 'node:util'

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>

/** True for real promises. An object that merely has a `then`, like a query of some libraries, is a value. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return types.isPromise(value)
}

/** Goes on with a value at once, or with what a promise gives. Beans that need no waiting are made without any. */
export function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Goes through items one after the other, waiting where a step returns a promise. */
export function forEachSettled<T>(items: readonly T[], step: (item: T) => MaybePromise<unknown>): MaybePromise<void> {
  for (let at = 0; at < items.length; at++) {
    const result = step(items[at] as T)
    if (isPromise(result)) return result.then(() => forEachSettled(items.slice(at + 1), step))
  }
}

/** All values, once those that are promises have settled. */
export function allSettled(values: readonly unknown[]): MaybePromise<readonly unknown[]> {
  return values.some(isPromise) ? Promise.all(values) : values
}
