import { types } from 'node:util'
import type { BeanDefinition } from './bean-definition'
import { findBeanMetadata, membersOf } from './bean-metadata'
import type { BeanRegistry } from './bean-registry'
import type { Class } from './token'

type Method = (...args: unknown[]) => unknown

/**
 * Lets the `@Bean` methods of a configuration object give the bean when they are called from one another, instead of
 * making a second one. Methods whose conditions failed stay as they are.
 */
export function shareBeanMethods(
  configuration: object,
  type: Class,
  registry: BeanRegistry,
  obtain: (definition: BeanDefinition) => unknown,
): void {
  if (findBeanMetadata(type)?.kind === 'component') return
  for (const { key } of membersOf(type, 'bean')) {
    const definition = findMethodBean(registry, type, key)
    const method = (configuration as Record<string | symbol, Method>)[key]
    if (definition === undefined || method === undefined) continue
    const isAsync = types.isAsyncFunction(method)
    const value = () => (isAsync ? Promise.resolve(obtain(definition)) : obtain(definition))
    Object.defineProperty(configuration, key, { value, configurable: true, writable: true })
  }
}

function findMethodBean(registry: BeanRegistry, type: Class, key: string | symbol): BeanDefinition | undefined {
  return registry.definitions.find(
    ({ maker }) => maker.kind === 'method' && maker.configuration === type && maker.key === key,
  )
}
