import 'reflect-metadata'
import { container, type DependencyContainer } from 'tsyringe'

/**
 * The bridge to tsyringe: one child container per application, in which every bean has a token and a factory. Nothing is
 * registered in the global container.
 *
 * The plan decides which bean an injection point receives, tsyringe resolves it, and the factory decides what that
 * means: the instance there is, or a new one. tsyringe never constructs a class itself: it would build classes nobody
 * declared, wrap errors, and keep every disposable.
 */
export class BeanResolver {
  readonly #container: DependencyContainer = container.createChildContainer()

  /** Says what the bean of a name is; `supply` is asked by each {@link resolve}. */
  register(name: string, supply: () => unknown): void {
    this.#container.register(name, { useFactory: supply })
  }

  resolve(name: string): unknown {
    return this.#container.resolve(name)
  }
}
