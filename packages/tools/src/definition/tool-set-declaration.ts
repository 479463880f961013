import { misplacedDecorator, standardDecorators } from '../tool-error'
import { isDecoratorContext } from './tool'
import { annotationsOf } from './tool-annotations'
import type { ToolTraits } from './tool-traits'
import { Note } from './note'

/** What `@ToolSet` may say about all tools of a class. */
export interface ToolSetOptions extends Omit<ToolTraits, 'examples' | 'outputSchema'> {
  /** Stands before the name of each tool: `orders_` makes `orders_find` of `find`. Default none. */
  readonly prefix?: string
}

const TOOL_SET = new Note<ToolSetOptions>('tool-set')

/** Notes on a class what its tools have in common. */
export function toolSetDecorator(options: ToolSetOptions): ClassDecorator {
  return (target: object, ...[key]: readonly unknown[]) => {
    if (isDecoratorContext(key)) throw standardDecorators('@ToolSet')
    if (key !== undefined) throw misplacedDecorator('@ToolSet', 'a member of a class')
    TOOL_SET.write(target, options)
  }
}

const NOTHING: ToolSetOptions = Object.freeze({})

/** What is said about all tools of a class, or else of the nearest class above it. */
export function declaredToolSet(type: object): ToolSetOptions {
  for (let at: object | null = type; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const options = TOOL_SET.read(at)
    if (options !== undefined) return options
  }
  return NOTHING
}

/**
 * The traits of one tool: its own count more than those of its set. Tags add up. Roles and authorisers of the set are not among
 * them, since they hold beside those of the tool.
 */
export function traitsWithin(set: ToolSetOptions, own: ToolTraits): ToolTraits {
  if (set === NOTHING) return own
  const { prefix: _, roles: __, authorize: ___, retry, destructive, ...defaults } = set
  const said = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  const traits: ToolTraits = { ...defaults, ...said, tags: [...(set.tags ?? []), ...(own.tags ?? [])] }
  // A set speaks of those of its tools for which it makes sense.
  const { readOnlyHint, idempotentHint } = annotationsOf(traits, '')
  return {
    ...(retry !== undefined && idempotentHint ? { retry } : {}),
    ...(destructive !== undefined && !readOnlyHint ? { destructive } : {}),
    ...traits,
  }
}
