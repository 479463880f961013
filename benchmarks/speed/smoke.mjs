// Deep check of every loop contender (the stub parses and validates whole requests). Exit 1 if any falls short.
import { readdirSync } from 'node:fs'
import { startStub, startWorker } from './harness/proc.mjs'
const only = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const stub = await startStub()
let bad = 0
for (const f of readdirSync('contenders/loop')
  .filter((f) => /^[^_].*\.mjs$/.test(f))
  .sort()) {
  if (only.length && !only.some((o) => f.startsWith(o))) continue
  let w
  try {
    w = await startWorker(`contenders/loop/${f}`, stub.baseURL)
  } catch (e) {
    console.log(f.padEnd(22), 'NOT STARTED', e.message.slice(0, 300))
    bad++
    continue
  }
  const line = []
  for (const [label, m] of [
    ['k3p1', { sc: { k: 3, p: 1, t: 5, v: 1 } }],
    ['k2p4t50', { sc: { k: 2, p: 4, t: 50, v: 1 } }],
    ['k3p1 stream', { sc: { k: 3, p: 1, t: 5, v: 1 }, stream: true }],
    ['k2p4 stream', { sc: { k: 2, p: 4, t: 5, v: 1 }, stream: true }],
    ['s50w', { sc: { k: 0, p: 1, t: 0, s: 50, w: 1, v: 0 }, stream: true }],
    ...(w.info.hasStub ? [['stub', { kind: 'stub', sc: { k: 3, p: 2, t: 5 } }]] : []),
  ]) {
    if (m.sc.t === 0 && w.info.name === 'openai-runTools') m.sc.t = 5
    await stub.reset()
    try {
      const r = await w.call('batch', { n: 3, conc: 1, maxMs: 15000, ttft: !!m.stream, ...m })
      const s = await stub.stats()
      const want = m.kind === 'stub' ? 0 : 3 * (m.sc.k + 1)
      if (r.errors.length) {
        bad++
        line.push(`${label}: ERR ${r.errors[0].slice(0, 500)}`)
      } else if (s.requests !== want) {
        bad++
        line.push(`${label}: ${s.requests} requests instead of ${want}`)
      } else line.push(`${label}: ok ${(r.cpuUs / 3 / 1000).toFixed(1)}ms`)
    } catch (e) {
      bad++
      line.push(`${label}: THREW ${e.message.slice(0, 300)}`)
    }
  }
  console.log(f.padEnd(22), `import ${w.info.importMs.toFixed(0)}ms`, line.join(' | '))
  if (w.stderr()) console.log('   stderr:', w.stderr().slice(0, 500).replace(/\n/g, '\n   '))
  await w.stop()
}
stub.stop()
process.exit(bad ? 1 : 0)
