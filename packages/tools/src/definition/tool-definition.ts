import type { JsonSchema } from '../schema/json-schema'
import type { ToolAnnotations } from './tool-annotations'
import type { ToolRetry } from './tool-retry'
import type { ToolWork } from './tool-work'

/** What a model is told about a tool. Immutable plain data, built once. */
export interface ToolDefinition {
  /** Unique among the tools of one request. */
  readonly name: string
  /** What the tool does and when to use it, in words for the model. */
  readonly description: string
  /** JSON Schema (draft 2020-12) of the arguments; its root always has type "object" and `properties`. */
  readonly inputSchema: JsonSchema
  /** JSON Schema of the result, where it is known. */
  readonly outputSchema?: JsonSchema
}

/** What the application knows of a tool and the model does not. Immutable. */
export interface ToolMetadata {
  /** Whether the result goes to the caller as the answer, without another round with the model. Default false. */
  readonly returnDirect: boolean
  /** What a call may do to the world: `read` changes nothing, `write` changes the application's own data, `external` acts outside. Default `read`. */
  readonly effect: ToolEffect
  /** What follows from the effect, or was said. */
  readonly annotations: ToolAnnotations
  /** Where the tool was declared, for people: `OrderService.findOrders`. */
  readonly source: string
  /** Of the tool, as its author counts them. */
  readonly version?: string
  /** Words by which the application groups tools. */
  readonly tags: readonly string[]
  /** As how many calls one call counts toward the limit of all tools together. */
  readonly cost: number
  /** Whether the tool runs alone among the calls of a round. */
  readonly exclusive: boolean
  /** Names of tools whose calls in the same round are settled before. */
  readonly after: readonly string[]
  /** Names of tools that must have succeeded in the same turn before. */
  readonly requires: readonly string[]
  /** How long one call may take, in milliseconds; 0 means no limit. Absent: the limit of the gate. */
  readonly timeoutMs?: number
  /** How many calls may run at once, within one gate. Absent: no limit. */
  readonly maxConcurrency?: number
  /** How it is tried again when it fails; only for idempotent tools. Absent: as the gate says. */
  readonly retry?: ToolRetry
  /** The function of a module that does the work, so that it can be done in another thread. Absent: only `invoke` knows. */
  readonly work?: ToolWork
}

/** What a call of a tool may do to the world. */
export type ToolEffect = 'read' | 'write' | 'external'
