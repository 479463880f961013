import type { ToolWork } from '../definition/tool-work'
import { pathToFileURL } from 'node:url'
import { invalidOption } from '../tool-error'

/**
 * Loads a module and calls what it exports with the arguments of a tool.
 *
 * @throws {ToolError} `TOOL_OPTION_INVALID` when it exports no such function
 */
export async function moduleWork({ module, export: name }: ToolWork, args: object): Promise<unknown> {
  const exported = (await loaded(module)) as Readonly<Record<string, unknown>>
  const work = exported[name]
  if (typeof work !== 'function') throw invalidOption('export', `names "${name}", which is no function of ${module}`)
  return (work as (args: object) => unknown)(args)
}

/** A module of either kind; those that wait at their top cannot be required. */
async function loaded(module: string): Promise<unknown> {
  try {
    return require(module) as unknown
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'ERR_REQUIRE_ASYNC_MODULE' && code !== 'ERR_REQUIRE_ESM') throw error
    return import(pathToFileURL(module).href)
  }
}
