// B5 runs in a child process of its own (lib/schema-worker.mjs): tasks are interleaved round by round.
import { spawnSync } from 'node:child_process'
import { ROOT } from '../harness/proc.mjs'
export async function b5(ctx) {
  const r = spawnSync(
    process.execPath,
    ['--expose-gc', 'harness/schema-worker.mjs', ctx.quick ? '2' : '4', ctx.quick ? '15' : '50'],
    { cwd: ROOT, encoding: 'utf8', timeout: 120_000 },
  )
  if (r.status !== 0) {
    ctx.log(`  B5: ${r.stderr.slice(0, 400)}`)
    return { errors: [r.stderr.slice(0, 400)] }
  }
  return JSON.parse(r.stdout)
}
