import { type BeanMetadata, beanMetadata, pointMetadata, type ScopeName } from './bean-metadata'

/** A decorator for a class or a `@Bean` method. */
export type BeanDecorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void

/** A decorator for a class, a `@Bean` method or a parameter. */
export type BeanOrParameterDecorator = (target: object, key?: string | symbol, at?: PropertyDescriptor | number) => void

/** Preferred where several beans of a type could be injected. */
export function Primary(): BeanDecorator {
  return trait((metadata) => (metadata.primary = true))
}

/** Injected only where there is no other bean of the type. */
export function Fallback(): BeanDecorator {
  return trait((metadata) => (metadata.fallback = true))
}

/** Place in injected lists, of post-processors and of runners: lower first, beans without an order last. */
export function Order(order: number): BeanDecorator {
  return trait((metadata) => (metadata.order = order))
}

/** How long an instance is shared. `singleton`, the default: by the application; `prototype`: not at all; `request`: within one request. */
export function Scope(scope: ScopeName): BeanDecorator {
  return trait((metadata) => (metadata.scope = scope))
}

/** Names of beans that have to exist before this one, though it does not hold them. They are closed after it. */
export function DependsOn(...names: string[]): BeanDecorator {
  return trait((metadata) => (metadata.dependsOn = [...(metadata.dependsOn ?? []), ...names]))
}

/** On a class or `@Bean` method: a mark to select it by. On a parameter or an injected field: only a bean with that mark or name. */
export function Qualifier(value: string): BeanOrParameterDecorator {
  return (target, key, at) => {
    if (isPoint(key, at)) pointMetadata(target, key, at).qualifier = value
    else {
      const metadata = beanMetadata(target, key)
      metadata.qualifiers = [...(metadata.qualifiers ?? []), value]
    }
  }
}

/**
 * On a class or `@Bean` method: made when it is first needed, not at start. On a parameter or an injected field: a stand-in that fetches
 * the bean when it is first used, which also breaks a cycle.
 */
export function Lazy(): BeanOrParameterDecorator {
  return (target, key, at) => {
    if (isPoint(key, at)) pointMetadata(target, key, at).lazy = true
    else beanMetadata(target, key).lazy = true
  }
}

/** A parameter, by its position, or a field, which comes with neither a position nor a property descriptor. */
const isPoint = (key: string | symbol | undefined, at: unknown): at is number | undefined =>
  typeof at === 'number' || (key !== undefined && at === undefined)

function trait(write: (metadata: BeanMetadata) => void): BeanDecorator {
  return (target, key) => {
    write(beanMetadata(target, key))
  }
}
