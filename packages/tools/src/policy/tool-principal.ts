/**
 * On whose behalf tools are called. It comes from the application alone, as the value `principal` of a request's tool
 * context; nothing a model writes can reach it.
 */
export interface ToolPrincipal {
  /** Who it is, for the log and for rates. */
  readonly id: string
  /** What this principal may do, in the words of the application. */
  readonly roles: readonly string[]
  /** Whatever else the application attached, for its own authorisers. */
  readonly [attribute: string]: unknown
}

/** The principal among the values of a tool context. One without readable roles has none; undefined when there is no principal. */
export function principalOf(values: Readonly<Record<string, unknown>> | undefined): ToolPrincipal | undefined {
  const given = values !== undefined && Object.hasOwn(values, 'principal') ? values.principal : undefined
  if (typeof given === 'string') return { id: given, roles: [] }
  if (typeof given !== 'object' || given === null) return undefined
  const { id, roles } = given as { readonly id?: unknown; readonly roles?: unknown }
  return { ...given, id: idOf(id), roles: rolesOf(roles) }
}

const idOf = (id: unknown): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : '')

const rolesOf = (roles: unknown): readonly string[] =>
  Array.isArray(roles) || roles instanceof Set ? [...roles].filter((role) => typeof role === 'string') : []
