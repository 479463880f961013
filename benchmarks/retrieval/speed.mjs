// node speed.mjs [runs]     what the keyword index costs beside what it may cost, in processor time, the best of some runs
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const runs = Number(process.argv[2] ?? 3)
const LIMITS = [
  { tools: 10_000, buildMs: 2_500, medianMs: 1, p99Ms: 10, indexMb: 25 },
  { tools: 50_000, buildMs: 12_000, medianMs: 3, p99Ms: 15, indexMb: 100 },
]
const SESSION_LIMITS = { sessionsKb: 1_024, addedMs: 1, sliceMs: 50 }
const over = []

for (const { tools, ...limits } of LIMITS)
  report(
    `${tools} tools`,
    bestOf(() => costOf(tools)),
    limits,
  )
report('sessions and changes', bestOf(sessions), SESSION_LIMITS)
if (over.length > 0) {
  console.log(`Over the limit: ${over.join(', ')}`)
  process.exitCode = 1
}

function costOf(tools) {
  const line = run('cost.mjs', `${here}keyword.mjs`, `${tools}`)
  const [, buildMs, medianMs, p99Ms, indexMb] =
    /build cpu ms (\d+).*query cpu ms p50 ([\d.]+) p99 ([\d.]+).*index MB ([\d.]+)/.exec(line) ?? []
  return { buildMs, medianMs, p99Ms, indexMb }
}

function sessions() {
  const text = run('sessions.mjs')
  const [, sessionsKb] = /more sessions over 500 tools: (-?\d+) KB/.exec(text) ?? []
  const [, addedMs] = /one more: ([\d.]+) ms/.exec(text) ?? []
  const [, sliceMs] = /held for (\d+) ms \(p99\)/.exec(text) ?? []
  return { sessionsKb, addedMs, sliceMs }
}

function run(script, ...args) {
  return execFileSync(process.execPath, ['--expose-gc', `${here}${script}`, ...args], { encoding: 'utf8' })
}

/** The neighbours of a busy machine cost time as well, so the least of each figure counts. */
function bestOf(measure) {
  const all = Array.from({ length: runs }, measure)
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, Math.min(...all.map((one) => Number(one[key])))]))
}

function report(what, figures, limits) {
  for (const [name, limit] of Object.entries(limits)) {
    const isOver = !(figures[name] <= limit)
    if (isOver) over.push(`${name} of ${what}`)
    console.log(
      `${what.padEnd(22)} ${name.padEnd(10)} ${String(figures[name]).padStart(8)}  of ${limit}${isOver ? '  OVER' : ''}`,
    )
  }
}
