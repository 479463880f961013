import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolTraits } from '../definition/tool-traits'
import { moduleWork } from '../execution/module-work'
import type { ParameterSchema } from '../schema/json-schema'
import { inputOfSchema } from '../schema/tool-input'
import { invalidOption } from '../tool-error'
import { declaredTool } from './declared-tool'
import type { ToolCallback } from './tool-callback'

/** A tool whose work is a function of a module. */
export interface WorkerToolOptions extends ToolTraits {
  /** 1 to 64 of the characters `a-z A-Z 0-9 _ -`. */
  readonly name: string
  /** What the tool does and when to use it, for the model. Default: the name split in words. */
  readonly description?: string
  /** The schema of the arguments: a zod object, another Standard Schema, or a JSON Schema. Default: no arguments. */
  readonly parameters?: ParameterSchema
  /** The module: its absolute path (`require.resolve('./primes')`), or its address (`new URL('./primes.js', import.meta.url)`). */
  readonly module: string | URL
  /** The name under which it exports the function, which takes the arguments as one object, converted and checked. */
  readonly export: string
}

/**
 * Makes a tool of a function that a module exports, for work that keeps a processor busy. A `WorkerToolExecutor` runs it in a thread; without
 * one it runs in this process. Only arguments and result go between the two: there is no `ToolContext`.
 *
 * @throws {ToolError} `TOOL_NAME_INVALID`, `TOOL_SCHEMA_INVALID` or `TOOL_OPTION_INVALID`
 */
export function workerTool(options: WorkerToolOptions): ToolCallback {
  const { name, description, parameters } = options
  const source = `workerTool(${name})`
  const work = { module: pathOf(options.module, source), export: options.export }
  return declaredTool({
    name,
    description,
    traits: options,
    source,
    input: inputOfSchema(parameters, source),
    access: [],
    output: undefined,
    owner: undefined,
    work,
    invoke: (args) => moduleWork(work, args),
  })
}

function pathOf(module: string | URL, source: string): string {
  const isAddress = module instanceof URL || module.startsWith('file:')
  const path = isAddress ? fileURLToPath(module) : module
  if (isAbsolute(path)) return path
  throw invalidOption(
    'module',
    `of ${source} must be an absolute path, such as require.resolve('${module.toString()}')`,
  )
}
