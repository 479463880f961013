import 'reflect-metadata'
import { type Class, type Token, superclasses } from './token'

/** What a class decorator makes of its class. */
export type ComponentKind = 'component' | 'configuration' | 'auto-configuration'

/** How long one instance of a bean is shared. */
export type ScopeName = 'singleton' | 'prototype' | 'request'

/** What decorators say about one parameter. */
export interface ParameterMetadata {
  token?: Token | (() => Token)
  all?: boolean
  byName?: boolean
  optional?: boolean
  lazy?: boolean
  qualifier?: string
  expression?: string
}

/** What decorators say about one bean: a class, or a method of a configuration class. */
export interface BeanMetadata {
  kind?: ComponentKind | 'bean'
  names?: readonly string[]
  type?: Token
  provides?: readonly Token[]
  inject?: readonly Token[]
  qualifiers?: readonly string[]
  primary?: boolean
  fallback?: boolean
  order?: number
  lazy?: boolean
  scope?: ScopeName
  dependsOn?: readonly string[]
  destroy?: string | false
  parameters?: ParameterMetadata[]
}

/** What a decorated method is for. */
export type MemberRole = 'bean' | 'post-construct' | 'pre-destroy' | 'event-listener'

/** A decorated method of a class. */
export interface Member {
  readonly key: string | symbol
  readonly role: MemberRole
  readonly argument?: Token
}

// Plain strings, so that two installed copies of this package read each other's declarations.
const BEAN = 'vernal:bean'
const MEMBERS = 'vernal:members'

/** The record of a class, or of one of its methods, made when there is none yet. Only decorators write to it. */
export function beanMetadata(target: object, key?: string | symbol): BeanMetadata {
  const known = findBeanMetadata(target, key)
  if (known !== undefined) return known
  const made: BeanMetadata = {}
  if (key === undefined) Reflect.defineMetadata(BEAN, made, target)
  else Reflect.defineMetadata(BEAN, made, target, key)
  return made
}

/** The record decorators left on exactly this class or method, without superclasses. */
export function findBeanMetadata(target: object, key?: string | symbol): BeanMetadata | undefined {
  const found: unknown =
    key === undefined ? Reflect.getOwnMetadata(BEAN, target) : Reflect.getOwnMetadata(BEAN, target, key)
  return found as BeanMetadata | undefined
}

/** The record of one parameter of a constructor (`key` undefined) or method. */
export function parameterMetadata(target: object, key: string | symbol | undefined, index: number): ParameterMetadata {
  const owner = beanMetadata(target, key)
  const parameters = (owner.parameters ??= [])
  return (parameters[index] ??= {})
}

/** Notes that a method has a role. `prototype` is what a method decorator receives. */
export function addMember(prototype: object, member: Member): void {
  const members = Reflect.getOwnMetadata(MEMBERS, prototype) as Member[] | undefined
  if (members === undefined) Reflect.defineMetadata(MEMBERS, [member], prototype)
  else members.push(member)
}

/** The methods of a class with a role, those of superclasses first; an overridden one counts once. */
export function membersOf(type: Class, role: MemberRole): readonly Member[] {
  const own = superclasses(type).flatMap((at) => ownMembers(at) ?? [])
  if (own.length === 0) return own
  const found = new Map<string | symbol, Member>()
  for (const member of own.reverse()) if (member.role === role) found.set(member.key, member)
  return [...found.values()]
}

function ownMembers(type: Class): readonly Member[] | undefined {
  const members = Reflect.getOwnMetadata(MEMBERS, type.prototype as object) as readonly Member[] | undefined
  return members && [...members].reverse()
}
