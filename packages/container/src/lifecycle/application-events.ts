import { addMember, membersOf } from '../beans/bean-metadata'
import { isClass, type Class } from '../beans/token'
import type { LivingBean } from './destroy'

/** Published when all beans exist and every lifecycle bean has started; runners come after it. */
export class ApplicationStarted {}

/** Published when runners have finished: the application does its work. */
export class ApplicationReady {}

/** Published when the application begins to close, before anything is stopped. */
export class ApplicationClosing {}

/** A method that is called with every event of a class or its subclasses. It may return a promise: the publisher waits. */
export function EventListener(type: Class): (target: object, key: string | symbol) => void {
  return (target, key) => {
    addMember(target, { key, role: 'event-listener', argument: type })
  }
}

type Listener = (event: object) => unknown

const rethrow = (_listener: string, cause: unknown): never => {
  throw cause
}

/** Publishes events to `@EventListener` methods of beans and to subscribers. Injectable. */
export class ApplicationEvents {
  readonly #listeners: { readonly type: Class; readonly listener: Listener; readonly place: string }[] = []

  /**
   * Calls the listeners of an event one after the other and waits for each.
   *
   * @param failed told of a listener that throws; the others go on unless it throws, too. Default: it throws what the listener threw
   */
  async publish(event: object, failed: (listener: string, cause: unknown) => void = rethrow): Promise<void> {
    for (const { type, listener, place } of [...this.#listeners]) {
      if (!(event instanceof type)) continue
      try {
        await listener(event)
      } catch (cause) {
        failed(place, cause)
      }
    }
  }

  /** @returns ends the subscription */
  subscribe<T extends object>(type: Class<T>, listener: (event: T) => unknown): () => void {
    return this.#add(type, listener as Listener, `A subscriber of ${type.name}`)
  }

  #add(type: Class, listener: Listener, place: string): () => void {
    const entry = { type, listener, place }
    this.#listeners.push(entry)
    return () => {
      const at = this.#listeners.indexOf(entry)
      if (at >= 0) this.#listeners.splice(at, 1)
    }
  }

  /** @internal Subscribes the decorated methods of a bean. */
  attach({ instance }: LivingBean): void {
    if (typeof instance !== 'object' || instance === null) return
    const type: unknown = instance.constructor
    if (!isClass(type)) return
    for (const { key, argument } of membersOf(type, 'event-listener')) {
      const methods = instance as Record<string | symbol, Listener | undefined>
      this.#add(argument as Class, (event) => methods[key]?.(event), `${type.name}.${String(key)}`)
    }
  }
}
