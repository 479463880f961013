import type { ToolContext } from '../execution/tool-context'
import { invalidOption, misplacedDecorator } from '../tool-error'
import type { ToolPrincipal } from './tool-principal'
import { Note } from '../definition/note'

/**
 * Decides about one call by who calls and with which arguments: true lets it pass, false denies it, a text denies it and is
 * read by the model. What it throws is a denial.
 */
export type ToolAuthorizer = (
  principal: ToolPrincipal | undefined,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
) => boolean | string | Promise<boolean | string>

/** One condition of using a tool. Several of a tool must all hold. */
export interface ToolAccess {
  /** The caller must have one of these roles. Default: anybody. */
  readonly roles?: readonly string[]
  /** The call must please this function. Default: any call. */
  readonly authorize?: ToolAuthorizer
}

/** By method; those of a class under undefined. */
const ACCESS = new Note<Map<PropertyKey | undefined, readonly ToolAccess[]>>('tool-access')
const NONE: readonly never[] = Object.freeze([])

/**
 * Lets only callers with one of these roles use a tool, or all tools of a class. Several decorators must all be satisfied,
 * those of a base class included. Without a principal in the tool context nobody has a role.
 *
 * ```ts
 * @Tool('Deletes an order')
 * @RequireRole('maintainer')
 * deleteOrder(id: string) { … }
 * ```
 *
 * @throws {ToolError} `TOOL_OPTION_INVALID` without a role
 */
export function RequireRole(...roles: readonly string[]): ClassDecorator & MethodDecorator {
  return accessDecorator('@RequireRole', checkedAccess({ roles }, '@RequireRole'))
}

/**
 * Lets a call of a tool, or of any tool of a class, pass only when the function agrees: see {@link ToolAuthorizer}.
 *
 * ```ts
 * @Tool('Refunds an order')
 * @Authorize((principal, { amount }) => Number(amount) <= 100 || principal?.roles.includes('lead') === true)
 * refund(id: string, amount: number) { … }
 * ```
 *
 * @throws {ToolError} `TOOL_OPTION_INVALID` for anything but a function
 */
export function Authorize(authorize: ToolAuthorizer): ClassDecorator & MethodDecorator {
  return accessDecorator('@Authorize', checkedAccess({ authorize }, '@Authorize'))
}

/** The conditions that decorators set for a method: on the method and on the classes, from the concrete class up. */
export function declaredAccess(place: object, key: PropertyKey): readonly ToolAccess[] {
  const found: ToolAccess[] = []
  let owner: object | null = place
  while (owner !== null && owner !== Object.prototype && owner !== Function.prototype) {
    const type = typeof owner === 'function' ? owner : (owner.constructor as object)
    for (const access of written(owner, key)) found.push(access)
    for (const access of written(type, undefined)) found.push(access)
    owner = Object.getPrototypeOf(owner) as object | null
  }
  return found
}

/**
 * A condition, checked.
 *
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID`
 */
export function checkedAccess({ roles, authorize }: ToolAccess, source: string): ToolAccess {
  if (roles !== undefined && !(roles.length > 0 && roles.every((role) => typeof role === 'string' && role !== ''))) {
    throw invalidOption('roles', `of ${source} must name at least one role, and none that is empty`)
  }
  if (authorize !== undefined && typeof authorize !== 'function') {
    throw invalidOption('authorize', `of ${source} must be a function`)
  }
  return { ...(roles ? { roles: [...roles] } : {}), ...(authorize ? { authorize } : {}) }
}

/**
 * The condition that the traits of a tool set, if they set one.
 *
 * @param source for messages
 * @throws {ToolError} `TOOL_OPTION_INVALID`
 */
export const traitAccess = ({ roles, authorize }: ToolAccess, source: string): readonly ToolAccess[] =>
  roles === undefined && authorize === undefined
    ? NONE
    : [checkedAccess({ ...(roles ? { roles } : {}), ...(authorize ? { authorize } : {}) }, source)]

function accessDecorator(decorator: string, access: ToolAccess): ClassDecorator & MethodDecorator {
  return (target: object, key?: PropertyKey, descriptor?: PropertyDescriptor): void => {
    const isMember = key !== undefined
    if (isMember && typeof descriptor?.value !== 'function') {
      throw misplacedDecorator(decorator, `"${String(key)}", which is not a method`)
    }
    const known = written(target, key)
    const all = ACCESS.read(target) ?? new Map<PropertyKey | undefined, readonly ToolAccess[]>()
    ACCESS.write(target, all.set(key, [...known, access]))
  }
}

const written = (target: object, key: PropertyKey | undefined): readonly ToolAccess[] =>
  ACCESS.read(target)?.get(key) ?? NONE
