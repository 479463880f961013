// What `npm run bench` starts: installs what is measured beside Vernal when it is missing, then measures.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

if (!existsSync(new URL('./node_modules/openai', import.meta.url))) {
  console.error('Installing what Vernal is compared with into benchmarks/speed/node_modules, about 690 MB, once.')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

await import('./bench.mjs')
