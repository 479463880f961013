import type { BeanDefinition } from './bean-definition'
import type { MaybePromise } from './settle'

/**
 * Sees every bean once it is constructed, and may replace it. A bean that extends this class is made before all others
 * (with what it needs); those it needs, and other post-processors, do not pass it.
 *
 * Several run in the order of `@Order`. What a method returns replaces the bean for everybody; undefined keeps it.
 */
export abstract class BeanPostProcessor {
  /** Called before `@PostConstruct`. */
  beforeInitialization?(bean: unknown, definition: BeanDefinition): MaybePromise<unknown>
  /** Called after `@PostConstruct`. The place for a proxy. */
  afterInitialization?(bean: unknown, definition: BeanDefinition): MaybePromise<unknown>
}
