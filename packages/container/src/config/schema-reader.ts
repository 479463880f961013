import type { z } from 'zod'
import { configurationInvalid } from '../failures/configuration-errors'
import { toBoolean, toList, toNumber, toOneOf } from './conversion'
import type { SecretSink } from './binder'
import type { LayeredEnvironment } from './layered-environment'
import { joinElements, PropertyName } from './property-name'
import type { PropertySource, PropertyValue } from './property-source'
import { isSecret } from './value-schemas'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

/** Keys of maps keep letters, digits, `-`, `_` and `*`; a key with other characters stands in brackets. */
function plainKey(text: string): string {
  return text.replace(/[^\p{L}\p{N}_*-]/gu, '')
}

/** How the place of an element is written. */
const INDEX = /^(?:0|[1-9]\d{0,14})$/

/** What was found for a name, kept for messages. */
export interface Shape {
  readonly text: string
  readonly origin: string
  readonly isSecret: boolean
}

interface Place {
  readonly name: PropertyName
  readonly sources: readonly PropertySource[]
  readonly isSecret: boolean
}

/**
 * Walks a zod schema and picks from the configuration what each part of it asks for: text for strings, numbers for
 * numbers, lists, maps. What cannot be converted stays as text, so that the schema refuses it.
 */
export class SchemaReader {
  /** Every value read, by uniform name. */
  readonly found = new Map<string, Shape>()

  constructor(
    private readonly environment: LayeredEnvironment,
    private readonly onSecret: SecretSink,
  ) {}

  /** Undefined when the configuration says nothing about the name. */
  read(schema: Schema, name: PropertyName): unknown {
    return this.#read(schema, { name, sources: this.environment.sources, isSecret: false })
  }

  #read(schema: Schema, outer: Place): unknown {
    const place = isMarkedSecret(schema) ? { ...outer, isSecret: true } : outer
    const def = definitionOf(schema)
    switch (def.type) {
      case 'object':
        return this.#object(def, place)
      case 'array':
        return this.#list(place, () => def.element)
      case 'tuple':
        return this.#list(place, (index) => def.items[index] ?? def.rest ?? undefined)
      case 'record':
        return this.#map(def.valueType, place)
      case 'union':
        return this.#union(def.options, place)
      case 'intersection':
        return { ...(this.#read(def.left, place) as object), ...(this.#read(def.right, place) as object) }
      default:
        return OPEN.has(def.type) ? this.#anything(place) : this.#scalar(def, place)
    }
  }

  #object(def: z.core.$ZodObjectDef, place: Place): Record<string, unknown> | undefined {
    const result: Record<string, unknown> = {}
    let isSet = this.#value(place) !== undefined
    for (const [key, schema] of Object.entries(def.shape)) {
      const child = { ...place, name: place.name.append(key) }
      const value = this.#read(schema, child) ?? (isAlwaysBuilt(schema) ? {} : undefined)
      if (value === undefined) continue
      result[key] = value
      isSet = true
    }
    // A strict object has a place for no other key: it is handed what stands there, so that it can refuse it.
    if (def.catchall !== undefined) Object.assign(result, this.#others(def, def.catchall, place))
    return isSet || Object.keys(result).length > 0 ? result : undefined
  }

  #others(def: z.core.$ZodObjectDef, catchall: Schema, place: Place): Record<string, unknown> {
    const known = new Set(Object.keys(def.shape).map((key) => PropertyName.parse(key).uniform))
    const others = this.environment.children(place.name, place.sources).filter(({ uniform }) => !known.has(uniform))
    const isStrict = definitionOf(catchall).type === 'never'
    return Object.fromEntries(
      others.map(({ text }) => {
        const other = { ...place, name: place.name.append(text) }
        return [
          text,
          isStrict
            ? this.#anything(other)
            : (this.#read(catchall, other) ?? (isAlwaysBuilt(catchall) ? {} : undefined)),
        ]
      }),
    )
  }

  /** The strongest source that says anything about a list supplies all of it. */
  #list(place: Place, elementAt: (index: number) => Schema | undefined): unknown {
    const isIndexed = (source: PropertySource) => source.children(place.name).some((element) => element.isIndexed)
    const source = place.sources.find((one) => one.find(place.name) !== undefined || isIndexed(one))
    if (source === undefined) return undefined
    const only = { ...place, sources: [source] }
    return isIndexed(source) ? this.#indexed(only, elementAt) : this.#commaList(only, elementAt)
  }

