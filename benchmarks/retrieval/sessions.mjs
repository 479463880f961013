// node --expose-gc sessions.mjs     what sessions over equal tools, a change of a large set, and building one cost
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { KeywordToolIndex } from '../../packages/tools/dist/index.js'
import { loadTools } from './eval.mjs'

const definitions = loadTools('scale').map(({ name, description, parameters }) => ({
  name,
  description: description ?? '',
  inputSchema: parameters,
}))

const index = new KeywordToolIndex()
const some = Object.freeze(definitions.slice(0, 500))
const first = await index.open(some)
const before = heap()
const sessions = []
for (let count = 0; count < 1_000; count++) sessions.push(await index.open(some))
console.log(`1,000 more sessions over 500 tools: ${((heap() - before) / 1024).toFixed(0)} KB`)
await Promise.all([first, ...sessions].map((session) => session.close()))

const many = definitions.slice(0, 10_000)
let current = await index.open(Object.freeze(many))
const times = []
for (let count = 0; count < 60; count++) {
  const changed = Object.freeze([...many, definitions[10_000 + count]])
  const startedAt = process.cpuUsage()
  const next = await index.open(changed)
  const { user, system } = process.cpuUsage(startedAt)
  times.push((user + system) / 1_000)
  await current.close()
  current = next
}
const settled = times.slice(10).sort((left, right) => left - right)
console.log(
  `10,000 tools and one more: ${settled[25].toFixed(2)} ms of CPU (median), ${settled[48].toFixed(2)} ms (worst but one)`,
)

const huge = Object.freeze([
  ...definitions,
  ...definitions
    .slice(0, 50_000 - definitions.length)
    .map((tool) => ({ ...tool, name: `${tool.name.slice(0, 58)}_again` })),
])
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const startedAt = process.cpuUsage()
const opened = await new KeywordToolIndex().open(huge)
const { user, system } = process.cpuUsage(startedAt)
delay.disable()
console.log(
  `${opened.size} tools: ${((user + system) / 1e6).toFixed(1)} s of CPU, event loop held for ${(delay.percentile(99) / 1e6).toFixed(0)} ms (p99), ${(delay.max / 1e6).toFixed(0)} ms (longest)`,
)

function heap() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
