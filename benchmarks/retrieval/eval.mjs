#!/usr/bin/env node
// Tool-search quality yardstick. Plain Node >= 18, no dependencies.
//   node --expose-gc eval.mjs MODULE [--sets a,b] [--split dev|heldout|all] [--style all|user|model]
//        [--field query|keywords] [--reps 1] [--json FILE] [--root DIR] [--only SOURCE] [--runs FILE]
// MODULE exports build(tools) -> search   (either may be async)
//   tools : [{name, description, parameters(JSON schema)}]
//   search(query, k) -> array of tool names, best first (an array may carry a numeric .ms = its own time in ms)
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { pathToFileURL, fileURLToPath } from 'node:url'
const here = path.dirname(fileURLToPath(import.meta.url))
const argv = process.argv.slice(2),
  opt = {}
const pos = []
for (let i = 0; i < argv.length; i++)
  argv[i].startsWith('--')
    ? (opt[argv[i].slice(2)] = argv[i + 1]?.startsWith('--') || argv[i + 1] === undefined ? '1' : argv[++i])
    : pos.push(argv[i])
const root = opt.root ?? here,
  split = opt.split ?? 'dev',
  field = opt.field ?? 'query',
  style = opt.style ?? 'all',
  reps = +(opt.reps ?? 1)
