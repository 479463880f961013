import { abstractBean, beanTypeUnknown } from '../failures/bean-errors'
import { type BeanDefinition, defineBean } from './bean-definition'
import { type BeanMetadata, findBeanMetadata, type Member } from './bean-metadata'
import { defaultName } from './component'
import { constructorPoints, fieldPoints, methodPoints } from './injection-point'
import { type Class, isClass, superclasses, type Token } from './token'

/** The definition of a class that decorators made a bean. */
export function classDefinition(type: Class, file: string | undefined): BeanDefinition {
  const metadata = findBeanMetadata(type) ?? {}
  return defineBean({
    // A configuration class keeps its capital, so that it may be called like a bean it makes.
    name: metadata.names?.[0] ?? (metadata.kind === 'component' ? defaultName(type) : type.name),
    type,
    origin: `class ${type.name}${file === undefined ? '' : ` (${file})`}`,
    maker: { kind: 'class', type },
    points: constructorPoints(type).concat(fieldPoints(type)),
    metadata,
  })
}

/** The definition of a `@Bean` method. @throws {ContainerError} `BEAN_TYPE_UNKNOWN`, `BEAN_DECLARATION_INVALID` */
export function methodDefinition(configuration: Class, { key }: Member): BeanDefinition {
  const metadata = methodMetadata(configuration, key)
  const origin = methodOrigin(configuration, key)
  if (metadata.names?.[0] === undefined) {
    throw abstractBean(
      origin,
      'the @Bean decorator was lost, as happens when another decorator replaces the method.',
      'Put @Bean() first.',
    )
  }
  return defineBean({
    name: metadata.names[0],
    type: methodType(configuration, key),
    origin,
    maker: { kind: 'method', configuration, key },
    points: methodPoints(configuration, key),
    metadata,
  })
}

export function methodOrigin(configuration: Class, key: string | symbol): string {
  return `${configuration.name}.${String(key)}()`
}

/** What a `@Bean` method makes: as it says, else its return type. @throws {ContainerError} `BEAN_TYPE_UNKNOWN` */
export function methodType(configuration: Class, key: string | symbol): Token {
  const type = findMethodType(configuration, key)
  if (type !== undefined) return type
  const emitted: unknown = Reflect.getMetadata('design:returntype', configuration.prototype as object, key)
  throw beanTypeUnknown(methodOrigin(configuration, key), typeof emitted === 'function' ? emitted.name : 'nothing')
}

const SAYS_NOTHING: ReadonlySet<unknown> = new Set([Object, Promise, Function, undefined])

/** Like {@link methodType}, undefined when it cannot be told. */
export function findMethodType(configuration: Class, key: string | symbol): Token | undefined {
  const { type } = methodMetadata(configuration, key)
  if (type !== undefined) return type
  const emitted: unknown = Reflect.getMetadata('design:returntype', configuration.prototype as object, key)
  return isClass(emitted) && !SAYS_NOTHING.has(emitted) ? emitted : undefined
}

/** What decorators said about a method, on the class that has it or the nearest superclass. */
function methodMetadata(configuration: Class, key: string | symbol): BeanMetadata {
  for (const type of superclasses(configuration)) {
    const found = findBeanMetadata(type.prototype as object, key)
    if (found !== undefined) return found
  }
  return {}
}
