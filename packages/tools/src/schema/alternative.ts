import type { JsonSchema } from './json-schema'
import type { Compiler } from './schema-compiler'
import { typeWords, isTypeName } from './type-check'
import { valueList } from './value-preview'

const MAX_DEPTH = 4

/** One part of an `anyOf` or `oneOf`, as far as a message about it needs to know. */
export interface Alternative {
  /** What it is, in a few words: `an object with kind "circle"`. */
  readonly words: string
  /** The properties that may only have certain values, with those values: by these a member of a union is told apart. */
  readonly constants: ReadonlyMap<string, readonly unknown[]>
  /** The properties it speaks of. */
  readonly names: ReadonlySet<string>
  /** Whether it takes objects; what is inside may still not fit. */
  readonly takesObjects: boolean
  /** Whether it takes arrays. */
  readonly takesArrays: boolean
}

/** Describes the parts of an `anyOf` or `oneOf`. */
export function alternativesOf(parts: readonly unknown[], compiler: Compiler): readonly Alternative[] {
  return parts.map((part) => {
    const schema = compiler.resolve(part)
    const constants = constantsOf(schema, compiler, MAX_DEPTH)
    return {
      constants,
      names: namesOf(schema, compiler, MAX_DEPTH),
      words: wordsOf(schema, constants),
      takesObjects: takes(schema, 'object', compiler, MAX_DEPTH),
      takesArrays: takes(schema, 'array', compiler, MAX_DEPTH),
    }
  })
}

type Constants = ReadonlyMap<string, readonly unknown[]>

/** Parts of an `allOf` add to each other; of a union inside the union counts what all its members have. */
function constantsOf(schema: JsonSchema, compiler: Compiler, depth: number): Constants {
  if (depth === 0) return new Map()
  const own = Object.entries((schema.properties ?? {}) as JsonSchema).flatMap(([key, property]) => {
    const values = allowedBy(compiler.resolve(property))
    return values === undefined ? [] : [[key, values] as const]
  })
  const inner = (keyword: string): Constants[] =>
    partsOf(schema, keyword).map((part) => constantsOf(compiler.resolve(part), compiler, depth - 1))
  const unions = [inner('anyOf'), inner('oneOf')].map(commonConstants)
  return new Map([...inner('allOf'), ...unions, own].flatMap((constants) => [...constants]))
}

const partsOf = (schema: JsonSchema, keyword: string): readonly unknown[] =>
  Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : []

function allowedBy(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined
}

function commonConstants(members: readonly Constants[]): Constants {
  const [first, ...others] = members
  const keys = [...(first?.keys() ?? [])].filter((key) => others.every((other) => other.has(key)))
  return new Map(keys.map((key) => [key, members.flatMap((member) => member.get(key) ?? [])]))
}

function namesOf(schema: JsonSchema, compiler: Compiler, depth: number): ReadonlySet<string> {
  const parts = depth === 0 ? [] : ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => partsOf(schema, keyword))
  const inner = parts.flatMap((part) => [...namesOf(compiler.resolve(part), compiler, depth - 1)])
  return new Set([...Object.keys(schema.properties ?? {}), ...(partsOf(schema, 'required') as string[]), ...inner])
}

const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties']

function takes(schema: JsonSchema, kind: 'object' | 'array', compiler: Compiler, depth: number): boolean {
  if (schema.type !== undefined) return [schema.type].flat().includes(kind)
  const keywords = kind === 'object' ? OBJECT_KEYWORDS : ['items', 'prefixItems']
  if (keywords.some((keyword) => keyword in schema)) return true
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => partsOf(schema, keyword))
  return depth > 0 && parts.some((part) => takes(compiler.resolve(part), kind, compiler, depth - 1))
}

function wordsOf(schema: JsonSchema, constants: Constants): string {
  if (typeof schema.title === 'string') return schema.title.slice(0, 60)
  const allowed = allowedBy(schema)
  if (allowed !== undefined) return valueList(allowed.slice(0, 5))
  const types = [schema.type ?? []].flat().filter(isTypeName)
  if (constants.size > 0) return `an object with ${constantWords(constants)}`
  if (types.length === 0 && schema.properties === undefined) return 'another form'
  return types.length > 0 && types[0] !== 'object' ? typeWords(types) : `an object${propertyWords(schema)}`
}

const constantWords = (constants: Constants): string =>
  [...constants]
    .slice(0, 2)
    .map(([key, values]) => `${key} ${valueList(values.slice(0, 3))}`)
    .join(' and ')

function propertyWords({ required, properties }: JsonSchema): string {
  const names = Array.isArray(required) && required.length > 0 ? required : Object.keys(properties ?? {})
  return names.length > 0 ? ` with ${names.slice(0, 4).join(', ')}` : ''
}
