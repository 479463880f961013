import type { z } from 'zod'
import { nearest } from '../beans/nearest'
import type { PropertiesClass } from './configuration-properties'
import type { LayeredEnvironment } from './layered-environment'
import { type NameElement, PropertyName } from './property-name'

/** What is known about keys: properties classes, and single keys that conditions read. */
export interface KnownKeys {
  readonly classes: readonly PropertiesClass[]
  readonly keys: readonly string[]
}

/**
 * Describes every key of files, command line and the like that stands under `vernal.` or under the prefix of a
 * properties class, and is known to nobody, with the nearest known one.
 */
export function unknownKeys(environment: LayeredEnvironment, known: KnownKeys): readonly string[] {
  const groups = known.classes.map(({ prefix, schema }) => ({ prefix: PropertyName.parse(prefix), schema }))
  const keys = new Set(known.keys.map((key) => PropertyName.parse(key).uniform))
  const ours = [PropertyName.parse('vernal'), ...groups.map(({ prefix }) => prefix)]
  const spellings = [...known.keys, ...groups.flatMap(({ prefix, schema }) => spellingsOf(schema, prefix))]
  const sections = new Sections(spellings)
  const unknown = new Map<string, string>()
  for (const { name, value } of environment.sources.flatMap((source) => source.entries())) {
    if (keys.has(name.uniform) || !ours.some((prefix) => prefix.isAncestorOf(name))) continue
    const isKnown = groups.some(({ prefix, schema }) => {
      const isBelow = prefix.isAncestorOf(name) || prefix.equals(name)
      return isBelow && knows(schema, name.elements.slice(prefix.elements.length))
    })
    if (!isKnown) unknown.set(name.uniform, describe(name, value.origin, spellings, sections))
  }
  return [...unknown.values()]
}

function describe(name: PropertyName, origin: string, spellings: readonly string[], sections: Sections): string {
  const near = nearest(name.toString(), spellings, 1)[0] ?? sections.nearest(name)
  return `${name.toString()} (${origin})${near === undefined ? '' : `: did you mean ${near}?`}`
}

/** The known sections, and which of them was meant by a misspelt one: found once, however many keys stand in it. */
class Sections {
  readonly #known: readonly PropertyName[]
  readonly #meant = new Map<string, string | undefined>()

  constructor(spellings: readonly string[]) {
    this.#known = spellings.map((spelling) => PropertyName.parse(spelling))
  }

  /** Where the key of a name is nothing like a known one: the section that was meant. */
  nearest(name: PropertyName): string | undefined {
    for (let length = name.elements.length - 1; length > 1; length--) {
      const near = this.#meantBy(name.chop(length).toString(), length)
      if (near !== undefined) return near
    }
    return undefined
  }

  #meantBy(section: string, length: number): string | undefined {
    if (!this.#meant.has(section)) {
      const longer = this.#known.filter(({ elements }) => elements.length > length)
      const known = new Set(longer.map((one) => one.chop(length).toString()))
      this.#meant.set(section, nearest(section, [...known], 1)[0])
    }
    return this.#meant.get(section)
  }
}

type Def = z.core.$ZodTypes['_zod']['def']

/** Whether a schema has a place for a name. */
function knows(schema: z.core.$ZodType, elements: readonly NameElement[]): boolean {
  const [first, ...rest] = elements
  if (first === undefined) return true
  const def = schema._zod.def as Def
  if ('innerType' in def) return knows(def.innerType, elements)
  switch (def.type) {
    case 'object': {
      const key = Object.keys(def.shape).find((one) => PropertyName.parse(one).uniform === first.uniform)
      if (key !== undefined) return knows(def.shape[key] as z.core.$ZodType, rest)
      return def.catchall !== undefined && def.catchall._zod.def.type !== 'never' && knows(def.catchall, rest)
    }
    case 'record':
    case 'unknown':
    case 'any':
    case 'custom':
      return true
    case 'array':
      return first.isIndexed && knows(def.element, rest)
    case 'tuple':
      return first.isIndexed
    case 'union':
      return def.options.some((option) => knows(option, elements))
    case 'intersection':
      return knows(def.left, elements) || knows(def.right, elements)
    case 'pipe':
      return knows(def.in, elements) || knows(def.out, elements)
    case 'lazy':
      return knows(def.getter(), elements)
    default:
      return false
  }
}

/** The documented spelling of every key an object schema has. */
function spellingsOf(schema: z.core.$ZodType, prefix: PropertyName): readonly string[] {
  const def = schema._zod.def as Def
  if ('innerType' in def) return spellingsOf(def.innerType, prefix)
  if (def.type !== 'object') return [prefix.toString()]
  return Object.entries(def.shape).flatMap(([key, child]) => spellingsOf(child, prefix.append(key)))
}
