import { pathToFileURL } from 'node:url'

/** The exports of a module. */
export type ModuleExports = Readonly<Record<string, unknown>>

/**
 * Loads a module of either format by its path. The same module that an import gives: it is not run again.
 *
 * `require` also takes ES modules; only those that wait at the top level need `import()`, which stays a native import
 * in the compiled CommonJS.
 */
export async function loadModule(path: string): Promise<ModuleExports> {
  try {
    return require(path) as ModuleExports
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    return (await import(pathToFileURL(path).href)) as ModuleExports
  }
}
