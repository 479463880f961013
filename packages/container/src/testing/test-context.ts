import type { Application } from '../application'
import type { Token } from '../beans/token'
import { runWith } from '../run'
import type { RunOptions } from '../run-options'

/** An application for a test: what `run` takes, and stand-ins for beans. */
export interface TestContextOptions extends RunOptions {
  /** Objects that take the place of every bean of a class, interface token or name. They are not closed. */
  readonly overrides?: readonly (readonly [token: Token, value: unknown])[]
  /** Packages that package conditions shall not find. */
  readonly missingPackages?: readonly string[]
}

/**
 * Starts an application that depends on nothing around it: no environment variables, no command line, no files, no
 * signals, no discovered auto-configurations, and a silent log, unless the options say so.
 *
 * Closes in one line: `await using context = await createTestContext({ components: [Orders] })`.
 */
export async function createTestContext(options: TestContextOptions = {}): Promise<Application> {
  const { overrides = [], missingPackages, ...runOptions } = options
  return runWith(
    { ...ISOLATED, ...runOptions, defaults: { 'vernal.logging.level': 'silent', ...runOptions.defaults } },
    { overrides: overrides.map(([token, value]) => ({ token, value })), missingPackages },
  )
}

const ISOLATED: RunOptions = { env: {}, args: [], configDir: [], autoConfigurations: [], signals: false }
