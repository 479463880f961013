import type { JsonSchema } from '../schema/json-schema'
import { describedTooEarly } from '../tool-error'
import { Note } from './note'

/** What `vernal generate` reads from the TypeScript signature and the doc comment of a `@Tool` method. */
export interface ToolDescription {
  /** Of everything else here; `vernal generate --check` compares it with the sources. */
  readonly hash: string
  /** Whether the method is static. */
  readonly isStatic?: true
  /** The doc comment of the method. */
  readonly description?: string
  /** The names of the parameters in the source, by position; null for a `ToolContext`. */
  readonly signature: readonly (string | null)[]
  /**
   * The JSON Schema of the arguments. A parameter that is not among its properties is described by its decorators. A value that
   * reaches the method as something JSON has no form for is marked with `x-vernal-type`: `date`, `bigint`, `bytes`, `url`, `map`, `set`
   * or the name of one of `classes`.
   */
  readonly parameters: JsonSchema
  /** The JSON Schema of the result, without its promise. */
  readonly output?: JsonSchema
  /** What it was read from. */
  readonly sources?: DescribedSources
  /** The classes whose instances the method receives. */
  readonly classes?: Readonly<Record<string, new () => object>>
}

/** The files that `vernal generate` has read, so that a start can see that they have changed. */
export interface DescribedSources {
  /** Where the generated file stands; undefined where modules do not know. */
  readonly folder: string | undefined
  /** The `outlineHash` of each file, by its path from there. */
  readonly hashes: Readonly<Record<string, string>>
}

/** A class, also one with a private constructor. */
export interface DescribedClass {
  readonly name: string
  readonly prototype: object
}

const DESCRIPTIONS = new Note<Map<PropertyKey, ToolDescription>>('tool-descriptions')

/**
 * Notes on a class what is known of one of its `@Tool` methods. Called by the file that `vernal generate` writes.
 *
 * What the decorators say counts more, what the compiler emits counts less. Nothing is registered.
 *
 * @throws {ToolError} `TOOL_DESCRIPTION_MISPLACED` when the class is not there yet, because two files import each other
 */
export function describeTool(type: DescribedClass, method: string, description: ToolDescription): void {
  const target = type as DescribedClass | undefined
  if (target === undefined) throw describedTooEarly(method)
  const place = description.isStatic ? target : target.prototype
  const known = DESCRIPTIONS.read(place)
  if (known !== undefined) known.set(method, description)
  else DESCRIPTIONS.write(place, new Map([[method, description]]))
}

/** What the descriptions of an object and of its class were read from. */
export function describedSources(target: object): readonly DescribedSources[] {
  const found = new Set<DescribedSources>()
  for (let place: object | null = target; place !== null; place = Object.getPrototypeOf(place) as object | null) {
    const own = Object.hasOwn(place, 'constructor') ? [place, place.constructor] : [place]
    for (const at of own) {
      for (const { sources } of DESCRIPTIONS.read(at)?.values() ?? []) if (sources) found.add(sources)
    }
  }
  return [...found]
}

/** What is known of a method of `target` that `owner`, which is `target` or above it, declared a tool; the lowest counts. */
export function describedTool(target: object, owner: object, key: PropertyKey): ToolDescription | undefined {
  let place: object | null = target
  while (place !== null) {
    const description = DESCRIPTIONS.read(place)?.get(key)
    if (description !== undefined) return description
    place = place === owner ? null : (Object.getPrototypeOf(place) as object | null)
  }
  return undefined
}