export const SETS = [
  'tau',
  'apibank',
  'bfcl_mt',
  'metatool',
  'livemcp',
  'bfcl',
  'toolbench',
  'sealtools',
  'mix',
  'scale',
]
const jl = (p) => {
  const b = p.endsWith('.gz') ? zlib.gunzipSync(fs.readFileSync(p)) : fs.readFileSync(p)
  return b
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))
}
const orPacked = (p) => (fs.existsSync(p) ? p : p + '.gz')
export function loadTools(set, r = root) {
  const d = path.join(r, 'data', set)
  return jl(orPacked(path.join(d, 'tools.jsonl')))
}
export function loadQueries(set, sp = split, r = root) {
  const out = []
  if (sp !== 'heldout') out.push(...jl(orPacked(path.join(r, 'data', set, 'queries.dev.jsonl'))))
  if (sp !== 'dev') out.push(...jl(orPacked(path.join(r, 'heldout', set, 'queries.heldout.jsonl'))))
  return out
}
const K = [1, 3, 5, 10]
export function score(names, gold) {
  const g = new Set(gold),
    seen = new Set(),
    r = {}
  let hits = 0,
    dcg = 0,
    first = 0,
    i = 0
  const at = {}
  for (const n of names.slice(0, 10)) {
    i++
    if (g.has(n) && !seen.has(n)) {
      seen.add(n)
      hits++
      dcg += 1 / Math.log2(i + 1)
      if (!first) first = i
    }
    at[i] = hits
  }
  let idcg = 0
  for (let j = 1; j <= Math.min(10, g.size); j++) idcg += 1 / Math.log2(j + 1)
  let last = 0
  for (let j = 1; j <= 10; j++) {
    at[j] ??= last
    last = at[j]
  }
  for (const k of K) r['r' + k] = at[k] / g.size
  r.hit5 = at[5] > 0 ? 1 : 0
  r.full5 = at[5] === g.size ? 1 : 0
  r.ndcg10 = dcg / idcg
  r.mrr10 = first ? 1 / first : 0
  return r
}
const mean = (a, f) => (a.length ? a.reduce((s, x) => s + f(x), 0) / a.length : NaN)
const pct = (a, p) => {
  const s = [...a].sort((x, y) => x - y)
  return s.length ? s[Math.min(s.length - 1, Math.floor(p * s.length))] : NaN
}
const mem = () => {
  if (global.gc) {
    global.gc()
    global.gc()
  }
  const m = process.memoryUsage()
  return m.heapUsed + m.external
}
async function main() {
  const mod = await import(pathToFileURL(path.resolve(pos[0])).href)
  const sets = (opt.sets ?? SETS.join(',')).split(','),
    rows = []
  const runs = opt.runs ? fs.createWriteStream(opt.runs) : null
  console.log(
    `# ${path.basename(pos[0])} split=${split} field=${field} style=${style}${global.gc ? '' : ' (run with --expose-gc for memory)'}`,
  )
  console.log(
    'set        tools    q |  r@1    r@3    r@5    r@10   se(r@5) | hit@5  full@5 nDCG10 | build ms (cpu)  | query cpu-ms p50  p99 (wall p50  p99) | mem MB',
  )
  for (const set of sets) {
    const tools = loadTools(set)
    let qs = loadQueries(set)
    if (style !== 'all') qs = qs.filter((q) => q.style === style)
    if (opt.only) qs = qs.filter((q) => q.source === opt.only)
    if (!qs.length) continue
    const m0 = mem(),
      t0 = performance.now(),
      b0 = process.cpuUsage()
    const search = await mod.build(tools)
    const build = search.buildMs ?? performance.now() - t0,
      b1 = process.cpuUsage(b0),
      buildCpu = search.buildCpuMs ?? (b1.user + b1.system) / 1000
    const m1 = search.memBytes ?? mem() - m0
    const names = new Set(tools.map((t) => t.name)),
      lat = [],
      cpu = [],
      per = []
    for (const q of qs.slice(0, 100)) await search(q[field], 10) // warm-up
    for (let rep = 0; rep < reps; rep++)
      for (const q of qs) {
        const c0 = process.cpuUsage(),
          s = performance.now()
        const res = await search(q[field], 10)
        const e = performance.now() - s,
          c1 = process.cpuUsage(c0)
        lat.push(res.ms ?? e)
        cpu.push(res.cpuMs ?? (c1.user + c1.system) / 1000)
        if (rep === 0) {
          for (const n of res) if (!names.has(n)) throw new Error(`unknown tool returned: ${n}`)
          const sc = score(res, q.gold)
          per.push({ ...sc, q })
          runs?.write(
            JSON.stringify({ set, id: q.id, style: q.style, r5: sc.r5, ndcg10: sc.ndcg10, top: res.slice(0, 10) }) +
              '\n',
          )
        }
      }
    const r = {
      set,
      tools: tools.length,
      q: qs.length,
      build,
      buildCpu,
      p50: pct(lat, 0.5),
      p99: pct(lat, 0.99),
      cpu50: pct(cpu, 0.5),
      cpu99: pct(cpu, 0.99),
      memMB: m1 / 1048576,
    }
    for (const k of ['r1', 'r3', 'r5', 'r10', 'hit5', 'full5', 'ndcg10', 'mrr10']) r[k] = mean(per, (x) => x[k])
    r.se5 =
      per.length > 1 ? Math.sqrt(per.reduce((a, x) => a + (x.r5 - r.r5) ** 2, 0) / (per.length - 1) / per.length) : NaN // standard error of recall@5
    r.byStyle = {}
    for (const st of new Set(qs.map((q) => q.style))) {
      const p = per.filter((x) => x.q.style === st)
      r.byStyle[st] = {
        q: p.length,
        r1: mean(p, (x) => x.r1),
        r5: mean(p, (x) => x.r5),
        r10: mean(p, (x) => x.r10),
        ndcg10: mean(p, (x) => x.ndcg10),
      }
    }
    const one = per.filter((x) => x.q.n_gold === 1)
    r.single = {
      q: one.length,
      r1: mean(one, (x) => x.r1),
      r5: mean(one, (x) => x.r5),
      ndcg10: mean(one, (x) => x.ndcg10),
    }
    if (per.some((x) => x.q.source)) {
      r.bySource = {}
      for (const s of new Set(qs.map((q) => q.source))) {
        const p = per.filter((x) => x.q.source === s)
        r.bySource[s] = { q: p.length, r5: mean(p, (x) => x.r5) }
      }
    }
    rows.push(r)
    const f = (x, n = 6, d = 3) => (Number.isFinite(x) ? x.toFixed(d) : '-').padStart(n)
    console.log(
      `${set.padEnd(10)} ${String(tools.length).padStart(5)} ${String(qs.length).padStart(4)} | ${f(r.r1)} ${f(r.r3)} ${f(r.r5)} ${f(r.r10)} ±${f(r.se5, 5)} | ${f(r.hit5)} ${f(r.full5)} ${f(r.ndcg10)} | ${f(r.build, 8, 1)} (${f(r.buildCpu, 7, 1)}) | ${f(r.cpu50, 7, 3)} ${f(r.cpu99, 8, 3)} (${f(r.p50, 7, 3)} ${f(r.p99, 8, 3)}) | ${f(r.memMB, 6, 1)}` +
        (Object.keys(r.byStyle).length > 1
          ? '   ' +
            Object.entries(r.byStyle)
              .map(([s, v]) => `${s}(${v.q}) r@5=${v.r5.toFixed(3)}`)
              .join(' ')
          : ''),
    )
    await search.close?.()
  }
  if (rows.length > 1)
    console.log(
      `macro mean over ${rows.length} sets: r@5 ${mean(rows, (r) => r.r5).toFixed(4)}  nDCG@10 ${mean(rows, (r) => r.ndcg10).toFixed(4)}`,
    )
  if (opt.json)
    fs.writeFileSync(opt.json, JSON.stringify({ module: path.basename(pos[0]), split, field, style, rows }, null, 1))
}
if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
