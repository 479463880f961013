// argv: adapter file, classes file. One boot per process; prints one JSON line.
import { pathToFileURL } from 'node:url'
import path from 'node:path'
const [, , adapterFile, classesFile] = process.argv
const url = (f) => pathToFileURL(path.resolve(f)).href
const adapter = (await import(url(adapterFile))).default
const { defs } = await import(url(classesFile))
const ms = (a) => Number(process.hrtime.bigint() - a) / 1e6
globalThis.gc()
globalThis.gc()
const h0 = process.memoryUsage().heapUsed,
  r0 = process.memoryUsage.rss(),
  c0 = process.cpuUsage()
let t = process.hrtime.bigint()
for (const d of defs)
  adapter.decorate(
    d,
    d.deps.map((i) => defs[i].cls),
  )
const decorateMs = ms(t)
t = process.hrtime.bigint()
const app = await adapter.boot(defs)
const bootMs = ms(t),
  c = process.cpuUsage(c0)
const rssPeak = process.resourceUsage().maxRSS * 1024
globalThis.gc()
globalThis.gc()
const heap = process.memoryUsage().heapUsed - h0
// Correctness: every instance is of its class, deps are the very same singletons, all tools are found and callable.
let error = null
for (const d of defs) {
  const o = app.get(d)
  if (!(o instanceof d.cls)) {
    error = `${d.name} is not an instance of its class`
    break
  }
  const bad = d.deps.findIndex((i, j) => o[`d${j}`] !== app.get(defs[i]))
  if (bad !== -1) {
    error = `${d.name}: dependency ${bad} is not the singleton`
    break
  }
}
const wantTools = adapter.noTools ? 0 : defs.length * 2
if (!error && app.tools.length !== wantTools) error = `${app.tools.length} tools instead of ${wantTools}`
if (!error && wantTools) {
  const x = app.tools[app.tools.length - 1]
  if (typeof x.invoke({ a: 1, b: 1 }) !== 'number') error = 'tool does not run'
}
console.log(
  JSON.stringify({
    name: adapter.name,
    decorateMs,
    bootMs,
    cpuMs: (c.user + c.system) / 1000,
    heap,
    rss: rssPeak - r0,
    error,
  }),
)
process.exit(0)