  #indexed(place: Place, elementAt: (index: number) => Schema | undefined): unknown[] {
    const texts = this.environment
      .children(place.name, place.sources)
      .filter((element) => element.isIndexed)
      .map(({ text }) => text)
    const wrong = texts.find((text) => !INDEX.test(text))
    if (wrong !== undefined) throw this.#indexError(place, wrong, 'is no index of a list: they are 0, 1, 2 and so on')
    const indices = texts.map(Number).sort((a, b) => a - b)
    const gap = indices.findIndex((index, expected) => index !== expected)
    if (gap >= 0) {
      throw this.#indexError(
        place,
        texts.find((text) => Number(text) === indices[gap]) as string,
        `the list has no element [${gap}], so this one cannot be placed`,
      )
    }
    return indices.map((index) => {
      const schema = elementAt(index)
      const at = { ...place, name: place.name.at(index) }
      return schema === undefined ? this.#anything(at) : this.#read(schema, at)
    })
  }

  #indexError(place: Place, index: string, reason: string): Error {
    const name = place.name.at(index)
    const [entry] = place.sources.flatMap((source) => {
      const value = source.find(name)
      return value === undefined ? [] : [value]
    })
    const problem = { property: name.toString(), value: undefined, origin: entry?.origin ?? place.sources[0]?.name }
    return configurationInvalid('a list', place.name.toString(), [{ ...problem, reason }])
  }

  #commaList(place: Place, elementAt: (index: number) => Schema | undefined): unknown {
    const value = this.#value(place)
    if (value === undefined) return undefined
    if (Array.isArray(value.typed)) return value.typed
    return toList(value.text).map((text, index) => {
      const schema = elementAt(index)
      return schema === undefined ? text : convert(definitionOf(schema), { ...value, text, typed: text })
    })
  }

  /** Maps merge over all sources. With scalar values the rest of a name is one key, dots included. */
  #map(valueType: Schema, place: Place): Record<string, unknown> | undefined {
    const isDeep = ['object', 'record', 'array', 'unknown', 'any', 'union'].includes(definitionOf(valueType).type)
    const names = isDeep ? this.#childNames(place) : this.#leafNames(place)
    if (names.length === 0) return this.#value(place) === undefined ? undefined : {}
    return Object.fromEntries(
      names.map((name) => {
        const rest = name.elements.slice(place.name.elements.length)
        const [only] = rest
        const key = rest.length === 1 && only?.isIndexed ? only.text : joinElements(rest, ({ text }) => plainKey(text))
        return [key, this.#read(valueType, { ...place, name })]
      }),
    )
  }

  #childNames(place: Place): readonly PropertyName[] {
    return this.environment
      .children(place.name, place.sources)
      .map((element) => (element.isIndexed ? place.name.at(element.text) : place.name.append(element.text)))
  }

  #leafNames(place: Place): readonly PropertyName[] {
    return this.#childNames(place).flatMap((name) => {
      const own = this.environment.find(name, place.sources) === undefined ? [] : [name]
      return [...own, ...this.#leafNames({ ...place, name })]
    })
  }

  #union(options: readonly Schema[], place: Place): unknown {
    const hasChildren = this.environment.children(place.name, place.sources).length > 0
    const structured = options.filter((option) => STRUCTURED.has(definitionOf(option).type))
    if (hasChildren && structured.length > 0) return this.#firstFitting(structured, place)
    const value = this.#value(place)
    if (value === undefined) return undefined
    for (const option of options.map(definitionOf)) {
      const converted = STRUCTURED.has(option.type) ? undefined : convert(option, value)
      if (typeof converted === SCALAR_TYPES[option.type]) return this.#keepText(options, value, converted)
      if (option.type === 'literal' && option.values.includes(converted as never)) return converted
      if (option.type === 'enum' && Object.values(option.entries).includes(converted as never)) return converted
    }
    return structured.length > 0 ? this.#read(structured[0] as Schema, place) : value.text
  }

  /** Text in quotes stays text where text is allowed. */
  #keepText(options: readonly Schema[], value: PropertyValue, converted: unknown): unknown {
    const takesText = options.some((option) => definitionOf(option).type === 'string')
    return takesText && typeof value.typed === 'string' && typeof converted !== 'string' && !NUMERIC.test(value.text)
      ? value.text
      : converted
  }

  #firstFitting(options: readonly Schema[], place: Place): unknown {
    const candidates = options.map((option) => ({ option, value: this.#read(option, place) }))
    const fitting = candidates.find(({ option, value }) => (option as z.ZodType).safeParse(value).success)
    return (fitting ?? candidates[0])?.value
  }

  #anything(place: Place): unknown {
    const names = this.#childNames(place)
    if (names.length === 0) {
      const value = this.#value(place)
      return value === undefined ? undefined : value.text.includes('${') ? value.text : (value.typed ?? value.text)
    }
    const values = names.map((name) => this.#anything({ ...place, name }))
    if (names.every((name) => name.elements.at(-1)?.isIndexed === true)) return values
    return Object.fromEntries(names.map((name, index) => [name.elements.at(-1)?.text ?? '', values[index]]))
  }

  #scalar(def: Def, place: Place): unknown {
    const value = this.#value(place)
    return value && convert(def, value)
  }

  #value({ name, sources, isSecret }: Place): PropertyValue | undefined {
    const raw = this.environment.find(name, sources)
    if (raw === undefined) return undefined
    const text = this.environment.textOf(name, raw)
    this.found.set(name.uniform, { text, origin: raw.origin, isSecret })
    if (isSecret) this.onSecret(text)
    return text === raw.text ? raw : { text, typed: text, origin: raw.origin }
  }
}

