import { setImmediate } from 'node:timers/promises'

/** How long work may keep the event loop, in milliseconds. */
const SLICE_MS = 15

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
  for (const item of items) {
    if (performance.now() >= sliceEnd) {
      await setImmediate()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    work(item)
  }
}
