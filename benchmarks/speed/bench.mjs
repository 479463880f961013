// node bench.mjs [b1 b2 …] [contender …] [--quick] [--matrix] [--all] [--rounds N] [--b3-turns 2000] [--out results/x.json]
// A contender may be named by the beginning of its name: `b2 vernal raw`. Without names, all parts and all contenders.
import { writeFileSync, readFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startStub, ROOT } from './harness/proc.mjs'
import { openFleet } from './harness/fleet.mjs'
import { b1, b2, b6 } from './benches/b1.mjs'
import { b3 } from './benches/b3.mjs'
import { b4 } from './benches/b4.mjs'
import { b5 } from './benches/b5.mjs'
import { b7 } from './benches/b7.mjs'
import { b8 } from './benches/b8.mjs'
import { render } from './report.mjs'

const argv = process.argv.slice(2)
const flag = (n) => argv.includes(`--${n}`)
const opt = (n) => {
  const i = argv.indexOf(`--${n}`)
  return i === -1 ? undefined : argv[i + 1]
}
const VALUED = ['--rounds', '--b3-turns', '--out']
const named = argv.filter((word, i) => !word.startsWith('--') && !VALUED.includes(argv[i - 1]))
const isPart = (word) => /^b[1-8]$/i.test(word)
const only = named.filter(isPart).map((word) => word.toUpperCase())
const contenders = named.filter((word) => !isPart(word))
const wants = (b) => only.length === 0 || only.includes(b)
const t0 = Date.now()
const log = (s) => console.error(`[${((Date.now() - t0) / 1000).toFixed(0).padStart(3)}s] ${s}`)

const pkg = JSON.parse(readFileSync(path.join(ROOT, 'package.json')))
const ctx = {
  quick: flag('quick'),
  matrix: flag('matrix'),
  filter: contenders.length > 0 ? contenders : undefined,
  rounds: opt('rounds') && Number(opt('rounds')),
  b3turns: opt('b3-turns') && Number(opt('b3-turns')),
  log,
}
const result = {
  node: process.version,
  mode: ctx.matrix ? 'matrix' : ctx.quick ? 'quick' : 'full',
  date: new Date().toISOString(),
  cpu: `${os.cpus().length} x ${os.cpus()[0].model}`,
  versions: pkg.dependencies,
  load0: os.loadavg()[0],
}
process.chdir(ROOT)
const stub = await startStub()
ctx.stub = stub
const out = opt('out') ?? `results/node${process.versions.node.split('.')[0]}-${result.mode}.json`
mkdirSync('results', { recursive: true })
// Saved after every part, so that an interrupted run still leaves what it had.
const part = async (name, title, f) => {
  if (!wants(name)) return
  log(`${name} ${title}`)
  result[name] = await f()
  result.seconds = (Date.now() - t0) / 1000
  writeFileSync(out, JSON.stringify(result))
}
if (wants('B1') || wants('B2') || wants('B6') || (ctx.quick && wants('B3'))) {
  log('starting the fleet')
  const f = await openFleet({ baseURL: stub.baseURL, filter: ctx.filter, log, quick: ctx.quick })
  result.notStarted = f.failed
  result.imports = Object.fromEntries(f.fleet.map((x) => [x.name, { ms: x.w.info.importMs, rss: x.w.info.rss }]))
  const c = { ...ctx, fleet: f.fleet }
  await part('B1', 'loop-http', () => b1(c))
  if (!ctx.matrix) {
    await part('B2', 'loop-stub', () => b2(c))
    await part('B6', 'streaming', () => b6(c))
    if (ctx.quick) await part('B3', 'many-in-flight', () => b3(c))
  }
  await f.close()
}
if (!ctx.matrix) {
  if (!ctx.quick) await part('B3', 'many-in-flight', () => b3(ctx))
  await part('B4', 'bootstrap', () => b4(ctx))
  await part('B5', 'schema', () => b5(ctx))
  await part('B7', 'imports', () => b7(ctx))
  await part('B8', 'vernal alone', () => b8(ctx))
}
stub.stop()
const md = render(result)
writeFileSync(out.replace(/\.json$/, '.md'), md)
console.log(md)
log(`done in ${result.seconds.toFixed(0)} s -> ${out}`)
const errors = JSON.stringify(result).match(/"errors":\[[^\]]/g)?.length ?? 0
if (errors) log(`${errors} cells ended in an error (shown as ERR)`)
process.exit(errors ? 1 : 0)
