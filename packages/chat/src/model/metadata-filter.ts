/** A value documents are filtered by. */
export type MetadataValue = string | number | boolean

/** Which documents a search is about, as plain data, so that a database can do it. */
export type MetadataFilter =
  | { readonly key: string; readonly equals: MetadataValue }
  | { readonly key: string; readonly in: readonly MetadataValue[] }
  | { readonly key: string; readonly min?: number; readonly max?: number }
  | { readonly and: readonly MetadataFilter[] }
  | { readonly or: readonly MetadataFilter[] }
  | { readonly not: MetadataFilter }

/** Whether a document with this metadata is meant. A key that is absent equals nothing. `min` and `max` are inclusive. */
export function matchesFilter(metadata: Readonly<Record<string, unknown>>, filter: MetadataFilter): boolean {
  if ('and' in filter) return filter.and.every((each) => matchesFilter(metadata, each))
  if ('or' in filter) return filter.or.some((each) => matchesFilter(metadata, each))
  if ('not' in filter) return !matchesFilter(metadata, filter.not)
  const value = Object.hasOwn(metadata, filter.key) ? metadata[filter.key] : undefined
  if ('equals' in filter) return value === filter.equals
  if ('in' in filter) return filter.in.some((each) => each === value)
  return typeof value === 'number' && value >= (filter.min ?? -Infinity) && value <= (filter.max ?? Infinity)
}
