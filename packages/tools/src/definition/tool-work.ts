/**
 * The work of a tool as a function that a module exports, so that it can be done elsewhere: the module is loaded where it runs.
 * Plain data.
 */
export interface ToolWork {
  /** Absolute path of the module. */
  readonly module: string
  /** The name under which the function is exported. It is called with the arguments of the tool as one object. */
  readonly export: string
}
