type Holder = Record<symbol, unknown>

/**
 * What one kind of decorator leaves on a class, or on a member of it: a hidden property of the class or its prototype.
 *
 * Quicker to read than reflect-metadata, which is for what the compiler emits. Its symbol is known to the whole process,
 * so that two installed copies of this package read each other's declarations. Superclasses are not looked at.
 */
export class Annotation<T> {
  readonly #key: symbol

  constructor(name: string) {
    this.#key = Symbol.for(`vernal:${name}`)
  }

  /** @param member a method of the class whose prototype is `target`; without it, `target` itself is meant */
  read(target: object, member?: string | symbol): T | undefined {
    const own = Object.hasOwn(target, this.#key) ? (target as Holder)[this.#key] : undefined
    if (member === undefined) return (own as { readonly self?: T } | undefined)?.self
    return (own as { readonly members?: ReadonlyMap<string | symbol, T> } | undefined)?.members?.get(member)
  }

  write(target: object, value: T, member?: string | symbol): void {
    const own = this.#own(target)
    if (member === undefined) own.self = value
    else (own.members ??= new Map()).set(member, value)
  }

  #own(target: object): { self?: T; members?: Map<string | symbol, T> } {
    if (!Object.hasOwn(target, this.#key)) Object.defineProperty(target, this.#key, { value: {} })
    return (target as Holder)[this.#key] as { self?: T; members?: Map<string | symbol, T> }
  }
}
