import type { ToolCallback } from './tool-callback'

/** Brings tools that are not methods of beans: from a file, a database, another process. A bean of this type is asked once, at start. */
export abstract class ToolCallbackProvider {
  /** The tools, in the order they are to be offered. */
  abstract toolCallbacks(): readonly ToolCallback[]
}
