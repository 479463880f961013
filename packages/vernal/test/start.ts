import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, type Application, type RunOptions } from 'vernal'

/** Nothing is configured here. */
const EMPTY_FOLDER = mkdtempSync(join(tmpdir(), 'vernal-'))

/** Starts an application with all auto-configurations and nothing from the surroundings: no variables, no files, no log. */
export const start = (options: RunOptions = {}): Promise<Application> =>
  run({
    defaults: { 'vernal.logging.level': 'silent' },
    env: {},
    args: [],
    signals: false,
    configDir: EMPTY_FOLDER,
    ...options,
  })

/** Why an application does not start. */
export async function failureOf(options: RunOptions): Promise<Error> {
  const failure: unknown = await start(options).then(
    (application) => application.close(),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  return failure as Error
}
