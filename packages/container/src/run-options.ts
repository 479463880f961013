import type { Class } from './beans/token'

/** How an application is put together. Everything is optional. */
export interface RunOptions {
  /** Folders: every module below is loaded, and its exported components become beans. */
  readonly scan?: string | readonly string[]
  /** Components named by hand: programs of one file, bundlers, tests. */
  readonly components?: readonly Class[]
  /** Auto-configuration classes, instead of those that packages announce. */
  readonly autoConfigurations?: readonly Class[]
  /** The strongest source of configuration: dotted keys or nested objects. For tests. */
  readonly properties?: Readonly<Record<string, unknown>>
  /** The weakest source of configuration. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Profiles to activate, weaker than those of `vernal.profiles.active`. */
  readonly profiles?: readonly string[]
  /** Options of the form `--key=value`. Default: those of the process. */
  readonly args?: readonly string[]
  /** Environment variables. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * Folders in which `application.yaml` and `.env` are looked for, stronger last. Default: that of the application's
   * package.json, then the working folder, each with its `config/`.
   */
  readonly configDir?: string | readonly string[]
  /** Whether SIGTERM and SIGINT close the application and end the process. Default true. */
  readonly signals?: boolean
}
