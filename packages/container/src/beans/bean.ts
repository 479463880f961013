import { addMember, beanMetadata } from './bean-metadata'
import type { Token } from './token'

/** What a `@Bean` method may say besides its signature. */
export interface BeanOptions {
  /** What the bean is. Needed where the compiler cannot say: promises, interfaces, unions. Default: the return type. */
  readonly type?: Token
  /** Default: the name of the method. */
  readonly name?: string
  /** Further names for the same bean. */
  readonly aliases?: readonly string[]
  /** Tokens of the parameters, in order. Default: their types. */
  readonly inject?: readonly Token[]
  /** Further interface tokens or classes the bean answers to. */
  readonly provides?: readonly Token[]
  /**
   * The method that closes the bean. Default: `Symbol.asyncDispose`, `Symbol.dispose`, `close` or `shutdown` without
   * parameters, the first there is; `false` for none.
   */
  readonly destroy?: string | false
}

/** A method of a `@Configuration` class that makes a bean. What it returns may be a promise: it is awaited. */
export function Bean(options: BeanOptions = {}): (target: object, key: string | symbol) => void {
  return (target, key) => {
    const metadata = beanMetadata(target, key)
    const { name = String(key), aliases = [], type, inject, provides, destroy } = options
    metadata.kind = 'bean'
    metadata.names = [name, ...aliases]
    if (type !== undefined) metadata.type = type
    if (inject !== undefined) metadata.inject = inject
    if (provides !== undefined) metadata.provides = provides
    if (destroy !== undefined) metadata.destroy = destroy
    addMember(target, { key, role: 'bean' })
  }
}
