import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { targets } from './targets.mjs'

const here = new URL('.', import.meta.url)
const stryker = new URL('node_modules/@stryker-mutator/core/bin/stryker.js', here)
const run = (command, args, options) => spawnSync(command, args, { stdio: 'inherit', ...options }).status ?? 1

if (!existsSync(stryker)) {
  console.log('Installing Stryker in mutation/ (once).')
  if (run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here }) !== 0) process.exit(1)
}
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets)
const failed = chosen.filter((name) => {
  // A fixed seed and no re-tries: a mutant must live or die for the same reason each time.
  const env = { ...process.env, CI: 'true', VERNAL_MUTATION: name }
  return run(process.execPath, [stryker.pathname, 'run', 'mutation/stryker.config.mjs'], { env }) !== 0
})
if (failed.length > 0) console.error(`Below 80 %, or not run: ${failed.join(', ')}.`)
process.exitCode = failed.length > 0 ? 1 : 0
