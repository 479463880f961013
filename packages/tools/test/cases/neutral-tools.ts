import { runInThisContext } from 'node:vm'
import { functionTool, Tool, ToolCallbacks, ToolError, ToolGate, ToolParam, ToolSet } from '@vernal/tools'
import type { JsonSchema, ParameterSchema, ToolCallback, ToolCallOutcome, ToolDefinition } from '@vernal/tools'
import type { z } from 'zod'

type Zod = typeof z

/** A tool as the cases declare it, for any framework. */
interface NeutralTool {
  readonly name: string
  readonly description?: string
  readonly parameters?: JsonSchema | null
  readonly jsonSchema?: JsonSchema
  readonly zod?: string
  readonly zodParameters?: Readonly<Record<string, string>>
  readonly prelude?: string
  readonly behavior?: {
    readonly type: string
    readonly value?: unknown
    readonly source?: string
    readonly message?: string
  }
}

export interface CaseInput {
  readonly tools: readonly NeutralTool[]
  readonly responses?: readonly { readonly body?: string }[]
  readonly arguments?: Readonly<Record<string, string>>
  readonly options?: { readonly maxToolResultChars?: number }
}

export interface Invocation {
  readonly tool: string
  readonly args: Record<string, unknown>
}

export interface Started {
  readonly tools: readonly ToolCallback[]
  readonly definitions: ReadonlyMap<string, ToolDefinition>
  readonly invocations: Invocation[]
  readonly byTool: ReadonlyMap<string, string>
}

/** Declares all tools; the error of each that cannot be declared is kept beside. */
export function startUp(
  input: CaseInput,
  zod: Zod,
): Started | { readonly error: string; readonly byTool: ReadonlyMap<string, string> } {
  const invocations: Invocation[] = []
  const byTool = new Map<string, string>()
  const tools = input.tools.flatMap((tool) => {
    try {
      return [declare(tool, zod, invocations)]
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      byTool.set(tool.name, error.message)
      return []
    }
  })
  const [error] = byTool.values()
  if (error !== undefined) return { error, byTool }
  return {
    tools,
    byTool,
    invocations,
    definitions: new Map(tools.map(({ definition }) => [definition.name, definition])),
  }
}

function declare(tool: NeutralTool, zod: Zod, invocations: Invocation[]): ToolCallback {
  const run = behaviour(tool)
  const execute = (args: unknown): unknown => {
    invocations.push({ tool: tool.name, args: args as Record<string, unknown> })
    return run(args)
  }
  if (tool.zodParameters !== undefined) return declareMethod(tool, zod, execute)
  const parameters =
    tool.zod === undefined ? (tool.jsonSchema ?? tool.parameters ?? undefined) : evaluate(tool.zod, tool, zod)
  return functionTool({ name: tool.name, ...(parameters === undefined ? {} : { parameters }), execute })
}

/** `count2(tree: Node)`: a method whose parameters have a schema each. */
function declareMethod(tool: NeutralTool, zod: Zod, execute: (args: unknown) => unknown): ToolCallback {
  class Service {}
  const names = Object.keys(tool.zodParameters ?? {})
  const make = runInThisContext(
    `(execute) => ({ method(${names.join()}) { return execute({ ${names.join()} }) } })`,
  ) as Maker
  const descriptor = { value: make(execute).method, configurable: true }
  Object.defineProperty(Service.prototype, tool.name, descriptor)
  names.forEach((name, at) => {
    const schema = evaluate(tool.zodParameters?.[name] ?? '', tool, zod)
    ToolParam({ name, schema })(Service.prototype, tool.name, at)
  })
  Tool()(Service.prototype, tool.name, descriptor)
  return ToolCallbacks.from(new Service())[0] as ToolCallback
}

type Maker = (execute: (args: unknown) => unknown) => { readonly method: unknown }

function evaluate(expression: string, { prelude = '' }: NeutralTool, zod: Zod): ParameterSchema {
  const make = runInThisContext(`(z) => { ${prelude}; return ${expression} }`) as (zod: Zod) => ParameterSchema
  return make(zod)
}

function behaviour({ behavior }: NeutralTool): (args: unknown) => unknown {
  if (behavior === undefined || behavior.type === 'echoArgs') return (args) => args
  if (behavior.type === 'return') return () => behavior.value
  if (behavior.type === 'js') return runInThisContext(`(${behavior.source})`) as (args: unknown) => unknown
  throw new Error(`unknown behaviour ${behavior.type}`)
}

interface WireCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string | null }
}

/** Sends every call of the case through one gate. */
export async function gatePass(
  { tools, invocations }: Started,
  input: CaseInput,
): Promise<{ invocations: readonly Invocation[]; results: ReadonlyMap<string, ToolCallOutcome> }> {
  const { maxToolResultChars } = input.options ?? {}
  const gate = new ToolGate(maxToolResultChars === undefined ? {} : { maxResultChars: maxToolResultChars })
  const results = new Map<string, ToolCallOutcome>()
  for (const call of callsOf(input)) {
    const incoming = { id: call.id, name: call.function.name, arguments: call.function.arguments }
    results.set(call.id, await gate.pass(incoming, { tools: ToolSet.of(tools) }))
  }
  return { invocations, results }
}

function callsOf({ responses = [], arguments: sent = {} }: CaseInput): readonly WireCall[] {
  const written = Object.entries(sent).map(([name, args]) => ({
    id: `call_${name}`,
    function: { name, arguments: args },
  }))
  const wired = responses.flatMap(({ body = '{}' }) => {
    const { choices = [] } = JSON.parse(body) as { choices?: { message: { tool_calls?: WireCall[] } }[] }
    return choices.flatMap(({ message }) => message.tool_calls ?? [])
  })
  return [...written, ...wired]
}
