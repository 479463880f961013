// B3 many-in-flight: a fresh process per contender and round, 2,000 turns started at once, 200 ms of think time per model call.
import { startWorker } from '../harness/proc.mjs'
import { loopFiles } from '../harness/fleet.mjs'

export async function b3(ctx) {
  // Quick mode reuses the warm fleet (its memory figures are then only rough); the full run starts a fresh process each time.
  const all = ctx.quick ? 32 : (ctx.b3turns ?? 2000),
    k = 2,
    d = ctx.quick ? 100 : 200,
    rounds = 1 // for more rounds run it again and merge (report.mjs a.json b.json)
  const out = { turns: all, idealMs: (k + 1) * d, res: {} }
  for (let r = 0; r < rounds; r++)
    for (const f of ctx.quick ? ctx.fleet.map((x) => x.file) : loopFiles(ctx.filter)) {
      let w
      const key = f.replace(/\.mjs$/, '')
      try {
        w = ctx.quick
          ? ctx.fleet.find((x) => x.file === f).w
          : await startWorker(`contenders/loop/${f}`, ctx.stub.baseURL)
      } catch (e) {
        out.res[key] = { samples: [], errors: [e.message.split('\n')[0]] }
        continue
      }
      const res = (out.res[w.info.name] ??= { samples: [], errors: [] })
      // The slowest peers take most of a minute for 2,000 turns: their adapters ask for 500 (b3Turns), unless --b3-turns says otherwise.
      const turns = ctx.b3turns ?? Math.min(all, w.info.b3Turns ?? all)
      try {
        if (!ctx.quick) {
          const warm = await w.call('batch', { kind: 'http', sc: { k, p: 1, t: 5 }, conc: 32, ms: 500 })
          if (warm.errors.length) throw new Error(warm.errors[0])
        }
        await ctx.stub.reset()
        const b = await w.call('batch', {
          kind: 'http',
          sc: { k, p: 1, t: 5, d },
          n: turns,
          conc: turns,
          gc: true,
          maxMs: 120_000,
        })
        const s = await ctx.stub.stats()
        if (!b.errors.length && s.requests !== turns * (k + 1))
          b.errors.push(`stub saw ${s.requests} requests instead of ${turns * (k + 1)}`)
        if (b.errors.length) res.errors.push(`${turns - b.done} of ${turns} turns missing: ${b.errors[0]}`)
        else
          res.samples.push({
            turns,
            wallMs: b.wallMs,
            cpuPerTurn: b.cpuUs / turns,
            p99: b.p99,
            kbPerTurn: (b.peak - b.rss0) / 1024 / turns,
            peak: b.peak,
            peakInFlight: s.peakInFlight,
          })
      } catch (e) {
        res.errors.push(e.message)
      }
      if (res.errors.length) ctx.log(`  B3 ${w.info.name}: ${res.errors.at(-1).split('\n')[0]}`)
      if (!ctx.quick) await w.stop()
    }
  return out
}
