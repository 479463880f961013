import 'reflect-metadata'
import { container, type DependencyContainer } from 'tsyringe'

/**
 * The bridge to tsyringe: one child container per application, in which a bean has a token and a factory. Nothing is
 * registered in the global container.
 *
 * The plan decides which bean an injection point receives, tsyringe resolves it, and the factory decides what that
 * means: the instance there is, or a new one. tsyringe never constructs a class itself: it would build classes nobody
 * declared, wrap errors, and keep every disposable.
 */
export class BeanResolver {
  readonly #container: DependencyContainer = container.createChildContainer()

  /**
   * The bean of a name. It is registered when it is first asked for, since most beans are there before anybody asks.
   *
   * @param supply says what the bean is, now and whenever the name is resolved again
   */
  resolve(name: string, supply: () => unknown): unknown {
    if (!this.#container.isRegistered(name)) this.#container.register(name, { useFactory: supply })
    return this.#container.resolve(name)
  }
}
