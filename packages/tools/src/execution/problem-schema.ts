import type { JsonSchema } from '../schema/json-schema'
import { resolvePointer } from '../schema/schema-refs'

const MAX_SCHEMA_CHARS = 240
/** How far unions inside unions are looked into. */
const MAX_DEPTH = 4

/**
 * The schema of the part a problem is about: of the parameter when it is short enough to be shown, else of what is nearer to
 * the problem. A part that only refers to others is passed over.
 *
 * @param path as in {@link ArgumentProblem}
 * @returns a list with one pair of path and schema as JSON text; undefined when there is none to show
 */
export function problemSchema(root: JsonSchema, path: string): readonly [readonly [string, string]] | undefined {
  let part: JsonSchema | undefined = root
  let name = ''
  for (const [segment] of path.matchAll(/\[\d+\]|[^.[\]]+/g)) {
    part = below(part, segment, root)
    if (part === undefined) return undefined
    name += segment.startsWith('[') || name === '' ? segment : `.${segment}`
    const text = JSON.stringify(part)
    if (text.length <= MAX_SCHEMA_CHARS && !text.includes('"$ref"')) return [[name, text]]
  }
  return undefined
}

function below(part: JsonSchema, segment: string, root: JsonSchema, depth = MAX_DEPTH): JsonSchema | undefined {
  const own = segment.startsWith('[') ? itemOf(part, Number(segment.slice(1, -1))) : propertyOf(part, segment)
  if (isSchema(own)) return resolved(own, root)
  if (depth === 0) return undefined
  const members = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (part[keyword] ?? []) as unknown[]).filter(isSchema)
  const found = members
    .map((member) => below(resolved(member, root), segment, root, depth - 1))
    .filter((one) => one !== undefined)
  // Where several alternatives have it, the path does not tell which is meant.
  return found.length === 1 ? found[0] : undefined
}

const itemOf = ({ prefixItems, items }: JsonSchema, at: number): unknown =>
  (Array.isArray(prefixItems) ? (prefixItems[at] as unknown) : undefined) ?? items

function propertyOf({ properties = {}, additionalProperties }: JsonSchema, name: string): unknown {
  return Object.hasOwn(properties as object, name) ? (properties as JsonSchema)[name] : additionalProperties
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function resolved(part: JsonSchema, root: JsonSchema): JsonSchema {
  let current = part
  for (let hops = 0; hops < 16 && typeof current.$ref === 'string' && /^#(?:\/|$)/.test(current.$ref); hops++) {
    const target = resolvePointer(root, current.$ref)
    if (!isSchema(target)) return current
    current = target
  }
  return current
}
