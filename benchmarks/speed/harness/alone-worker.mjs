// argv: rounds, ms per task and round. Prints { chunks, tasks: { task: [CPU ns per round] } }.
import vernal from '../contenders/loop/vernal.mjs'
import { piecesOf } from '../contenders/loop/_vernal-script.mjs'
import { cpuNsPerCall } from './cpu-time.mjs'
import { finalText, PROMPT, SYSTEM } from './script.mjs'
import { makeTools } from './tools.mjs'

const CHUNKS = 2000
const [, , rounds, ms] = process.argv.map(Number)

async function turn(scenario, stream = false) {
  const { tools } = makeTools(5)
  const ask = await vernal.createStub({ tools, system: SYSTEM, stream, scenario: { p: 1, t: 5, s: 0, ...scenario } })
  return async () => {
    const { text } = await ask(PROMPT)
    if (text !== finalText({ p: 1, s: 0, ...scenario })) throw new Error(`wrong text: ${text.slice(0, 100)}`)
  }
}

/** What a reader without a framework would do. */
async function readModel() {
  let text = ''
  for await (const piece of piecesOf({ k: 0, p: 1, t: 5, s: CHUNKS }, { messages: [] })) {
    text += piece.generations[0].message.content
  }
  if (text !== finalText({ k: 0, p: 1, s: CHUNKS })) throw new Error('wrong text')
}

const tasks = {
  'model alone': readModel,
  'through the client': await turn({ k: 0, s: CHUNKS }, true),
  '10 rounds': await turn({ k: 10 }),
  '100 rounds': await turn({ k: 100 }),
}
const measured = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]))
// The first round warms up.
for (let round = 0; round <= rounds; round++) {
  for (const [name, task] of Object.entries(tasks)) {
    const ns = await cpuNsPerCall(task, ms)
    if (round > 0) measured[name].push(Math.round(ns))
  }
}
console.log(JSON.stringify({ chunks: CHUNKS, tasks: measured }))
process.exit(0)
