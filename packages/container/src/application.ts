import type { BeanDefinition } from './beans/bean-definition'
import type { BeanFactory } from './beans/bean-factory'
import type { RequestScope } from './beans/request-scope'
import type { Token } from './beans/token'
import type { ConditionReport } from './conditions/condition-report'
import type { Environment } from './config/environment'
import { applicationClosed } from './failures/start-errors'

/** What a running application is made of. */
export interface ApplicationParts {
  readonly environment: Environment
  readonly conditions: ConditionReport
  readonly definitions: readonly BeanDefinition[]
  readonly requests: RequestScope
}

/** A running application: its beans, its configuration, and the way to close it. Injectable. */
export class Application implements AsyncDisposable {
  readonly environment: Environment
  /** Which conditions held at start, and which did not. */
  readonly conditions: ConditionReport
  /** Every bean there is, for tools that show them. */
  readonly beans: readonly BeanDefinition[]
  readonly #requests: RequestScope
  #factory: BeanFactory | undefined
  #onClose: () => Promise<void> = () => Promise.resolve()
  #closing: Promise<void> | undefined

  /** @internal Made by `run`. */
  constructor(parts: ApplicationParts) {
    this.environment = parts.environment
    this.conditions = parts.conditions
    this.beans = parts.definitions
    this.#requests = parts.requests
  }

  /**
   * The bean of a class, superclass, interface token or name.
   *
   * @throws {ContainerError} `BEAN_MISSING`, `BEAN_AMBIGUOUS`, `BEAN_NOT_READY`, `APPLICATION_CLOSED`
   */
  get<T>(token: Token<T>): T {
    const factory = this.#open()
    return factory.obtainNow(factory.choose(token)) as T
  }

  /** Like {@link get}, undefined when there is no such bean. */
  find<T>(token: Token<T>): T | undefined {
    const factory = this.#open()
    const found = factory.find(token)
    return found === undefined ? undefined : (factory.obtainNow(found) as T)
  }

  /** Like {@link get} for beans whose making needs waiting, such as lazy asynchronous ones. */
  async getAsync<T>(token: Token<T>): Promise<T> {
    const factory = this.#open()
    return (await factory.obtain(factory.choose(token))) as T
  }

  /** All beans that answer to a token, in order; empty when there is none. */
  getAll<T>(token: Token<T>): readonly T[] {
    return this.#open().all(token) as readonly T[]
  }

  /**
   * Runs work within a request of its own, followed through everything it awaits: beans of scope `request` are made anew
   * for it. When the work ends, or the promise it returns settles, they are closed like singletons are, in reverse order of their
   * making; a promise is given on once that is done.
   */
  runInRequest<R>(work: () => R): R {
    return this.#requests.run(work)
  }

  /**
   * Stops and closes everything, in reverse order of its making. Does not reject: what fails is logged. A second call
   * waits for the first.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#onClose().finally(() => (this.#factory = undefined))
    return this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** @internal */
  open(factory: BeanFactory, onClose: () => Promise<void>): void {
    this.#factory = factory
    this.#onClose = onClose
  }

  #open(): BeanFactory {
    if (this.#factory === undefined) throw applicationClosed()
    return this.#factory
  }
}
