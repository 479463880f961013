import type { BeanDefinition } from '../beans/bean-definition'

/** One call of an intercepted method. */
export interface MethodInvocation {
  /** The real bean. */
  readonly target: object
  readonly bean: BeanDefinition
  readonly method: string
  readonly args: readonly unknown[]
  /** Goes on to the next interceptor, at last to the method. May be called several times, or not at all. */
  readonly proceed: (args?: readonly unknown[]) => unknown
}

/**
 * A bean around the methods of other beans: transactions, caching, retries, metrics, authorisation. It applies where
 * `@Intercept` names its class, and where {@link matches} says so; the lowest `@Order` is outermost.
 *
 * A method calling another one of the same object is not intercepted.
 */
export abstract class MethodInterceptor {
  /** Asked once for each method of each bean. Default: only where `@Intercept` says so. */
  matches?(bean: BeanDefinition, method: string): boolean
  /** Returns what the caller gets. A method that returns a promise makes `proceed` return one. */
  abstract intercept(invocation: MethodInvocation): unknown
}
