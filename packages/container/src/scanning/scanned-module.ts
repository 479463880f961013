import { AsyncLocalStorage } from 'node:async_hooks'
import { loadModule, type ModuleExports } from './load-module'

/** A module while a scan loads it. */
interface ScannedModule {
  /** Called when the module starts an application of its own. */
  readonly startsApplication: () => void
}

const beingScanned = new AsyncLocalStorage<ScannedModule>()

/** What came of loading a module for a scan. */
export interface LoadedModule {
  readonly exports: ModuleExports
  /** Whether it is a program that would have started an application. */
  readonly startsApplication: boolean
}

/**
 * Loads a module in search of components. A program that lies among them, such as a `main.ts` scanned by a test, does not
 * start a second application: its call of `run` stays without an answer.
 */
export async function loadForScan(path: string): Promise<LoadedModule> {
  let startsApplication = false
  let leave: (exports: ModuleExports) => void = () => undefined
  // A module that waits for its application at the top level would be waited for without end.
  const left = new Promise<ModuleExports>((resolve) => (leave = resolve))
  const scanned: ScannedModule = {
    startsApplication: () => {
      startsApplication = true
      leave({})
    },
  }
  const loading = beingScanned.run(scanned, () => loadModule(path))
  const exports = await Promise.race([loading, left])
  return { exports, startsApplication }
}

/** Whether whoever calls is a module that is only looked through for components; the scan hears of it. */
export function isOnlyScanned(): boolean {
  const scanned = beingScanned.getStore()
  scanned?.startsApplication()
  return scanned !== undefined
}
