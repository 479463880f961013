import type { JsonSchema } from '../schema/json-schema'

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

/** What the application knows of a tool and the model does not. Immutable plain data. */
export interface ToolMetadata {
  /** Whether the result goes to the caller as the answer, without another round with the model. Default false. */
  readonly returnDirect: boolean
  /** What a call may do to the world: `read` changes nothing, `write` changes the application's own data, `external` acts outside. Default `read`. */
  readonly effect: ToolEffect
  /** Where the tool was declared, for people: `OrderService.findOrders`. */
  readonly source: string
  /** How long one call may take, in milliseconds; 0 means no limit. Absent: the limit of the gate. */
  readonly timeoutMs?: number
  /** How many calls may run at once, within one gate. Absent: no limit. */
  readonly maxConcurrency?: number
}

/** What a call of a tool may do to the world. */
export type ToolEffect = 'read' | 'write' | 'external'
