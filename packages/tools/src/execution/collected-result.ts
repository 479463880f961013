import { isObservable, observedValues } from './observable'

/** A stream longer than this is cut: nobody reads that much, and a stream may be endless. */
const MAX_VALUES = 10_000

/**
 * What a tool returned, when it is a value; what it yielded, when it is a stream of values: a generator, or anything
 * asynchronously iterable, and the observables of libraries such as RxJS.
 *
 * The value a generator returns counts. Without one, pieces of text are joined, and other values become a list.
 * An observable of one value gives that value.
 * The stream is closed when the signal is aborted, and when it has yielded 10,000 values.
 *
 * @param onValue hears of every value as it comes
 */
export async function collectedResult(
  returned: unknown,
  signal: AbortSignal,
  onValue: (value: unknown) => void = () => undefined,
): Promise<unknown> {
  if (typeof returned !== 'object' || returned === null) return returned
  if (isObservable(returned)) return onlyOrJoined(await observedValues(returned, signal, MAX_VALUES, onValue))
  const stream = streamOf(returned)
  if (stream === undefined) return returned
  const close = (): void => void Promise.resolve(stream.return?.()).catch(() => {})
  signal.addEventListener('abort', close, { once: true })
  try {
    return await readAll(stream, close, onValue)
  } finally {
    signal.removeEventListener('abort', close)
  }
}

type Stream = AsyncIterator<unknown, unknown> | Iterator<unknown, unknown>

function streamOf(returned: object): Stream | undefined {
  if (isAsyncIterable(returned)) return returned[Symbol.asyncIterator]()
  // A list or a Map can be iterated again; only what moves on by itself is a stream.
  return isGenerator(returned) ? returned : undefined
}

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> =>
  typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'

const isGenerator = (value: object): value is Generator<unknown, unknown> =>
  Symbol.iterator in value && typeof (value as Partial<Generator>).next === 'function'

async function readAll(stream: Stream, close: () => void, onValue: (value: unknown) => void): Promise<unknown> {
  const values: unknown[] = []
  for (;;) {
    const { done, value } = await stream.next()
    if (done === true) return value ?? joined(values)
    values.push(value)
    onValue(value)
    if (values.length >= MAX_VALUES) {
      close()
      return joined(values)
    }
  }
}

/** An observable of one value is the usual form of a request, and its value the answer. */
const onlyOrJoined = (values: readonly unknown[]): unknown => (values.length === 1 ? values[0] : joined(values))

function joined(values: readonly unknown[]): unknown {
  if (values.length === 0) return undefined
  if (values.every((value) => typeof value === 'string')) return values.join('')
  if (values.every((value) => value instanceof Uint8Array)) return Buffer.concat(values).toString()
  return values
}
