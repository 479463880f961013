/** What observables of libraries such as RxJS have in common. */
interface Observable {
  subscribe(observer: {
    next(value: unknown): void
    error(error: Error): void
    complete(): void
  }): { unsubscribe(): void } | undefined
}

/** Whether a value is an observable: it can be subscribed to, and says so in the usual way. */
export const isObservable = (value: object): value is Observable =>
  typeof (value as Partial<Observable>).subscribe === 'function' &&
  (typeof (value as { readonly pipe?: unknown }).pipe === 'function' ||
    '@@observable' in value ||
    observableSymbol in value)

const observableSymbol: symbol = (Symbol as { readonly observable?: symbol }).observable ?? Symbol('none')

/**
 * Everything an observable emits, once it completes; rejects with its error. It is unsubscribed from when the signal is aborted,
 * and when it has emitted `maxValues`.
 */
export function observedValues(
  observable: Observable,
  signal: AbortSignal,
  maxValues: number,
  onValue: (value: unknown) => void,
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const values: unknown[] = []
    const held: { subscription?: { unsubscribe(): void } | undefined } = {}
    let isOver = false
    const end = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', giveUp)
      // It may end while it is being subscribed to.
      queueMicrotask(() => held.subscription?.unsubscribe())
      settle()
    }
    const giveUp = (): void => end(() => reject(signal.reason as Error))
    signal.addEventListener('abort', giveUp, { once: true })
    held.subscription = observable.subscribe({
      next: (value) => {
        if (isOver) return
        values.push(value)
        onValue(value)
        if (values.length >= maxValues) end(() => resolve(values))
      },
      error: (error) => end(() => reject(error)),
      complete: () => end(() => resolve(values)),
    })
  })
}
