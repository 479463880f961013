import 'reflect-metadata'
import type { ToolOptions } from './tool'
import type { ToolParamOptions } from './tool-param'
import type { WrittenParameter } from './parameter-names'

/** What `@Tool` wrote about one method. */
export interface ToolDeclaration {
  readonly options: ToolOptions
  /** As the undecorated method showed them. */
  readonly parameters: readonly WrittenParameter[]
  /** What the compiler emitted for the parameters; absent when it emits no decorator metadata. */
  readonly types: readonly unknown[] | undefined
}

const TOOLS = Symbol.for('vernal:tools')
const PARAMETERS = Symbol.for('vernal:tool-parameters')
const FIELDS = Symbol.for('vernal:tool-fields')

/** Shared, since most classes and parameters have none. */
const NONE: ReadonlyMap<never, never> = new Map<never, never>()

/** Notes that a method of `target` (a prototype, or a class for static methods) is a tool. */
export function declareTool(target: object, key: PropertyKey, declaration: ToolDeclaration): void {
  ownMap<ToolDeclaration>(TOOLS, target).set(key, declaration)
}

/** Notes what `@ToolParam` says about a parameter of a method. */
export function declareParameter(target: object, key: PropertyKey, index: number, options: ToolParamOptions): void {
  const parameters = ownMap<Map<number, ToolParamOptions>>(PARAMETERS, target)
  if (!parameters.has(key)) parameters.set(key, new Map())
  parameters.get(key)?.set(index, options)
}

/** Notes what `@ToolParam` says about a field of a class. */
export function declareField(target: object, key: string, options: ToolParamOptions): void {
  ownMap<ToolParamOptions>(FIELDS, target).set(key, options)
}

/** The tool methods of a prototype (or class) and of those above it; the lowest declaration of a name counts. */
export function declaredTools(
  target: object,
): ReadonlyMap<PropertyKey, { owner: object; declaration: ToolDeclaration }> {
  let found: Map<PropertyKey, { owner: object; declaration: ToolDeclaration }> | undefined
  for (const owner of chainOf(target).reverse()) {
    const own = readMap<ToolDeclaration>(TOOLS, owner)
    if (own.size > 0) found ??= new Map()
    for (const [key, declaration] of own) found?.set(key, { owner, declaration })
  }
  return found ?? NONE
}

/** What `@ToolParam` says about the parameters of a method declared by `owner`, by position. */
export function declaredParameters(owner: object, key: PropertyKey): ReadonlyMap<number, ToolParamOptions> {
  return readMap<Map<number, ToolParamOptions>>(PARAMETERS, owner).get(key) ?? NONE
}

/** The decorated fields of a class, those of its base classes first, each with the type the compiler emitted. */
export function declaredFields(prototype: object): ReadonlyMap<string, { options: ToolParamOptions; type: unknown }> {
  const found = new Map<string, { options: ToolParamOptions; type: unknown }>()
  for (const owner of chainOf(prototype).reverse()) {
    for (const [key, options] of readMap<ToolParamOptions>(FIELDS, owner)) {
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

function readMap<T>(kind: symbol, owner: object): ReadonlyMap<PropertyKey, T> {
  return (Reflect.getOwnMetadata(kind, owner) as Map<PropertyKey, T> | undefined) ?? NONE
}

function ownMap<T>(kind: symbol, owner: object): Map<PropertyKey, T> {
  const existing = Reflect.getOwnMetadata(kind, owner) as Map<PropertyKey, T> | undefined
  if (existing !== undefined) return existing
  const map = new Map<PropertyKey, T>()
  Reflect.defineMetadata(kind, map, owner)
  return map
}
