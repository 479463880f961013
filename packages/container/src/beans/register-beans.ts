import type { Environment } from '../config/environment'
import type { PropertiesClass } from '../config/configuration-properties'
import { Annotation } from './annotation'
import { type BeanDefinition, defineBean } from './bean-definition'
import type { InjectionPoint } from './injection-point'
import type { Class, Token } from './token'

/** A bean that is declared by data, since the configuration says how many there are. */
export interface BeanRegistration {
  /** Unique in the application. */
  readonly name: string
  /** What the bean is. */
  readonly type: Token
  /** What `@Qualifier` finds it by, besides its name. */
  readonly qualifiers?: readonly string[]
  /** Like `@Primary`. */
  readonly primary?: boolean
  /** Like `@Fallback`. */
  readonly fallback?: boolean
  /** Where it was declared, for messages: `vernal.ai.models.fast`. */
  readonly origin: string
  /** What `make` receives, in order. */
  readonly inject?: readonly BeanNeed[]
  /** Makes the bean. What it returns may be a promise: it is awaited. */
  make(...beans: never[]): unknown
}

/** A bean that another one needs. */
export interface BeanNeed {
  readonly token: Token
  /** A qualifier, or the name of the bean. */
  readonly qualifier?: string
}

/** What decides which beans are registered. */
export interface RegistrationContext {
  readonly environment: Environment
  /** The definitions that answer to a token, so far: those of the user and of earlier auto-configurations. */
  readonly candidates: (token: Token) => readonly BeanDefinition[]
  /** The values of a properties class. @throws {ContainerError} `CONFIGURATION_INVALID` */
  readonly properties: <T extends object>(type: PropertiesClass<T>) => T
}

type Registrar = (context: RegistrationContext) => readonly BeanRegistration[]

const NONE: readonly never[] = Object.freeze([])
const REGISTRAR = new Annotation<Registrar>('registrar')

/** On a (auto-)configuration class: registers beans that only the configuration knows, after its `@Bean` methods. */
export function RegisterBeans(register: Registrar): (target: Class) => void {
  return (target) => {
    REGISTRAR.write(target, register)
  }
}

/** The definitions a class registers. */
export function registeredDefinitions(type: Class, context: RegistrationContext): readonly BeanDefinition[] {
  return REGISTRAR.read(type)?.(context).map(registeredDefinition) ?? NONE
}

function registeredDefinition(registration: BeanRegistration): BeanDefinition {
  const { name, type, origin, qualifiers = [], primary = false, fallback = false, inject = [] } = registration
  return defineBean({
    name,
    type,
    origin,
    maker: { kind: 'function', make: (beans) => registration.make(...(beans as never[])) },
    points: inject.map((need, index) => pointOf(need, index, origin)),
    metadata: { qualifiers, primary, fallback },
  })
}

function pointOf({ token, qualifier }: BeanNeed, index: number, owner: string): InjectionPoint {
  return {
    owner,
    index,
    want: 'one',
    token,
    optional: false,
    qualifier,
    expression: undefined,
    emittedType: undefined,
    withoutMetadata: false,
    named: NAMELESS,
  }
}

const NAMELESS = Object.freeze({ toString: () => '() => undefined' })
