import type { ToolDefinition, ToolMetadata } from '../definition/tool-definition'
import type { ToolContext } from './tool-context'

/** One accepted call, on its way to the tool. */
export interface ToolInvocation {
  readonly definition: ToolDefinition
  readonly metadata: ToolMetadata
  /** Bound and checked, by parameter name. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly context: ToolContext
  /** Runs the tool in this process; may throw, or return a promise. */
  invoke(): unknown
}

/**
 * Where tools run. The gate has decided everything else before.
 *
 * A bean of this type replaces the default, which runs tools in this process; another one may send
 * `definition.name` and `arguments` to a worker or a server.
 */
export abstract class ToolExecutor {
  /** Runs the tool and resolves to what it returned. Should stop when `invocation.context.signal` is aborted. */
  abstract execute(invocation: ToolInvocation): Promise<unknown>
}

/** Runs tools in this process, where they were declared. */
export class InProcessToolExecutor extends ToolExecutor {
  async execute(invocation: ToolInvocation): Promise<unknown> {
    return invocation.invoke()
  }
}
