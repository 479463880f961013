import type { JsonSchema } from './json-schema'
import { HOOK, hookOf } from './schema-hook'

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMA_KEYWORDS = new Set([
  ...['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains', 'contentSchema'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
])
const LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAP_KEYWORDS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Builds a copy of a schema in which every part went through `change`, the inner ones first. Hooks stay where they are. */
export function mapSchema(
  schema: JsonSchema,
  change: (part: JsonSchema, keywords: readonly string[]) => JsonSchema,
): JsonSchema {
  return mapPart(schema, change, []) as JsonSchema
}

function mapPart(
  part: unknown,
  change: (part: JsonSchema, keywords: readonly string[]) => JsonSchema,
  keywords: readonly string[],
): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const copy: Record<string | symbol, unknown> = {}
  for (const [keyword, value] of Object.entries(part)) {
    const inner = [...keywords, keyword]
    if (SCHEMA_KEYWORDS.has(keyword)) copy[keyword] = mapPart(value, change, inner)
    else if (LIST_KEYWORDS.has(keyword) && Array.isArray(value))
      copy[keyword] = value.map((item) => mapPart(item, change, inner))
    else if (MAP_KEYWORDS.has(keyword)) copy[keyword] = mapEntries(value, (item) => mapPart(item, change, inner))
    else copy[keyword] = value
  }
  const hook = hookOf(part as JsonSchema)
  if (hook !== undefined) copy[HOOK] = hook
  return change(copy, keywords)
}

const mapEntries = (value: unknown, change: (item: unknown) => unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]))
    : value

/** Every part of a schema, the schema itself included. */
export function schemaParts(schema: JsonSchema): readonly JsonSchema[] {
  const parts: JsonSchema[] = []
  somePart(schema, (part) => {
    parts.push(part)
    return false
  })
  return parts
}

/** Whether something holds for a part of a schema. Asks for the inner ones first, and copies nothing. */
export function somePart(part: unknown, test: (part: JsonSchema) => boolean): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  for (const keyword of Object.keys(part)) {
    const value = (part as JsonSchema)[keyword]
    if (typeof value !== 'object' || value === null) continue
    if (SCHEMA_KEYWORDS.has(keyword) && somePart(value, test)) return true
    const isMany = LIST_KEYWORDS.has(keyword) ? Array.isArray(value) : MAP_KEYWORDS.has(keyword)
    if (isMany && Object.values(value).some((item) => somePart(item, test))) return true
  }
  return test(part as JsonSchema)
}

/**
 * What a local reference (`#`, `#/$defs/Node`) leads to.
 *
 * @throws {Error} when it leads nowhere
 */
export function resolvePointer(root: JsonSchema, ref: string): unknown {
  let target: unknown = root
  for (const segment of ref.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(segment).replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key))
      throw new Error(`"${ref}" leads nowhere`)
    target = (target as Record<string, unknown>)[key]
  }
  return target
}

/** Definitions that the parts of one tool share, at the root of its schema. */
export class SharedDefinitions {
  readonly #definitions = new Map<string, JsonSchema>()

  /** Makes a schema that was a document of its own fit to be embedded: its definitions move to the root, under free names. */
  embed(schema: JsonSchema, name: string): JsonSchema {
    // With an identity of its own it stays a document of its own.
    if ('$id' in schema) return schema
    const { $defs, definitions, ...body } = schema as JsonSchema & { $defs?: JsonSchema; definitions?: JsonSchema }
    const moved = { ...definitions, ...$defs } as Record<string, JsonSchema>
    const names = new Map(Object.keys(moved).map((key) => [key, this.#freeName(key, moved[key])]))
    const refsItself = schemaParts(schema).some((part) => isOwnRef(part.$ref))
    const bodyName = refsItself ? this.#freeName(name, undefined) : ''
    const rewrite = (part: JsonSchema): JsonSchema => rewriteRef(part, names, bodyName)
    for (const [key, definition] of Object.entries(moved)) {
      this.#definitions.set(names.get(key) ?? key, mapSchema(definition, rewrite))
    }
    const hook = hookOf(schema)
    const embedded = mapSchema(hook === undefined ? body : { ...body, [HOOK]: hook }, rewrite)
    if (!refsItself) return embedded
    this.#definitions.set(bodyName, embedded)
    return { $ref: `#/$defs/${bodyName}` }
  }

  /** Adds a definition and tells the reference to it. */
  add(name: string, schema: JsonSchema): void {
    this.#definitions.set(name, schema)
  }

  /** A name nobody has. */
  reserve(name: string): string {
    const free = this.#freeName(name, undefined)
    this.#definitions.set(free, {})
    return free
  }

  /** The `$defs` of the root; nothing when there are none. */
  asKeyword(): { readonly $defs?: JsonSchema } {
    return this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries(this.#definitions) }
  }

  #freeName(name: string, schema: JsonSchema | undefined): string {
    const plain = name.replace(/[^A-Za-z0-9_.-]/g, '_') || '_'
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? plain : `${plain}_${count}`
      const existing = this.#definitions.get(candidate)
      if (existing === undefined) return candidate
      if (schema !== undefined && JSON.stringify(existing) === JSON.stringify(schema)) return candidate
    }
  }
}

/** Whether a reference leads to the body of its document, not to one of its definitions. */
const isOwnRef = (ref: unknown): boolean =>
  typeof ref === 'string' && /^#(?:\/|$)/.test(ref) && !/^#\/(?:\$defs|definitions)\//.test(ref)

function rewriteRef(part: JsonSchema, names: ReadonlyMap<string, string>, bodyName: string): JsonSchema {
  const { $ref } = part
  // Anchors (`#node`) and absolute references mean the same wherever they stand.
  if (typeof $ref !== 'string' || !/^#(?:\/|$)/.test($ref)) return part
  const definition = /^#\/(?:\$defs|definitions)\/([^/]*)(.*)$/.exec($ref)
  if (definition === null) return { ...part, $ref: `#/$defs/${bodyName}${$ref.slice(1)}` }
  const key = decodeURIComponent(definition[1] ?? '')
    .replace(/~1/g, '/')
    .replace(/~0/g, '~')
  return { ...part, $ref: `#/$defs/${names.get(key) ?? definition[1]}${definition[2]}` }
}
