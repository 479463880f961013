import { beanMetadata, pointMetadata } from './bean-metadata'
import type { Token } from './token'

/** A decorator for a parameter of a constructor or of a `@Bean` method, or for a field. */
export type InjectionDecorator = (target: object, key: string | symbol | undefined, index?: number) => void

/**
 * Injects the bean of this class, interface token or name, whatever the type of the parameter is; without a token, the bean of
 * that type.
 *
 * Where files import each other, a function says it later: `@Inject(() => Orders) @Lazy() orders: Orders`.
 *
 * Fields may be injected, too: `@Inject() private readonly orders!: Orders`. They are filled after the constructor and before
 * `@PostConstruct`. A constructor is the first choice: it shows what a class needs, and a test can call it.
 */
export function Inject(token?: Token | (() => Token)): InjectionDecorator {
  return (target, key, index) => {
    const metadata = pointMetadata(target, key, index)
    if (token !== undefined) metadata.token = token
  }
}

/** Injects every bean of a type as an array, in the order of `@Order`, then of declaration. Empty when there is none. */
export function InjectAll(token: Token): InjectionDecorator {
  return (target, key, index) => {
    Object.assign(pointMetadata(target, key, index), { token, all: true })
  }
}

/** Injects every bean of a type as a `Map` from bean name to bean, in the order of {@link InjectAll}. */
export function InjectMap(token: Token): InjectionDecorator {
  return (target, key, index) => {
    Object.assign(pointMetadata(target, key, index), { token, all: true, byName: true })
  }
}

/** Injects `undefined` when there is no bean. A default value of the parameter then applies. */
export function Optional(): InjectionDecorator {
  return (target, key, index) => {
    pointMetadata(target, key, index).optional = true
  }
}

/**
 * Injects a configuration value: `@Value('${orders.page-size:20}') pageSize: number`.
 *
 * The text is converted to the type of the parameter: string, number, boolean, or an array from text with commas.
 */
export function Value(expression: string): InjectionDecorator {
  return (target, key, index) => {
    pointMetadata(target, key, index).expression = expression
  }
}

/** Tokens of the constructor parameters, in order, for compilers that emit no parameter types. */
export function InjectTokens(...tokens: Token[]): (target: object) => void {
  return (target) => {
    beanMetadata(target).inject = tokens
  }
}
