type Holder = Record<symbol, unknown>

/**
 * What one kind of decorator leaves on a class, on its prototype, or on a member of it: a hidden property.
 *
 * Quicker to read than reflect-metadata, which is for what the compiler emits. Its symbol is known to the whole process, so that
 * two installed copies of this package read each other's declarations. What stands above in the chain is not looked at.
 */
export class Note<T> {
  readonly #key: symbol

  constructor(name: string) {
    this.#key = Symbol.for(`vernal:${name}`)
  }

  read(target: object): T | undefined {
    return Object.hasOwn(target, this.#key) ? ((target as Holder)[this.#key] as T) : undefined
  }

  write(target: object, value: T): void {
    Object.defineProperty(target, this.#key, { value, configurable: true })
  }
}
