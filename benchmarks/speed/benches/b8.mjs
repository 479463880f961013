// B8 runs in a process of its own: what only Vernal can be asked, since it compares Vernal with itself.
import { spawnSync } from 'node:child_process'
import { ROOT } from '../harness/proc.mjs'

export async function b8({ quick, rounds = quick ? 2 : 6 }) {
  const child = spawnSync(process.execPath, ['harness/alone-worker.mjs', String(rounds), quick ? '100' : '300'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (child.status !== 0) throw new Error(child.stderr.slice(0, 600))
  return JSON.parse(child.stdout)
}
