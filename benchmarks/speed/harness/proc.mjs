import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { writeFileSync } from 'node:fs'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const children = new Set()
const killAll = () => {
  for (const c of children) c.kill('SIGKILL')
}
process.on('exit', killAll)
for (const s of ['SIGINT', 'SIGTERM'])
  process.on(s, () => {
    killAll()
    process.exit(130)
  })

function start(file, { execArgv = [], env = {} } = {}) {
  const c = fork(path.join(ROOT, file), [], {
    execArgv,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  })
  children.add(c)
  c.err = ''
  c.stderr.on('data', (d) => {
    c.err = (c.err + d).slice(-4000)
    if (process.env.BENCH_DEBUG) process.stderr.write(d)
  })
  c.once('exit', () => children.delete(c))
  return c
}
export async function startStub() {
  const c = start('harness/stub-server.mjs')
  const { port } = await new Promise((r) => c.once('message', r))
  const ask = (m) =>
    new Promise((r) => {
      c.once('message', r)
      c.send(m)
    })
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    port,
    stats: async () => (await ask('stats')).stats,
    reset: () => ask('reset'),
    stop: () => c.kill(),
  }
}
export async function startWorker(file, baseURL, { execArgv = [], env = {} } = {}) {
  const c = start('harness/worker.mjs', {
    execArgv: ['--expose-gc', '--import', path.join(ROOT, 'harness/guard.mjs'), ...execArgv],
    env: {
      NODE_ENV: 'production',
      GENKIT_ENV: 'prod',
      OPENAI_AGENTS_DISABLE_TRACING: '1',
      MASTRA_TELEMETRY_DISABLED: '1',
      LANGSMITH_TRACING: 'false',
      ...env,
    },
  })
  let id = 0
  const waiting = new Map()
  c.on('message', (m) => {
    const w = waiting.get(m.id)
    waiting.delete(m.id)
    m.error ? w.no(new Error(m.error)) : w.yes(m.ok)
  })
  c.once('exit', (code, sig) => {
    for (const w of waiting.values()) w.no(new Error(`worker ended (${code ?? sig}): ${c.err.slice(-600)}`))
    waiting.clear()
  })
  const call = (cmd, args = {}) =>
    new Promise((yes, no) => {
      waiting.set(++id, { yes, no })
      c.send({ id, cmd, ...args })
    })
  const info = await call('init', { file, baseURL })
  return {
    info,
    call,
    pid: c.pid,
    stderr: () => c.err,
    stop: () =>
      new Promise((r) => {
        if (c.exitCode !== null || c.signalCode) return r()
        c.once('exit', r)
        c.disconnect()
        setTimeout(() => c.kill('SIGKILL'), 5000).unref()
      }),
  }
}
