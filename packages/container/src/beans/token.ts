/** A class, abstract or not, used as the name of a kind of bean. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** Names what an interface describes, since an interface leaves nothing behind at run time. Made by {@link token}. */
export class InterfaceToken<out T> {
  /** Carries the type for the compiler; never set. */
  declare readonly type?: T
  constructor(readonly name: string) {
    Object.freeze(this)
  }
}

/** What a bean can be asked for: its class or a superclass, an interface token, or its name. */
export type Token<T = unknown> = Class<T> | InterfaceToken<T> | string

/**
 * Makes a token for an interface: `const Clock = token<Clock>('Clock')`.
 *
 * Tokens are compared by identity, so keep one in the file that declares the interface.
 */
export function token<T>(name: string): InterfaceToken<T> {
  return new InterfaceToken<T>(name)
}

/** True for a class, not for a plain or arrow function. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null
}

/** How messages call a token: the name of the class, the name of the interface, or the bean name in quotes. */
export function describeToken(value: Token): string {
  if (typeof value === 'string') return `"${value}"`
  return value.name === '' ? '(anonymous class)' : value.name
}

/** The class and its superclasses, nearest first. */
export function superclasses(type: Class): readonly Class[] {
  const chain: Class[] = []
  for (let at: unknown = type; isClass(at); at = Object.getPrototypeOf(at)) chain.push(at)
  return chain
}
