import { AsyncLocalStorage } from 'node:async_hooks'
import { scopeInactive } from '../failures/bean-errors'
import { type BeanDefinition, beanLabel } from './bean-definition'
import type { MaybePromise } from './settle'

type RequestBeans = Map<BeanDefinition, MaybePromise<unknown>>

/** Keeps the beans of scope `request`, one set for each {@link run}, followed through everything it awaits. */
export class RequestScope {
  readonly #current = new AsyncLocalStorage<RequestBeans>()

  /** Runs work with a fresh set of request beans. When it ends, nothing holds them any more. */
  run<R>(work: () => R): R {
    return this.#current.run(new Map(), work)
  }

  /** @throws {ContainerError} `SCOPE_INACTIVE` outside {@link run} */
  obtain(definition: BeanDefinition, create: () => MaybePromise<unknown>): MaybePromise<unknown> {
    const beans = this.#current.getStore()
    if (beans === undefined) throw scopeInactive(beanLabel(definition))
    if (!beans.has(definition)) beans.set(definition, create())
    return beans.get(definition)
  }
}
