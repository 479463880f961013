// Proves that the harness can say no, and that Vernal does the whole job: broken contenders must end in errors, sound ones must not.
import { startStub, startWorker } from './harness/proc.mjs'
import { runCells } from './harness/fleet.mjs'
const stub = await startStub()
let bad = 0
for (const kind of [
  'raw-fetch',
  'vernal',
  'vernal streaming',
  'wrong-text',
  'skips-tool',
  'asks-twice',
  'asks-model-twice',
  'no-schema',
  'wrong-result',
  'calls-out',
  'hangs',
]) {
  const isSound = /^(raw|vernal)/.test(kind)
  const w = isSound
    ? await startWorker(`contenders/loop/${kind.split(' ')[0]}.mjs`, stub.baseURL)
    : await startWorker('harness/broken/all.mjs', stub.baseURL, { env: { BROKEN: kind } })
  const v = isSound || ['no-schema', 'wrong-result'].includes(kind) ? 1 : 0 // these two only the deep check can see
  const r = await runCells({
    fleet: [{ name: 'x', file: '', w }],
    stub,
    cells: {
      c: { kind: 'http', sc: { k: 3, p: 1, t: 5, v }, stream: kind.endsWith('streaming'), conc: 1, maxMs: 2000 },
    },
    rounds: 2,
    batchMs: 50,
    warmMs: 50,
    firstWarmMs: 50,
    log() {},
  })
  const err = r.c.x.errors[0],
    ok = isSound ? !err : !!err
  if (!ok) bad++
  console.log(ok ? 'ok  ' : 'BAD ', kind.padEnd(18), err ? err.split('\n')[0].slice(0, 110) : 'no error')
  await w.stop()
}
stub.stop()
console.log(`${11 - bad} passed, ${bad} failed`)
process.exit(bad ? 1 : 0)