const STRUCTURED = new Set(['object', 'array', 'record', 'tuple', 'intersection'])
const OPEN = new Set(['unknown', 'any', 'custom'])
const NUMERIC = /^[+-]?\d/
const SCALAR_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  bigint: 'bigint',
}

function definitionOf(schema: Schema): Def {
  let def = schema._zod.def as Def
  for (let inner = innerSchema(def); inner !== undefined; inner = innerSchema(def)) def = inner._zod.def as Def
  return def
}

function isMarkedSecret(schema: Schema): boolean {
  const inner = innerSchema(schema._zod.def as Def)
  return isSecret(schema) || (inner !== undefined && isMarkedSecret(inner))
}

function innerSchema(def: Def): Schema | undefined {
  if (def.type === 'pipe') return def.in._zod.def.type === 'transform' ? def.out : def.in
  if (def.type === 'lazy') return def.getter()
  return 'innerType' in def ? def.innerType : undefined
}

/** A nested object that is neither optional nor defaulted is built even when absent, so that its own defaults apply. */
function isAlwaysBuilt(schema: Schema): boolean {
  return schema._zod.def.type === 'object'
}

function convert(def: Def, value: PropertyValue): unknown {
  if (typeof value.typed === 'object' && value.typed !== null && !Array.isArray(value.typed)) return value.typed
  const { text } = value
  switch (def.type) {
    case 'number':
      return text.trim() === '' ? undefined : (toNumber(text) ?? text)
    case 'boolean':
      return text.trim() === '' ? undefined : (toBoolean(text) ?? text)
    case 'bigint':
      return /^[+-]?\d+$/.test(text.trim()) ? BigInt(text.trim()) : text
    case 'date':
      return new Date(text)
    case 'enum':
      return toOneOf(text, Object.values(def.entries)) ?? text
    case 'literal':
      return (
        toOneOf(
          text,
          def.values.filter((one) => one !== null && one !== undefined),
        ) ?? text
      )
    case 'union':
      return toNumber(text) ?? text
    default:
      return text
  }
}
