import 'reflect-metadata'
import { container, type DependencyContainer } from 'tsyringe'

/**
 * The bridge to tsyringe: one child container per application, in which every bean and every injection point has a
 * token and a factory. Nothing is registered in the global container.
 *
 * The factories decide what a token stands for, so two applications give different beans to the same class. tsyringe
 * never constructs a class itself: it would build classes nobody declared, wrap errors, and keep every disposable.
 */
export class BeanResolver {
  readonly #container: DependencyContainer = container.createChildContainer()

  /** Makes a token and what it stands for; asked anew by each {@link resolve}. */
  register(description: string, supply: () => unknown): symbol {
    const token = Symbol(description)
    this.#container.register(token, { useFactory: supply })
    return token
  }

  resolve(token: symbol): unknown {
    return this.#container.resolve(token)
  }
}
