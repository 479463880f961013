/** JSON of unknown shape, as a server sent it. */
export type WireObject = Readonly<Record<string, unknown>>

const NOTHING: WireObject = Object.freeze({})
const NO_ITEMS: readonly unknown[] = Object.freeze([])

export const isWireObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object; an empty one when it is something else. */
export const wireObject = (value: unknown): WireObject => (isWireObject(value) ? value : NOTHING)

/** The value as a list; an empty one when it is something else. */
export const wireList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NO_ITEMS)

/** The value as a text that says something, or undefined. */
export const wireText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The value as a number, or undefined. */
export const wireNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The fields whose names are not in `known`; undefined when there are none. Nulls are left out. */
export function otherFields(value: WireObject, known: ReadonlySet<string>): Record<string, unknown> | undefined {
  let others: Record<string, unknown> | undefined
  for (const name in value) {
    if (known.has(name) || value[name] === null || value[name] === undefined) continue
    others ??= {}
    others[name] = value[name]
  }
  return others
}
