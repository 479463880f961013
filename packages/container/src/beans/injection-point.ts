import { type BeanMetadata, findBeanMetadata, membersOf, type ParameterMetadata } from './bean-metadata'
import { ObjectProvider } from './object-provider'
import { hasOwnConstructor, parameterNames } from './parameter-names'
import { type Class, isClass, superclasses, type Token } from './token'

/** What a point receives: a bean, all beans of a type, something that fetches it later, or a configuration value. */
export type InjectionWant = 'one' | 'all' | 'map' | 'provider' | 'lazy' | 'value'

/** One parameter or field the container fills. */
export interface InjectionPoint {
  /** `OrderController`, or `AppConfiguration.clock()`. */
  readonly owner: string
  readonly index: number
  /** The field, when it is none of the parameters. */
  readonly field?: string | symbol
  readonly want: InjectionWant
  readonly token: Token | undefined
  readonly optional: boolean
  readonly qualifier: string | undefined
  /** With `value`: the text to resolve. */
  readonly expression: string | undefined
  /** What the compiler emitted for the parameter; anything at all. */
  readonly emittedType: unknown
  /** True when no parameter types were emitted for this function. */
  readonly withoutMetadata: boolean
  /** Source of the parameter names, read only when a name is needed. */
  readonly named: { toString(): string }
}

/** The name of the parameter, when the source text tells. */
export function pointName(point: InjectionPoint): string | undefined {
  if (point.field !== undefined) return String(point.field)
  return parameterNames(point.named)[point.index]
}

/** `parameter 0 (clock)` or `field clock`, for messages. */
export function describePoint(point: InjectionPoint): string {
  if (point.field !== undefined) return `field ${String(point.field)}`
  const name = pointName(point)
  return name === undefined ? `parameter #${point.index}` : `parameter #${point.index} (${name})`
}

const PARAMETER_TYPES = 'design:paramtypes'
const FIELD_TYPE = 'design:type'

/** The injection points of a constructor; of the nearest superclass that has one when the class has none. */
export function constructorPoints(type: Class): readonly InjectionPoint[] {
  const owner = declaresConstructor(type) ? type : superclasses(type).find(declaresConstructor)
  if (owner === undefined) return []
  const metadata = findBeanMetadata(type)?.inject === undefined ? findBeanMetadata(owner) : findBeanMetadata(type)
  const types = Reflect.getOwnMetadata(PARAMETER_TYPES, owner) as readonly unknown[] | undefined
  return readPoints(type.name, owner, types, metadata)
}

/** The fields of a class, and of those above it, that are injected. */
export function fieldPoints(type: Class): readonly InjectionPoint[] {
  return membersOf(type, 'field').map(({ key }): InjectionPoint => {
    const holder = superclasses(type).find((at) => findBeanMetadata(at.prototype as object, key) !== undefined) ?? type
    const prototype = holder.prototype as object
    const [field = UNDECORATED] = findBeanMetadata(prototype, key)?.parameters ?? []
    const emittedType: unknown = Reflect.getOwnMetadata(FIELD_TYPE, prototype, key)
    return {
      owner: type.name,
      index: 0,
      field: key,
      want: want(field, emittedType),
      token: saidLater(field.token) ?? tokenOf(emittedType, field.qualifier),
      optional: field.optional === true,
      qualifier: field.qualifier,
      expression: field.expression,
      emittedType,
      withoutMetadata: !Reflect.hasOwnMetadata(FIELD_TYPE, prototype, key),
      named: type,
    }
  })
}

/** The injection points of a method, such as a `@Bean` method. */
export function methodPoints(type: Class, key: string | symbol): readonly InjectionPoint[] {
  const prototype = type.prototype as Record<string | symbol, (...args: unknown[]) => unknown>
  const holder = superclasses(type).find((at) => Object.hasOwn(at.prototype as object, key)) ?? type
  const types = Reflect.getMetadata(PARAMETER_TYPES, prototype, key) as readonly unknown[] | undefined
  const metadata = findBeanMetadata(holder.prototype as object, key)
  return readPoints(`${type.name}.${String(key)}()`, prototype[key] as () => unknown, types, metadata)
}

function declaresConstructor(type: Class): boolean {
  if (type.length > 0 || Reflect.hasOwnMetadata(PARAMETER_TYPES, type)) return true
  if (findBeanMetadata(type)?.inject !== undefined) return true
  const text = type.toString()
  return text.includes('constructor') && hasOwnConstructor({ toString: () => text })
}

type Parameterised = { readonly length: number; toString(): string }

