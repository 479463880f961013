import { AsyncLocalStorage } from 'node:async_hooks'
import { scopeInactive } from '../failures/bean-errors'
import { type BeanDefinition, beanLabel } from './bean-definition'
import { isPromise, type MaybePromise } from './settle'

type RequestBeans = Map<BeanDefinition, MaybePromise<unknown>>

/** A bean of one request and what it was made from. */
export interface RequestBean {
  readonly definition: BeanDefinition
  readonly instance: unknown
}

/** Keeps the beans of scope `request`, one set for each {@link run}, followed through everything it awaits. */
export class RequestScope {
  readonly #current = new AsyncLocalStorage<RequestBeans>()
  readonly #close: (beans: readonly RequestBean[]) => Promise<void>

  /** @param close closes the beans of a request that is over, given in the order of their making; must not reject */
  constructor(close: (beans: readonly RequestBean[]) => Promise<void>) {
    this.#close = close
  }

  /** Runs work with a set of request beans of its own, and closes them when it ends. A promise is given on once they are closed. */
  run<R>(work: () => R): R {
    const beans: RequestBeans = new Map()
    let result: R | undefined
    try {
      return (result = this.#current.run(beans, () => this.#closing(work(), beans)))
    } finally {
      // Work that did not wait for anything is over; whoever asked for it waits for nothing either.
      if (!isPromise(result)) void this.#end(beans)
    }
  }

  /** @throws {ContainerError} `SCOPE_INACTIVE` outside {@link run} */
  obtain(definition: BeanDefinition, create: () => MaybePromise<unknown>): MaybePromise<unknown> {
    const beans = this.#current.getStore()
    if (beans === undefined) throw scopeInactive(beanLabel(definition))
    if (!beans.has(definition)) beans.set(definition, create())
    return beans.get(definition)
  }

  #closing<R>(result: R, beans: RequestBeans): R {
    return isPromise(result) ? (result.finally(() => this.#end(beans)) as R) : result
  }

  async #end(beans: RequestBeans): Promise<void> {
    if (beans.size === 0) return
    const made = [...beans]
    const settled = await Promise.allSettled(made.map(([, bean]) => bean))
    const living = made.flatMap(([definition], at) => {
      const bean = settled[at]
      return bean?.status === 'fulfilled' ? [{ definition, instance: bean.value }] : []
    })
    await this.#close(living)
  }
}
