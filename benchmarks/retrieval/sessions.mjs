// node --expose-gc sessions.mjs     what sessions over equal tools, and a change of a large set, cost
import { KeywordToolIndex } from '../../packages/tools/dist/index.js'
import { loadTools } from './eval.mjs'

const definitions = loadTools('mix').map(({ name, description, parameters }) => ({
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
for (let count = 0; count < 50; count++) {
  const changed = Object.freeze([...many, definitions[10_000 + count]])
  const startedAt = performance.now()
  const next = await index.open(changed)
  times.push(performance.now() - startedAt)
  await current.close()
  current = next
}
times.sort((left, right) => left - right)
console.log(`one more tool among 10,000: ${times[25].toFixed(2)} ms (median), ${times[49].toFixed(2)} ms (worst)`)

function heap() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
