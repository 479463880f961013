import { setImmediate } from 'node:timers/promises'

/** How long work may keep the event loop, in milliseconds. */
const SLICE_MS = 15
/** Looking at the clock costs about as much as the smallest work. */
const ITEMS_BETWEEN_LOOKS = 8

/**
 * Does something for each item, letting other work of the process in between after each slice of 15 ms.
 *
 * @throws the reason of `signal` when it is aborted
 */
export async function eachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  let sliceEnd = performance.now() + SLICE_MS
  let count = 0
  for (const item of items) {
    if (++count % ITEMS_BETWEEN_LOOKS === 0 && performance.now() >= sliceEnd) {
      await setImmediate()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    work(item)
  }
}
