import { Annotation } from './annotation'
import { type Class, isClass, type Token } from './token'

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

/** What a decorated method or field is for. */
export type MemberRole = 'bean' | 'field' | 'post-construct' | 'pre-destroy' | 'event-listener'

/** A decorated method or field of a class. */
export interface Member {
  readonly key: string | symbol
  readonly role: MemberRole
  readonly argument?: Token
}

const BEAN = new Annotation<BeanMetadata>('bean')
const MEMBERS = new Annotation<Member[]>('members')
/** Shared, since most classes have none. */
const NONE: readonly never[] = Object.freeze([])

/** The record of a class, or of one of its methods, made when there is none yet. Only decorators write to it. */
export function beanMetadata(target: object, key?: string | symbol): BeanMetadata {
  const known = BEAN.read(target, key)
  if (known !== undefined) return known
  const made: BeanMetadata = {}
  BEAN.write(target, made, key)
  return made
}

/** The record decorators left on exactly this class or method, without superclasses. */
export function findBeanMetadata(target: object, key?: string | symbol): BeanMetadata | undefined {
  return BEAN.read(target, key)
}

/** The record of one parameter of a constructor (`key` undefined) or method, or of a field (`index` undefined). */
export function pointMetadata(
  target: object,
  key: string | symbol | undefined,
  index: number | undefined,
): ParameterMetadata {
  if (index === undefined && key !== undefined) addMember(target, { key, role: 'field' })
  const owner = beanMetadata(target, key)
  const parameters = (owner.parameters ??= [])
  return (parameters[index ?? 0] ??= {})
}

/** Notes that a method has a role. `prototype` is what a method decorator receives. */
export function addMember(prototype: object, member: Member): void {
  const members = MEMBERS.read(prototype)
  if (members === undefined) MEMBERS.write(prototype, [member])
  else members.push(member)
}

/** The methods of a class with a role, those of superclasses first; an overridden one counts once. */
export function membersOf(type: Class, role: MemberRole): readonly Member[] {
  let members: readonly Member[] = NONE
  for (let at: unknown = type; isClass(at); at = Object.getPrototypeOf(at)) {
    const own = MEMBERS.read(at.prototype as object)
    if (own !== undefined) members = own.concat(members)
  }
  if (members.length === 0) return NONE
  const found = members.filter((member) => member.role === role).map((member) => [member.key, member] as const)
  return [...new Map(found).values()]
}
