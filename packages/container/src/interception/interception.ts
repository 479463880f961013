import { type BeanDefinition, beanLabel } from '../beans/bean-definition'
import { BeanPostProcessor } from '../beans/bean-post-processor'
import { type Class, isClass, superclasses } from '../beans/token'
import { interceptorMissing } from '../failures/bean-errors'
import { interceptorsOf, isIntercepted } from './intercept'
import type { MethodInterceptor } from './method-interceptor'

type Method = (...args: unknown[]) => unknown

/** Puts a proxy in front of every bean that has an intercepted method. */
export class Interception extends BeanPostProcessor {
  /** @param interceptors in order, outermost first */
  constructor(private readonly interceptors: readonly MethodInterceptor[]) {
    super()
  }

  /** @throws {ContainerError} `BEAN_MISSING` when `@Intercept` names a class that is no bean */
  override afterInitialization(bean: unknown, definition: BeanDefinition): unknown {
    if (typeof bean !== 'object' || bean === null || this.interceptors.includes(bean as MethodInterceptor)) return bean
    const type: unknown = bean.constructor
    if (!isClass(type) || (this.interceptors.length === 0 && !isIntercepted(type))) return bean
    const wrapped = new Map<PropertyKey, Method>()
    for (const name of methodNames(type)) {
      const chain = this.#chain(type, name, definition)
      if (chain.length > 0) wrapped.set(name, wrap(bean, name, definition, chain))
    }
    return wrapped.size === 0 ? bean : proxy(bean, wrapped)
  }

  #chain(type: Class, method: string, definition: BeanDefinition): readonly MethodInterceptor[] {
    const named = interceptorsOf(type, method)
    for (const wanted of named) {
      if (!this.interceptors.some((interceptor) => interceptor instanceof wanted)) {
        throw interceptorMissing(wanted.name, `${beanLabel(definition)}.${method}()`)
      }
    }
    return this.interceptors.filter(
      (interceptor) =>
        named.some((wanted) => interceptor instanceof wanted) || interceptor.matches?.(definition, method) === true,
    )
  }
}

function methodNames(type: Class): readonly string[] {
  const names = superclasses(type).flatMap((at) => {
    const members = Object.getOwnPropertyDescriptors(at.prototype as object)
    return Object.entries(members).flatMap(([name, { value }]) => (typeof value === 'function' ? [name] : []))
  })
  return [...new Set(names)].filter((name) => name !== 'constructor')
}

function wrap(target: object, method: string, bean: BeanDefinition, chain: readonly MethodInterceptor[]): Method {
  const call = (at: number, args: readonly unknown[]): unknown => {
    const interceptor = chain[at]
    if (interceptor === undefined) return (target as Record<string, Method>)[method]?.(...args)
    const proceed = (changed: readonly unknown[] = args) => call(at + 1, changed)
    return interceptor.intercept({ target, bean, method, args, proceed })
  }
  return (...args) => call(0, args)
}

/** Methods not intercepted run on the real object too, so that `#private` fields work. */
function proxy(bean: object, wrapped: ReadonlyMap<PropertyKey, Method>): object {
  const bound = new Map<PropertyKey, unknown>()
  return new Proxy(bean, {
    get(target, key) {
      const known = wrapped.get(key) ?? bound.get(key)
      if (known !== undefined) return known
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function' || key === 'constructor' || Object.hasOwn(target, key)) return value
      bound.set(key, value.bind(target))
      return bound.get(key)
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
}
