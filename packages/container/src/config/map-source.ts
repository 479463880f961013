import { type NameElement, PropertyName } from './property-name'
import type { PropertyEntry, PropertySource, PropertyValue } from './property-source'

/** Values with explicit names: a document, the command line, an object. The last value of a name counts. */
export class MapSource implements PropertySource {
  readonly isExclusive: boolean
  readonly #entries = new Map<string, PropertyEntry>()
  readonly #children = new Map<string, Map<string, NameElement>>()

  constructor(
    readonly name: string,
    entries: Iterable<PropertyEntry>,
    isExclusive = true,
  ) {
    this.isExclusive = isExclusive
    for (const entry of entries) this.#add(entry)
  }

  /** Values of an object, nested or with dotted keys. Nulls and undefined are left out. */
  static ofObject(name: string, values: Readonly<Record<string, unknown>>, isExclusive = true): MapSource {
    return new MapSource(
      name,
      flatten(PropertyName.root, values, () => name),
      isExclusive,
    )
  }

  find(name: PropertyName): PropertyValue | undefined {
    return this.#entries.get(name.uniform)?.value
  }

  children(name: PropertyName): readonly NameElement[] {
    return [...(this.#children.get(name.uniform)?.values() ?? [])]
  }

  entries(): readonly PropertyEntry[] {
    return this.isExclusive ? [...this.#entries.values()] : []
  }

  #add(entry: PropertyEntry): void {
    const { elements, uniform } = entry.name
    this.#entries.set(uniform, entry)
    let parent = ''
    for (const element of elements) {
      let siblings = this.#children.get(parent)
      if (siblings === undefined) this.#children.set(parent, (siblings = new Map<string, NameElement>()))
      if (!siblings.has(element.uniform)) siblings.set(element.uniform, element)
      parent = parent === '' ? element.uniform : `${parent}.${element.uniform}`
    }
  }
}

/** The scalars of a nested object with their full names. */
export function flatten(
  name: PropertyName,
  value: unknown,
  originOf: (name: PropertyName) => string,
): readonly PropertyEntry[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, index) => flatten(name.at(index), item, originOf))
  }
  if (isPlainObject(value) && (Object.keys(value).length > 0 || name.elements.length === 0)) {
    return Object.entries(value).flatMap(([key, item]) => flatten(name.append(key), item, originOf))
  }
  const isEmpty = typeof value === 'object' && (Array.isArray(value) || isPlainObject(value))
  return [{ name, value: { text: isEmpty ? '' : textOf(value), typed: value, origin: originOf(name) } }]
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
