import type { ToolDefinition } from '../definition/tool-definition'
import type { SlotSet } from './slot-set'

/** A tool and its place on a shelf. */
export interface ShelvedTool {
  readonly slot: number
  readonly definition: ToolDefinition
}

/** A place on a shelf that a search found. */
export interface ShelfHit {
  readonly slot: number
  readonly score: number
}

/** What a search on a shelf is given. */
export interface ShelfQuery {
  readonly text: string
  readonly limit: number
  /** The only places that may be found or make a difference. All of them hold a tool. */
  readonly visible: SlotSet
  readonly signal?: AbortSignal | undefined
}

/**
 * Tools that are searched together. Sets of tools that have most of their tools in common stand on one shelf, and each is
 * searched as if it stood there alone.
 *
 * `add` and `remove` are called one after another; `search` may be called while they run.
 */
export interface ToolShelf {
  /** Places of tools are taken once, and free again when they are removed. When it fails, `remove` follows for all of them. */
  add(tools: readonly ShelvedTool[], signal?: AbortSignal): Promise<void>
  remove(tools: readonly ShelvedTool[]): Promise<void>
  /** Best first; equal scores in the order of names. */
  search(query: ShelfQuery): Promise<readonly ShelfHit[]>
}
