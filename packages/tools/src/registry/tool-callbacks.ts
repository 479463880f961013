import { noToolsFound } from '../tool-error'
import { methodTools } from './method-tools'
import { ToolCallback } from './tool-callback'
import { ToolCallbackProvider } from './tool-callback-provider'
import { ToolSet } from './tool-set'

/** Makes callbacks of objects, without the container. */
export const ToolCallbacks = {
  /**
   * The tools of objects that have `@Tool` methods, of classes that have static ones, of providers, and callbacks as they are.
   *
   * @throws {ToolError} `TOOL_NONE_FOUND` when one of them has no tools, `TOOL_NAME_TAKEN` when two tools have one name,
   *   and whatever is wrong with the declaration of a tool
   */
  from(...sources: readonly object[]): readonly ToolCallback[] {
    return [...ToolSet.of(sources.flatMap(callbacksOf))]
  },
}

function callbacksOf(source: object): readonly ToolCallback[] {
  if (source instanceof ToolCallback) return [source]
  if (source instanceof ToolCallbackProvider) return source.toolCallbacks()
  const callbacks = methodTools(source)
  if (callbacks.length > 0) return callbacks
  throw noToolsFound(typeof source === 'function' ? `the static methods of ${source.name}` : nameOfObject(source))
}

const nameOfObject = (source: object): string => {
  const { constructor } = source as { readonly constructor?: { readonly name?: string } }
  return constructor?.name ?? 'an object'
}
