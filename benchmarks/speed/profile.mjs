// node profile.mjs <contender> [--stub] [--stream] [--k 3] [--t 5] [--c 1] [--ms 3000]: CPU profile after warm-up, self time by package and top functions.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startStub, startWorker } from './harness/proc.mjs'
const argv = process.argv.slice(2),
  name = argv[0]
const opt = (n, d) => {
  const i = argv.indexOf(`--${n}`)
  return i === -1 ? d : Number(argv[i + 1])
}
const stub = await startStub()
const w = await startWorker(`contenders/loop/${name}.mjs`, stub.baseURL)
const m = {
  kind: argv.includes('--stub') ? 'stub' : 'http',
  stream: argv.includes('--stream'),
  sc: {
    k: opt('k', 3),
    p: opt('p', 1),
    t: opt('t', 5),
    s: opt('s', 0),
    w: argv.includes('--paced') ? 1 : 0,
    d: opt('d', 0),
  },
  conc: opt('c', 1),
}
const warm = await w.call('batch', { ...m, ms: opt('warm', 4000) })
if (warm.errors.length) throw new Error(warm.errors[0])
const label = `${name}${m.kind === 'stub' ? '-stub' : ''}${m.stream ? '-sse' : ''}-k${m.sc.k}-t${m.sc.t}${m.sc.s ? `-s${m.sc.s}` : ''}`
const out = path.resolve(`results/profiles/${label}.cpuprofile`)
const r = await w.call('profile', { ...m, ms: opt('ms', 3000), out })
await w.stop()
stub.stop()

const p = JSON.parse(readFileSync(out))
const byId = new Map(p.nodes.map((n) => [n.id, n]))
const parent = new Map()
for (const n of p.nodes) for (const c of n.children ?? []) parent.set(c, n)
const self = new Map()
p.samples.forEach((id, i) => self.set(id, (self.get(id) ?? 0) + p.timeDeltas[i]))
const repository = path.resolve('../..')
const shorten = (url) =>
  url
    .replace(/^file:\/\//, '')
    .replace(/.*\/node_modules\//, '')
    .replace(`${path.resolve('.')}/`, 'bench:')
    .replace(`${repository}/packages/`, '@vernal/')
function where(n) {
  const { url, functionName: f } = n.callFrame
  if (f === '(idle)' || url === 'node:inspector') return null
  if (!url && /^(write|read|connect|shutdown|epoll)/i.test(f)) return 'socket system calls'
  if (f === '(garbage collector)') return 'garbage collector'
  if (f === '(program)') return 'native / program'
  if (!url) return 'V8 builtins'
  if (url.startsWith('node:internal/deps/undici')) return 'node: fetch (undici)'
  if (url.startsWith('node:internal/webstreams')) return 'node: web streams'
  if (/^node:(internal\/)?(abort_controller|event_target|events)/.test(url)) return 'node: events / abort signals'
  if (/^node:(_http|net|internal\/stream|internal\/http|stream|_stream|internal\/js_stream)/.test(url))
    return 'node: net, http, streams'
  if (
    /^node:(internal\/)?(async_hooks|async_local_storage|async_context|process\/promises|process\/task_queues|timers)/.test(
      url,
    )
  )
    return 'node: async hooks, timers, task queue'
  if (url.startsWith('node:')) return 'node: other'
  const s = shorten(url),
    m = /^(@[^/]+\/[^/]+|[^/]+)/.exec(s)
  return s.startsWith('bench:') ? 'adapter and tools' : (m?.[1] ?? s)
}
let busy = 0
const pkgs = {},
  fns = {},
  owned = {}
for (const [id, t] of self) {
  const n = byId.get(id),
    k = where(n)
  if (!k) continue
  busy += t
  pkgs[k] = (pkgs[k] ?? 0) + t
  const fk = `${n.callFrame.functionName || '(anonymous)'}  ${shorten(n.callFrame.url)}:${n.callFrame.lineNumber + 1}`
  fns[fk] = (fns[fk] ?? 0) + t
  // Inclusive time per function (once per stack).
  const seen = new Set()
  for (let q = n; q; q = parent.get(q.id)) {
    const { functionName: f, url } = q.callFrame
    if (!url || url.startsWith('node:')) continue
    const key = `${f || '(anonymous)'}  ${shorten(url)}:${q.callFrame.lineNumber + 1}`
    if (!seen.has(key)) {
      seen.add(key)
      owned[key] = (owned[key] ?? 0) + t
    }
  }
}
const top = (o, n) =>
  Object.entries(o)
    .sort((a, b) => b[1] - a[1])
    .slice(0, n)
    .map(
      ([k, v]) => `  ${((100 * v) / busy).toFixed(1).padStart(5)}%  ${(v / r.n).toFixed(0).padStart(7)} us/turn  ${k}`,
    )
    .join('\n')
console.log(
  `# ${label}: ${r.n} turns, ${(r.cpuUs / r.n).toFixed(0)} CPU us/turn, errors: ${r.errors[0] ?? 'none'}\nself time by package:\n${top(pkgs, 14)}\nself time by function:\n${top(fns, 28)}\ninclusive time (JS stack) by function:\n${top(owned, 28)}`,
)
process.exit(0)
