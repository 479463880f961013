// One process per loop contender. Parent sends {id, cmd, ...}; we answer {id, ok|error}.
import fs from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { makeTools } from './tools.mjs'
import { SYSTEM, PROMPT, modelName, finalText } from './script.mjs'

let contender, baseURL, importMs
const instances = new Map()

async function instance(kind, sc, stream) {
  const key = `${kind}|${modelName(sc)}|${stream}`
  if (!instances.has(key)) {
    const { tools, hits } = makeTools(sc.t ?? 5)
    const o = {
      baseURL,
      model: modelName(sc),
      scenario: { k: 0, p: 1, t: 5, s: 0, ...sc },
      tools,
      system: SYSTEM,
      stream,
    }
    const turn = kind === 'stub' ? await contender.createStub(o) : await contender.create(o)
    instances.set(key, { turn, hits })
  }
  return instances.get(key)
}
const status = (k) => Number(new RegExp(`${k}:\\s+(\\d+)`).exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
const resetPeak = () => {
  try {
    fs.writeFileSync('/proc/self/clear_refs', '5')
  } catch {}
}
const pct = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]
const timeout = (p, ms) => {
  let t
  return Promise.race([
    p,
    new Promise((_, no) => {
      t = setTimeout(() => no(new Error(`turn did not finish within ${ms} ms`)), ms)
    }),
  ]).finally(() => clearTimeout(t))
}

/** Runs turns on `conc` lanes until `ms` have passed and at least `minN` turns were started (or exactly `n` turns), checking every one. */
async function batch({
  kind = 'http',
  sc,
  stream = false,
  n = Infinity,
  ms = Infinity,
  minN = 1,
  conc = 1,
  maxMs = 60_000,
  ttft = false,
  gc = false,
}) {
  const { turn, hits } = await instance(kind, sc, stream)
  const want = finalText({ k: 0, p: 1, s: 0, ...sc })
  const lat = [],
    first = [],
    errors = []
  let started = 0,
    done = 0
  hits.n = 0
  if (gc) {
    globalThis.gc?.()
    globalThis.gc?.()
  }
  const rss0 = status('VmRSS')
  resetPeak()
  const c0 = process.cpuUsage(),
    w0 = performance.now()
  const more = () => started < n && errors.length < 5 && (started < minN || performance.now() - w0 < ms)
  const lane = async () => {
    do {
      started++
      const t0 = performance.now()
      let tf = 0
      try {
        const { text } = await turn(
          PROMPT,
          ttft
            ? () => {
                if (!tf) tf = performance.now()
              }
            : undefined,
        )
        if (text !== want) throw new Error(`wrong final text: ${JSON.stringify(String(text).slice(0, 120))}`)
        done++
      } catch (e) {
        errors.push(String(e?.stack ?? e).slice(0, 600))
      }
      lat.push(performance.now() - t0)
      if (ttft) first.push(tf - t0)
    } while (more())
  }
  try {
    await timeout(Promise.all(Array.from({ length: Math.min(conc, n) }, lane)), maxMs)
  } catch (e) {
    errors.push(e.message)
  }
  const wallMs = performance.now() - w0,
    c = process.cpuUsage(c0)
  const peak = status('VmHWM')
  const calls = (sc.k ?? 0) * (sc.p ?? 1) * started
  if (!errors.length && hits.n !== calls) errors.push(`tool executions: ${hits.n} instead of ${calls}`)
  if (globalThis.__blocked?.length) errors.push(`tried to reach ${[...new Set(globalThis.__blocked)]}`)
  lat.sort((a, b) => a - b)
  first.sort((a, b) => a - b)
  return {
    n: started,
    done,
    errors,
    wallMs,
    cpuUs: c.user + c.system,
    p50: pct(lat, 0.5),
    p99: pct(lat, 0.99),
    ttft50: ttft ? pct(first, 0.5) : null,
    rss0,
    peak,
  }
}

const cmds = {
  async init(m) {
    baseURL = m.baseURL
    const t = performance.now()
    contender = (await import(pathToFileURL(path.resolve(m.file)))).default
    importMs = performance.now() - t
    return {
      name: contender.name,
      importMs,
      rss: status('VmRSS'),
      hasStub: !!contender.createStub,
      b3Turns: contender.b3Turns,
    }
  },
  batch,
  /** CPU profile of a batch (same data as --cpu-prof, but started after warm-up). */
  async profile({ out, interval = 200, ...m }) {
    const { Session } = await import('node:inspector/promises')
    const s = new Session()
    s.connect()
    await s.post('Profiler.enable')
    await s.post('Profiler.setSamplingInterval', { interval })
    await s.post('Profiler.start')
    const r = await batch(m)
    const { profile } = await s.post('Profiler.stop')
    fs.mkdirSync(path.dirname(out), { recursive: true })
    fs.writeFileSync(out, JSON.stringify(profile))
    return r
  },
  async drop() {
    instances.clear()
    globalThis.gc?.()
    return {}
  },
}
process.on('message', async (m) => {
  try {
    process.send({ id: m.id, ok: await cmds[m.cmd](m) })
  } catch (e) {
    process.send({ id: m.id, error: String(e?.stack ?? e).slice(0, 1500) })
  }
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', (e) =>
  console.error(`[${contender?.name}] unhandled rejection: ${String(e?.stack ?? e).slice(0, 400)}`),
)
