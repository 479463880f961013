// A fleet: one warm worker per loop contender, driven round-robin so that noise hits all of them alike.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT, startWorker } from './proc.mjs'

export const BASELINE = 'raw-fetch'
const EXTRAS = ['raw-undici', 'sketch-fetch'] // only with --all or by name, to keep a full run near six minutes
export function loopFiles(filter, all = process.argv.includes('--all')) {
  return readdirSync(path.join(ROOT, 'contenders/loop'))
    .filter((f) => /^[^_].*\.mjs$/.test(f))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .filter((f) =>
      filter
        ? filter.some((x) => f.startsWith(x)) || f.startsWith(BASELINE)
        : all || !EXTRAS.some((x) => f.startsWith(x)),
    )
}
const ORDER = [
  'raw-http',
  'raw-undici',
  'raw-fetch',
  'sketch-http',
  'sketch-fetch',
  'openai-sdk',
  'openai-runtools',
  'ai-sdk',
  'openai-agents',
  'langchain',
  'mastra',
  'genkit',
]
const rank = (f) => {
  const i = ORDER.findIndex((o) => f.startsWith(o))
  return i === -1 ? 4.5 : i
}

export async function openFleet({ baseURL, filter, log, execArgv, quick }) {
  const failed = {},
    files = loopFiles(filter)
  const one = async (f) => {
    try {
      const w = await startWorker(`contenders/loop/${f}`, baseURL, { execArgv })
      // One deep-checked turn each way before any number is taken: the stub parses and validates the whole request.
      let bad
      for (const stream of [false, true])
        for (const t of quick ? [5] : [5, 50])
          bad ??= (await w.call('batch', { kind: 'http', sc: { k: 2, p: 2, t, v: 1 }, stream, n: 1, maxMs: 20_000 }))
            .errors[0]
      if (bad) {
        await w.stop()
        throw new Error(bad)
      }
      return { file: f, name: w.info.name, w }
    } catch (e) {
      failed[f.replace(/\.mjs$/, '')] = e.message.split('\n')[0].slice(0, 200)
      log(`  ${f}: not started: ${e.message.split('\n')[0]}`)
      return null
    }
  }
  const fleet = []
  for (let i = 0; i < files.length; i += 2) fleet.push(...(await Promise.all(files.slice(i, i + 2).map(one)))) // two at a time: two cores
  const up = fleet.filter(Boolean)
  return { fleet: up, failed, close: () => Promise.all(up.map((x) => x.w.stop())) }
}

/** Runs `cells` (label -> batch args) over the fleet for `rounds`; returns {cell: {contender: {samples, errors}}}. */
export async function runCells({ fleet, stub, cells, rounds, batchMs, warmMs, firstWarmMs, firstWarmN, log }) {
  const out = {}
  const warmed = new Set()
  for (const [label, args] of Object.entries(cells)) {
    const res = (out[label] = {})
    const live = []
    for (const x of fleet) {
      if (args.kind === 'stub' && !x.w.info.hasStub) continue
      const first = !warmed.has(`${x.name}${args.kind}${!!args.stream}`)
      res[x.name] = { samples: [], errors: [] }
      try {
        // JIT warm-up needs turns rather than milliseconds: the slow contenders get as many turns as the fast ones.
        const r = await x.w.call('batch', {
          ...args,
          ms: first ? firstWarmMs : warmMs,
          minN: first ? (firstWarmN ?? 1) : (args.minN ?? 1),
        })
        warmed.add(`${x.name}${args.kind}${!!args.stream}`)
        if (r.errors.length) {
          res[x.name].errors.push(...r.errors)
          log(`  ${label} ${x.name}: ${r.errors[0].split('\n')[0]}`)
          continue
        }
        live.push(x)
      } catch (e) {
        res[x.name].errors.push(e.message)
        log(`  ${label} ${x.name}: ${e.message.split('\n')[0]}`)
      }
    }
    const one = async (x) => {
      if (stub) await stub.reset()
      const s0 = stub && (await stub.stats())
      const b = await x.w.call('batch', { minN: 3, ...args, ms: batchMs })
      if (stub && args.kind !== 'stub') {
        const s = await stub.stats(),
          want = b.n * ((args.sc.k ?? 0) + 1)
        b.stub = (s.cpu.user + s.cpu.system - s0.cpu.user - s0.cpu.system) / s.requests
        b.bytes = s.bytesIn / s.requests
        if (!b.errors.length && (s.requests !== want || s.bad))
          b.errors.push(`stub saw ${s.requests} requests (${s.bad} bad) instead of ${want}`)
      }
      if (b.errors.length) throw new Error(b.errors[0])
      return {
        n: b.n,
        cpu: b.cpuUs / b.n,
        wall: (b.wallMs * 1000) / b.n,
        tps: b.n / (b.wallMs / 1000),
        p50: b.p50,
        p99: b.p99,
        ttft: b.ttft50,
        peak: b.peak,
        rss0: b.rss0,
        stub: b.stub,
        bytes: b.bytes,
      }
    }
    for (let r = 0; r < (args.conc > 1 && !process.argv.includes('--rounds') ? Math.min(rounds, 2) : rounds); r++) {
      // The baseline is taken twice per round, at the start and half way, and averaged: every ratio hangs on it.
      const order = live.map((_, i) => live[(i + r) % live.length]).filter((x) => x.name !== BASELINE)
      const base = live.find((x) => x.name === BASELINE),
        twice = []
      if (base) {
        order.unshift(base)
        order.splice(1 + ((order.length - 1) >> 1), 0, base)
      }
      for (const x of order) {
        if (res[x.name].errors.length) {
          res[x.name].samples[r] = null
          continue
        }
        try {
          const b = await one(x)
          if (x === base) twice.push(b)
          res[x.name].samples[r] =
            x === base && twice.length === 2
              ? Object.fromEntries(
                  Object.keys(b).map((k) => [k, b[k] == null ? null : (twice[0][k] + twice[1][k]) / 2]),
                )
              : b
        } catch (e) {
          res[x.name].errors.push(e.message)
          res[x.name].samples[r] = null
          log(`  ${label} ${x.name}: ${e.message.split('\n')[0]}`)
        }
      }
    }
    log(`  ${label} done`)
  }
  return out
}
