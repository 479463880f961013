import { isWireObject, type WireObject } from '../wire-value'

/** Adds the fields of a further piece to those so far: texts and lists grow, of anything else the last one holds. */
export function joinFields(fields: Record<string, unknown>, piece: WireObject): void {
  for (const [name, value] of Object.entries(piece)) fields[name] = joined(fields[name], value)
}

function joined(earlier: unknown, later: unknown): unknown {
  if (typeof earlier === 'string' && typeof later === 'string') return earlier + later
  if (!Array.isArray(later)) return later
  const list: unknown[] = Array.isArray(earlier) ? earlier : []
  for (const entry of later) addEntry(list, entry)
  return list
}

/** Pieces of one entry carry its type and its index (`reasoning_details` of OpenRouter); they go back as one. */
function addEntry(list: unknown[], entry: unknown): void {
  const last = list.at(-1)
  if (isWireObject(last) && isWireObject(entry) && continues(last, entry))
    list[list.length - 1] = joinedEntry(last, entry)
  else list.push(entry)
}

const continues = (last: WireObject, entry: WireObject): boolean =>
  typeof entry.index === 'number' && entry.index === last.index && entry.type === last.type

/** The words grow; of anything else the last value that says something holds. */
function joinedEntry(last: WireObject, entry: WireObject): WireObject {
  const whole: Record<string, unknown> = { ...last }
  for (const [name, value] of Object.entries(entry)) {
    if (GROWING.has(name) && typeof value === 'string' && typeof whole[name] === 'string') whole[name] += value
    else if (value !== null && value !== undefined) whole[name] = value
  }
  return whole
}

const GROWING: ReadonlySet<string> = new Set(['text', 'summary', 'data'])
