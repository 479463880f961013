import 'reflect-metadata'
import type { ToolOptions } from './tool'
import type { ToolParamOptions } from './tool-param'
import type { WrittenParameter } from './parameter-names'
import { Note } from './note'

/** What `@Tool` wrote about one method. */
export interface ToolDeclaration {
  readonly options: ToolOptions
  /** As the undecorated method showed them. */
  readonly parameters: readonly WrittenParameter[]
  /** What the compiler emitted for the parameters; absent when it emits no decorator metadata. */
  readonly types: readonly unknown[] | undefined
}

const TOOLS = new Note<Map<PropertyKey, ToolDeclaration>>('tools')
const PARAMETERS = new Note<Map<PropertyKey, Map<number, ToolParamOptions>>>('tool-parameters')
const FIELDS = new Note<Map<PropertyKey, ToolParamOptions>>('tool-fields')

/** Shared, since most classes and parameters have none. */
const NONE: ReadonlyMap<never, never> = new Map<never, never>()

/** Notes that a method of `target` (a prototype, or a class for static methods) is a tool. */
export function declareTool(target: object, key: PropertyKey, declaration: ToolDeclaration): void {
  ownMap(TOOLS, target).set(key, declaration)
}

/** Notes what `@ToolParam` says about a parameter of a method. */
export function declareParameter(target: object, key: PropertyKey, index: number, options: ToolParamOptions): void {
  const parameters = ownMap(PARAMETERS, target)
  if (!parameters.has(key)) parameters.set(key, new Map())
  parameters.get(key)?.set(index, options)
}

/** Notes what `@ToolParam` says about a field of a class. */
export function declareField(target: object, key: string, options: ToolParamOptions): void {
  ownMap(FIELDS, target).set(key, options)
}

/** The tool methods of a prototype (or class) and of those above it; the lowest declaration of a name counts. */
export function declaredTools(
  target: object,
): ReadonlyMap<PropertyKey, { owner: object; declaration: ToolDeclaration }> {
  let found: Map<PropertyKey, { owner: object; declaration: ToolDeclaration }> | undefined
  for (const owner of chainOf(target).reverse()) {
    const own = TOOLS.read(owner)
    if (own === undefined) continue
    found ??= new Map()
    for (const [key, declaration] of own) found.set(key, { owner, declaration })
  }
  return found ?? NONE
}

/** What `@ToolParam` says about the parameters of a method declared by `owner`, by position. */
export function declaredParameters(owner: object, key: PropertyKey): ReadonlyMap<number, ToolParamOptions> {
  return PARAMETERS.read(owner)?.get(key) ?? NONE
}

/** The decorated fields of a class, those of its base classes first, each with the type the compiler emitted. */
export function declaredFields(prototype: object): ReadonlyMap<string, { options: ToolParamOptions; type: unknown }> {
  const found = new Map<string, { options: ToolParamOptions; type: unknown }>()
  for (const owner of chainOf(prototype).reverse()) {
    for (const [key, options] of FIELDS.read(owner) ?? NONE) {
      found.set(String(key), { options, type: Reflect.getMetadata('design:type', owner, String(key)) as unknown })
    }
  }
  return found
}

function chainOf(target: object): object[] {
  const chain: object[] = []
  let owner: object | null = target
  while (owner !== null && owner !== Object.prototype && owner !== Function.prototype) {
    chain.push(owner)
    owner = Object.getPrototypeOf(owner) as object | null
  }
  return chain
}

function ownMap<T>(kind: Note<Map<PropertyKey, T>>, owner: object): Map<PropertyKey, T> {
  const existing = kind.read(owner)
  if (existing !== undefined) return existing
  const map = new Map<PropertyKey, T>()
  kind.write(owner, map)
  return map
}
