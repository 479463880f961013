/** A copy of plain data with the keys of all objects in alphabetical order and without undefined fields. */
export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, field]) => [name, sortedKeys(field)]),
  )
}