function readPoints(
  owner: string,
  target: Parameterised,
  types: readonly unknown[] | undefined,
  metadata: BeanMetadata | undefined,
): readonly InjectionPoint[] {
  const declared = metadata?.parameters ?? []
  const inject = metadata?.inject ?? []
  const written = types === undefined && inject.length === 0 ? parameterNames(target).length : 0
  const count = Math.max(types?.length ?? 0, inject.length, declared.length, written, types ? 0 : target.length)
  return Array.from({ length: count }, (_, index) => {
    const parameter = declared[index] ?? UNDECORATED
    const emittedType = types?.[index]
    return {
      owner,
      index,
      want: want(parameter, emittedType),
      token: saidLater(parameter.token) ?? inject[index] ?? tokenOf(emittedType, parameter.qualifier),
      // A parameter at or after the first default value may stay undefined: the default then applies.
      optional: parameter.optional === true || index >= target.length,
      qualifier: parameter.qualifier,
      expression: parameter.expression,
      emittedType,
      withoutMetadata: types === undefined,
      named: target,
    }
  })
}

function saidLater(token: Token | (() => Token) | undefined): Token | undefined {
  return typeof token === 'function' && !isClass(token) ? token() : token
}

const UNDECORATED: ParameterMetadata = Object.freeze({})

function want(parameter: ParameterMetadata, emitted: unknown): InjectionWant {
  if (parameter.expression !== undefined) return 'value'
  if (parameter.all === true) return parameter.byName === true ? 'map' : 'all'
  if (emitted === ObjectProvider) return 'provider'
  return parameter.lazy === true ? 'lazy' : 'one'
}

/** The class the compiler emitted; without a usable one, a qualifier is taken as a name. */
function tokenOf(emitted: unknown, qualifier: string | undefined): Token | undefined {
  if (!isInjectable(emitted)) return qualifier
  return emitted === ObjectProvider ? undefined : emitted
}

const PRIMITIVES: ReadonlySet<unknown> = new Set([Object, Function, String, Number, Boolean, BigInt, Symbol, Array])

function isInjectable(emitted: unknown): emitted is Class {
  return isClass(emitted) && !PRIMITIVES.has(emitted)
}

/** Why the type of a parameter cannot name a bean, and what to write instead. Undefined when it can. */
export function unusableType(point: InjectionPoint): { readonly reason: string; readonly remedy: string } | undefined {
  if (point.token !== undefined || point.want === 'value') return undefined
  if (point.withoutMetadata) return WITHOUT_METADATA
  const known = EMITTED_TYPES.find(([matches]) => matches(point.emittedType))
  return known === undefined ? undefined : { reason: known[1], remedy: known[2] }
}

const WITHOUT_METADATA = {
  reason:
    'the compiler emitted no decorator metadata (design:paramtypes); esbuild, tsx and vite never do, tsc and swc only with emitDecoratorMetadata',
  remedy:
    'Compile with tsc, ts-node or swc and "emitDecoratorMetadata": true, or name each parameter with @Inject(Type) or the class with @InjectTokens(...).',
}

/** Why a parameter has no type when its class and another need each other, and what to write instead. */
export const CIRCULAR_IMPORT = {
  reason: 'its class did not exist yet when this one was declared, because their files import each other',
  remedy:
    'Move what both need into a third file, or inject one of the two later: @Inject(() => Type) @Lazy() on the parameter.',
}

/** Why a built-in class that is no bean cannot be injected, and what to write instead. */
export const BUILT_IN = {
  reason: 'its type is a built-in class, which the container never makes by itself',
  remedy: "Make one in a @Bean method, use @InjectMap(Type) for beans by name, or name a bean with @Inject('name').",
}

const USE_INJECT = 'Make the type a class, or name the bean with @Inject(token).'
const EMITTED_TYPES: readonly [(type: unknown) => boolean, string, string][] = [
  [
    (type) => type === undefined,
    'its type was undefined when the class was declared, which a circular import causes',
    'Break the circle between the files, or write @Inject(() => Type) @Lazy().',
  ],
  [(type) => type === ObjectProvider, 'an ObjectProvider does not say of what', 'Add @Inject(Type) to it.'],
  [(type) => type === Array, 'an array does not say what of', 'Use @InjectAll(Type).'],
  [
    (type) => type === String || type === Number || type === Boolean || type === BigInt || type === Symbol,
    'a primitive type names no bean',
    "Use @Value('${some.key}') for configuration, @Inject('name') for a bean, or give it a default value.",
  ],
  [
    (type) => type === Function,
    'a function type, or a class imported with `import type`, leaves no class at run time',
    'Import the class without `type`, or name the bean with @Inject(token).',
  ],
  [
    (type) => type === Object,
    'an interface, a union, a class imported with `import type`, or a circular import leaves no class at run time',
    'Import a class without `type`; for an interface, make a token<T>() and name it with @Inject(token).',
  ],
  [() => true, 'its type is an enum or another value, not a class', USE_INJECT],
]
