// Renders one result JSON as Markdown tables. `node report.mjs results/node24-full.json`
import { readFileSync } from 'node:fs'
import { median, pairedRatio, spread, fmt, table } from './harness/stats.mjs'

const BASE = 'raw-fetch',
  BASE2 = 'openai-sdk'
const col = (res, name, key) => res?.[name]?.samples?.map((s) => s?.[key] ?? null) ?? []
const x = (r) => (r == null ? '–' : `${r.toFixed(2)}x`)
const names = (res) => Object.keys(res)
const errOf = (r) => (r?.errors?.length ? `ERR: ${r.errors[0].split('\n')[0].replaceAll('|', '/').slice(0, 90)}` : null)

function cellMatrix(cells, key, ratio) {
  const labels = Object.keys(cells).sort((a, b) => (b === 'k3 p1 t5') - (a === 'k3 p1 t5')),
    all = [...new Set(labels.flatMap((l) => names(cells[l])))]
  return table(
    ['contender', ...labels],
    all.map((n) => [
      n,
      ...labels.map((l) => {
        const r = cells[l][n]
        if (!r) return 'n/a'
        if (errOf(r)) return 'ERR'
        const v = col(cells[l], n, key)
        return ratio ? x(pairedRatio(v, col(cells[l], ratio, key))) : fmt(median(v))
      }),
    ]),
  )
}
function b1(B) {
  const out = [
    '### B1 loop-http',
    '',
    'CPU microseconds per whole turn in the contender process (user + system, GC and JIT threads included), median over rounds:',
    '',
    cellMatrix(B, 'cpu'),
    '',
    'The same as a ratio to raw-fetch in the same round:',
    '',
    cellMatrix(B, 'cpu', BASE),
    '',
    'As a ratio to the hand-written loop over the openai SDK:',
    '',
    cellMatrix(B, 'cpu', BASE2),
    '',
  ]
  const one = B['k3 p1 t5'],
    many = B['k3 p1 t5 c64']
  if (one || many) {
    const all = names(one ?? many)
    const cols = [
      one && ['turns/s c1', (n) => fmt(median(col(one, n, 'tps')))],
      one && ['p50 ms c1', (n) => fmt(median(col(one, n, 'p50')), 2)],
      one && ['p99 ms c1', (n) => fmt(median(col(one, n, 'p99')), 2)],
      one && ['p50 ratio c1', (n) => x(pairedRatio(col(one, n, 'p50'), col(one, BASE, 'p50')))],
      many && ['turns/s c64', (n) => fmt(median(col(many, n, 'tps')))],
      many && ['turns/s ratio c64', (n) => x(pairedRatio(col(many, n, 'tps'), col(many, BASE, 'tps')))],
      many && ['p50 ms c64', (n) => fmt(median(col(many, n, 'p50')), 1)],
      many && ['p99 ms c64', (n) => fmt(median(col(many, n, 'p99')), 1)],
      many && ['peak RSS MB c64', (n) => fmt(Math.max(0, ...col(many, n, 'peak')) / 2 ** 20)],
      one && ['spread of CPU c1', (n) => `${Math.round(100 * (spread(col(one, n, 'cpu').filter(Boolean)) ?? 0))}%`],
      one && ['stub CPU us/request', (n) => fmt(median(col(one, n, 'stub')))],
    ].filter(Boolean)
    out.push(
      "Throughput, latency and memory of the k3 p1 t5 cell (wall clock on a shared machine: read the ratios; p99 is the median over rounds of each batch's p99):",
      '',
      table(
        ['contender', ...cols.map((c) => c[0])],
        all.map((n) =>
          errOf(one?.[n]) || errOf(many?.[n])
            ? [n, errOf(one?.[n]) || errOf(many?.[n]), ...Array(cols.length - 1).fill('')]
            : [n, ...cols.map((c) => c[1](n))],
        ),
      ),
      '',
    )
  }
  return out
}
function b2(B, B1) {
  const http =
    B1?.['k10 p1 t5'] && B1['k1 p1 t5']
      ? median(col(B1['k10 p1 t5'], BASE, 'cpu').map((v, r) => (v - col(B1['k1 p1 t5'], BASE, 'cpu')[r]) / 9))
      : null
  const all = names(B['k1 p1 t5']),
    m = (c, n) => (B[c] && !errOf(B[c][n]) ? col(B[c], n, 'cpu') : [])
  const per = (hi, lo, n) => m(hi, n).map((v, r) => (v == null || m(lo, n)[r] == null ? null : (v - m(lo, n)[r]) / 9))
  const rows = all.map((n) => {
    const a = per('k10 p1 t5', 'k1 p1 t5', n),
      b = per('k10 p1 t50', 'k1 p1 t50', n)
    const p4 = m('k10 p4 t5', n).map((v, r) =>
      v == null || m('k10 p1 t5', n)[r] == null ? null : (v - m('k10 p1 t5', n)[r]) / 30,
    )
    return [
      n,
      errOf(B['k1 p1 t5'][n]) ?? fmt(median(m('k1 p1 t5', n)), 1),
      fmt(median(a), 1),
      x(pairedRatio(a, per('k10 p1 t5', 'k1 p1 t5', BASE))),
      http ? `${Math.round((100 * median(a)) / http)}%` : '–',
      fmt(median(p4), 1),
      B['k10 p1 t50'] ? fmt(median(b), 1) : '–',
      x(median(b) && median(a) ? median(b) / median(a) : null),
    ]
  })
  return [
    "### B2 loop-stub (no HTTP: the peer's model interface answered in process; the two openai rows through an in-process fetch)",
    '',
    'CPU microseconds. "per tool round" is the slope between K=1 and K=10, so it holds one model call, one tool call and their bookkeeping:',
    '',
    table(
      [
        'contender',
        'turn K=1',
        'per tool round',
        'ratio to the raw loop',
        'share of a raw-fetch HTTP round',
        'per extra parallel call',
        'per tool round, 50 tools',
        '50 tools / 5 tools',
      ],
      rows,
    ),
    '',
  ]
}
function b3(B) {
  const per = (q) => (q.wallMs * 1000) / (q.turns ?? B.turns),
    base = B.res[BASE]?.samples ?? []
  return [
    '### B3 many-in-flight',
    '',
    `${B.turns} turns started at once in one process (500 for the slowest, whose adapter says b3Turns), 2 tool rounds (3 model calls) each, ${B.idealMs / 3} ms of think time per call: ideal ${B.idealMs} ms.`,
    '',
    table(
      [
        'contender',
        'turns',
        'wall ms',
        'wall / ideal',
        'wall per turn / raw-fetch',
        'CPU us/turn',
        'CPU ratio',
        'p99 turn ms',
        'peak RSS KB per turn',
        'KB ratio',
        'peak RSS MB',
        'most in flight at once',
      ],
      Object.entries(B.res).map(([n, r]) =>
        errOf(r)
          ? [n, errOf(r), ...Array(10).fill('')]
          : [
              n,
              ...((s) => [
                r.samples[0].turns ?? B.turns,
                fmt(median(s('wallMs'))),
                x(median(s('wallMs')) / B.idealMs),
                x(pairedRatio(r.samples.map(per), base.map(per))),
                fmt(median(s('cpuPerTurn'))),
                x(
                  pairedRatio(
                    s('cpuPerTurn'),
                    base.map((b) => b.cpuPerTurn),
                  ),
                ),
                fmt(median(s('p99'))),
                fmt(median(s('kbPerTurn')), 1),
                x(
                  pairedRatio(
                    s('kbPerTurn'),
                    base.map((b) => b.kbPerTurn),
                  ),
                ),
                fmt(median(s('peak')) / 2 ** 20),
                fmt(median(s('peakInFlight'))),
              ])((k) => r.samples.map((q) => q[k])),
            ],
      ),
    ),
    '',
  ]
}
function b4(B) {
  const sizes = [...new Set(Object.values(B.boot).flatMap((b) => Object.keys(b)))],
    g = (n, s, k) => B.boot[n]?.[s]?.samples.map((q) => q[k]) ?? []
  const out = [
    '### B4 bootstrap',
    '',
    'Container of N classes (3 dependencies each, 2 tool methods): decorate + boot + resolve everything + collect the tools. CPU ms (wall ms in brackets), heap kept after GC:',
    '',
    table(
      ['container', ...sizes.flatMap((s) => [`N=${s} CPU ms`, `KB/class`, 'ratio to hand-wired'])],
      Object.keys(B.boot).map((n) => [
        n,
        ...sizes.flatMap((s) =>
          B.boot[n][s]?.errors.length
            ? [`ERR: ${B.boot[n][s].errors[0].slice(0, 80)}`, '', '']
            : [
                `${fmt(median(g(n, s, 'cpuMs')), 1)} (${fmt(median(g(n, s, 'decorateMs').map((v, i) => v + g(n, s, 'bootMs')[i])), 1)})`,
                fmt(median(g(n, s, 'heap')) / 1024 / s, 2),
                x(pairedRatio(g(n, s, 'cpuMs'), g('hand-wired', s, 'cpuMs'))),
              ],
        ),
      ]),
    ),
    '',
  ]
  const bare = B.hello['bare node']
  const h = (k, key, f) => median(B.hello[k][key].map((q) => q[f]))
  if (bare)
    out.push(
      'Hello world: start node, import the peer, make one tool and one agent (no call). Milliseconds since process start:',
      '',
      table(
        [
          'contender',
          'ms',
          'over bare node',
          'CPU ms',
          'CPU ratio to bare node',
          'RSS MB',
          'ms with NODE_COMPILE_CACHE',
        ],
        Object.keys(B.hello).map((k) =>
          B.hello[k].errors.length
            ? [k, `ERR: ${B.hello[k].errors[0].slice(0, 80)}`, '', '', '', '', '']
            : [
                k,
                fmt(h(k, 'plain', 'ms')),
                k === 'bare node' ? '0' : fmt(h(k, 'plain', 'ms') - median(bare.plain.map((q) => q.ms))),
                fmt(h(k, 'plain', 'cpu')),
                x(
                  pairedRatio(
                    B.hello[k].plain.map((q) => q.cpu),
                    bare.plain.map((q) => q.cpu),
                  ),
                ),
                fmt(h(k, 'plain', 'rss') / 2 ** 20),
                B.hello[k].cached.length ? fmt(h(k, 'cached', 'ms')) : '–',
              ],
        ),
      ),
      '',
    )
  if (B.sizes)
    out.push(
      'Install size of each peer alone (production install, no scripts):',
      '',
      table(
        ['peer', 'packages', 'MB on disk', 'installed'],
        Object.entries(B.sizes).map(([n, s]) => [
          n,
          s.packages,
          s.mb,
          Object.entries(s.of)
            .map(([p, v]) => `${p}@${v}`)
            .join(' '),
        ]),
      ),
      '',
    )
  return out
}
function b5(B) {
  if (B.errors) return ['### B5 schema', '', `ERR: ${B.errors[0]}`, '']
  const out = [
    '### B5 schema',
    '',
    `Medium nested tool argument (${B.bytes} bytes of JSON). CPU time per operation, median over rounds:`,
    '',
  ]
  for (const [g, t] of Object.entries(B.tasks)) {
    const first = median(Object.values(t)[0])
    out.push(
      table(
        [g, 'us/op', 'ops/s', `ratio to ${Object.keys(t)[0]}`],
        Object.entries(t).map(([k, v]) => [
          k,
          fmt(median(v) / 1000, 2),
          fmt(1e9 / median(v)),
          x(pairedRatio(v, Object.values(t)[0])),
        ]),
      ),
      '',
    )
  }
  return out
}
function b6(B) {
  const all = names(Object.values(B)[0]),
    c = (l, n, k) => (errOf(B[l]?.[n]) ? [] : col(B[l], n, k))
  const per = (l, n) => c(l, n, 'cpu').map((v) => (v == null ? null : v / 2000))
  return [
    '### B6 streaming',
    '',
    'One answer of 2,000 text chunks, c=1. burst: the whole rest in one write; paced: one write per chunk. CPU microseconds per chunk; time to first text from the call (20 paced chunks):',
    '',
    table(
      [
        'contender',
        'burst us/chunk',
        'ratio',
        'paced us/chunk',
        'ratio',
        'first text ms',
        'overhead over raw-fetch ms',
      ],
      all.map((n) => [
        n,
        errOf(B['burst 2000']?.[n]) ?? errOf(B['paced 2000']?.[n]) ?? fmt(median(per('burst 2000', n)), 2),
        x(pairedRatio(per('burst 2000', n), per('burst 2000', BASE))),
        fmt(median(per('paced 2000', n)), 2),
        x(pairedRatio(per('paced 2000', n), per('paced 2000', BASE))),
        fmt(median(c('ttft 20', n, 'ttft')), 2),
        fmt(median(c('ttft 20', n, 'ttft').map((v, r) => (v == null ? null : v - c('ttft 20', BASE, 'ttft')[r]))), 2),
      ]),
    ),
    '',
  ]
}
function b7(B) {
  const cpu = (n) => B[n].samples.map((sample) => sample.cpu)
  const own = (n) => cpu(n).map((value, r) => value - cpu('bare node')[r])
  const rows = Object.keys(B).map((n) => [
    n,
    errOf(B[n]) ?? fmt(median(cpu(n))),
    fmt(median(own(n))),
    B['ai-sdk'] ? x(pairedRatio(own(n), own('ai-sdk'))) : '–',
    B.openai ? x(pairedRatio(own(n), own('openai'))) : '–',
    fmt(median(B[n].samples.map(({ ms }) => ms))),
    fmt(median(B[n].samples.map(({ rss }) => rss)) / 2 ** 20),
  ])
  return [
    '### B7 imports',
    '',
    'A process that loads the library and ends. Ratios are of the CPU time over bare node:',
    '',
    table(
      ['loaded', 'CPU ms', 'over bare node', 'ratio to ai-sdk', 'ratio to openai', 'ms since start', 'RSS MB'],
      rows,
    ),
    '',
  ]
}
function b8(B) {
  const over = B.tasks['through the client'].map((value, r) => value - B.tasks['model alone'][r])
  const chunk = (values) => fmt(median(values) / 1000 / B.chunks, 2)
  return [
    '### B8 vernal alone',
    '',
    `In process. CPU microseconds per chunk of a stream of ${B.chunks}, and per turn of so many rounds:`,
    '',
    table(
      ['what', 'us'],
      [
        ['a chunk, read from the model directly', chunk(B.tasks['model alone'])],
        ['a chunk, through the client', chunk(B.tasks['through the client'])],
        ['the difference', chunk(over)],
        ['a turn of 10 rounds', fmt(median(B.tasks['10 rounds']) / 1000, 1)],
        ['a turn of 100 rounds', fmt(median(B.tasks['100 rounds']) / 1000, 1)],
        ['100 rounds to 10 rounds', x(pairedRatio(B.tasks['100 rounds'], B.tasks['10 rounds']))],
      ],
    ),
    '',
  ]
}
/** Several runs of the same mode and node as one: rounds are appended, so paired ratios stay within their own round. */
export function merge(rs) {
  const out = structuredClone(rs[0])
  const join = (a, b) => {
    for (const [k, v] of Object.entries(b)) {
      if (Array.isArray(v)) a[k] = [...(a[k] ?? []), ...v]
      else if (v && typeof v === 'object') join((a[k] ??= {}), v)
      else a[k] ??= v
    }
  }
  // Cells may have different round counts after an error; pad so that round r means the same for all contenders of a cell.
  for (const r of rs.slice(1)) {
    for (const b of ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8'])
      if (r[b]) {
        const c = structuredClone(r[b])
        if (b === 'B4') delete c.sizes
        join((out[b] ??= {}), c)
      }
    out.seconds += r.seconds
  }
  out.date = rs.map((r) => r.date).join(', ')
  out.loads = rs.map((r) => r.load0)
  out.runs = rs.length
  return out
}
export function render(r) {
  const out = [
    `## ${r.mode} run, node ${r.node}, ${r.date}`,
    '',
    `${r.cpu}; load average at start ${(r.loads ?? [r.load0]).map((l) => l.toFixed(1)).join(', ')}; ${Math.round(r.seconds)} s${r.runs ? ` over ${r.runs} runs` : ''}.`,
    '',
  ]
  if (r.notStarted && Object.keys(r.notStarted).length)
    out.push(
      `Not started: ${Object.entries(r.notStarted)
        .map(([k, v]) => `${k} (${v})`)
        .join('; ')}`,
      '',
    )
  if (r.imports)
    out.push(
      `Import of the adapter with its packages, ms: ${Object.entries(r.imports)
        .map(([k, v]) => `${k} ${Math.round(v.ms)}`)
        .join(', ')}`,
      '',
    )
  if (r.B1) out.push(...b1(r.B1))
  if (r.B2) out.push(...b2(r.B2, r.B1))
  if (r.B3) out.push(...b3(r.B3))
  if (r.B4) out.push(...b4(r.B4))
  if (r.B5) out.push(...b5(r.B5))
  if (r.B6) out.push(...b6(r.B6))
  if (r.B7) out.push(...b7(r.B7))
  if (r.B8) out.push(...b8(r.B8))
  return out.join('\n')
}
if (process.argv[1]?.endsWith('report.mjs')) {
  const rs = process.argv.slice(2).map((f) => JSON.parse(readFileSync(f)))
  console.log(render(rs.length > 1 ? merge(rs) : rs[0]))
}
