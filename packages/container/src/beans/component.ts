import { beanMetadata, type ComponentKind } from './bean-metadata'
import type { Class, Token } from './token'

/** What a component may say about itself besides its class. */
export interface ComponentOptions {
  /** Default: the class name with a small first letter. */
  readonly name?: string
  /** Further names for the same bean. */
  readonly aliases?: readonly string[]
  /** Interface tokens this bean answers to, besides its class and superclasses. */
  readonly provides?: readonly Token[]
}

/** Makes a class a bean: one instance per application, its constructor parameters injected by type. */
export function Component(options: string | ComponentOptions = {}): (target: Class) => void {
  return mark('component', options)
}

/** A {@link Component} that holds business logic. The same to the container; the name is for the reader. */
export function Service(options: string | ComponentOptions = {}): (target: Class) => void {
  return mark('component', options)
}

/** A class whose `@Bean` methods make beans. It is a bean itself, so its constructor is injected too. */
export function Configuration(options: string | ComponentOptions = {}): (target: Class) => void {
  return mark('configuration', options)
}

/** What {@link Component} and its siblings write. */
export function mark(kind: ComponentKind, options: string | ComponentOptions): (target: Class) => void {
  const { name, aliases = [], provides } = typeof options === 'string' ? { name: options } : options
  return (target) => {
    const metadata = beanMetadata(target)
    metadata.kind = kind
    if (name !== undefined || aliases.length > 0) metadata.names = [name ?? defaultName(target), ...aliases]
    if (provides !== undefined) metadata.provides = provides
  }
}

/** The name of a bean nobody named: `OrderService` becomes `orderService`, `URLTool` stays. */
export function defaultName(type: Class): string {
  const { name } = type
  if (/^[A-Z]{2}/.test(name)) return name
  return name.charAt(0).toLowerCase() + name.slice(1)
}
