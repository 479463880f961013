import type { BeanMetadata, ScopeName } from './bean-metadata'
import type { InjectionPoint } from './injection-point'
import type { Class, Token } from './token'

/** How an instance comes into being. */
export type BeanMaker =
  | { readonly kind: 'class'; readonly type: Class }
  | { readonly kind: 'method'; readonly configuration: Class; readonly key: string | symbol }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'function'; readonly make: (beans: readonly unknown[]) => unknown }
  | { readonly kind: 'supplier'; readonly supply: () => unknown }

/** Everything known about a bean before it exists. */
export interface BeanDefinition {
  /** Unique in the application. */
  readonly name: string
  readonly aliases: readonly string[]
  /** What it was declared as. Conditions and injection go by this, not by the class of the instance. */
  readonly type: Token
  readonly provides: readonly Token[]
  readonly qualifiers: readonly string[]
  readonly primary: boolean
  readonly fallback: boolean
  readonly lazy: boolean
  readonly scope: ScopeName
  readonly order: number | undefined
  readonly dependsOn: readonly string[]
  /** Where it was declared, for messages: `class OrderService (src/order-service.ts)` or `AppConfiguration.clock()`. */
  readonly origin: string
  readonly maker: BeanMaker
  readonly destroy: string | false | undefined
  readonly points: readonly InjectionPoint[]
}

/** The parts of a definition that have no default. */
export interface BeanDeclaration {
  readonly name: string
  readonly type: Token
  readonly origin: string
  readonly maker: BeanMaker
  readonly points?: readonly InjectionPoint[]
  readonly metadata?: BeanMetadata | undefined
}

/** Shared, since most beans have none of most things. */
const NONE: readonly never[] = Object.freeze([])

/** Fills in the defaults of a definition from what decorators said. */
export function defineBean(declaration: BeanDeclaration): BeanDefinition {
  const { name, type, origin, maker, points = NONE, metadata = {} } = declaration
  return {
    name,
    aliases: metadata.names === undefined ? NONE : metadata.names.slice(1),
    type,
    provides: metadata.provides ?? NONE,
    qualifiers: metadata.qualifiers ?? NONE,
    primary: metadata.primary ?? false,
    fallback: metadata.fallback ?? false,
    lazy: metadata.lazy ?? false,
    scope: metadata.scope ?? 'singleton',
    order: metadata.order,
    dependsOn: metadata.dependsOn ?? NONE,
    origin,
    maker,
    destroy: metadata.destroy,
    points,
  }
}

/** How messages and paths call a bean: the class it is made from, or the type it was declared as. */
export function beanLabel(definition: BeanDefinition): string {
  const type = definition.maker.kind === 'class' ? definition.maker.type : definition.type
  const name = typeof type === 'string' ? type : type.name
  return name === '' || name === 'Object' ? definition.name : name
}
