// B4: container boot (one process per boot), hello-world import cost (one process per start); install sizes come from sizes.json (node sizes.mjs).
import { spawnSync } from 'node:child_process'
import { readdirSync, existsSync, readFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../harness/proc.mjs'
import { genClasses } from '../harness/gen-classes.mjs'
import { loopFiles } from '../harness/fleet.mjs'

const node = (args, env = {}) => {
  const r = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_ENV: 'production', GENKIT_ENV: 'prod', MASTRA_TELEMETRY_DISABLED: '1', ...env },
  })
  if (r.status !== 0)
    throw new Error(
      (r.stderr || r.error?.message || 'failed').split('\n').find((l) => /Error/.test(l)) ?? `exit ${r.status}`,
    )
  return JSON.parse(r.stdout.trim().split('\n').at(-1))
}
export async function b4(ctx) {
  const rounds = ctx.rounds ?? (ctx.quick ? 1 : 2),
    sizes = ctx.quick ? [1000] : [100, 1000, 5000]
  const files = containerFiles(ctx.filter)
  const boot = {}
  for (const n of sizes) {
    const classes = genClasses(n)
    for (let r = 0; r < rounds; r++)
      for (const f of files) {
        const key = f.replace(/\.mjs$/, '')
        let x
        try {
          x = node(['--expose-gc', 'harness/boot-worker.mjs', `contenders/container/${f}`, classes])
        } catch (e) {
          x = { name: key, error: e.message }
        }
        const b = ((boot[x.name] ??= {})[n] ??= { samples: [], errors: [] })
        if (x.error) {
          b.errors.push(x.error)
          ctx.log(`  boot ${x.name} ${n}: ${x.error}`)
        } else b.samples[r] = x
      }
  }
  ctx.log('  boots done')
  // Hello world: import the adapter (the peer and zod), make one tool and one agent, no call. "bare" is node alone.
  const code = (
    f,
  ) => `${f ? `const a=(await import('./contenders/loop/${f}')).default;const {makeTools}=await import('./harness/tools.mjs');await a.create({baseURL:'http://127.0.0.1:9/v1',model:'m',tools:makeTools(1).tools,system:'s',stream:false});` : ''}
    const c=process.cpuUsage();console.log(JSON.stringify({ms:performance.now(),cpu:(c.user+c.system)/1000,rss:process.memoryUsage.rss()}));process.exit(0)`
  const hello = {}
  const list = ctx.quick
    ? []
    : [null, ...loopFiles(ctx.filter).filter((f) => ctx.filter || !/^(sketch|raw-undici)/.test(f))] // quick mode: see the import times of the fleet instead
  mkdirSync(path.join(ROOT, 'results/.cc'), { recursive: true })
  for (let r = 0; r < rounds + 1; r++)
    for (const f of list)
      for (const cached of r === 0 || r === rounds ? [false] : [false, true]) {
        // Round 0 only warms the file cache and fills the compile cache.
        const key = f ? f.replace(/\.mjs$/, '') : 'bare node'
        const h = (hello[key] ??= { plain: [], cached: [], errors: [] })
        try {
          if (r === 0) {
            node(['--input-type=module', '-e', code(f)], { NODE_COMPILE_CACHE: 'results/.cc' })
            continue
          }
          ;(cached ? h.cached : h.plain).push(
            node(['--input-type=module', '-e', code(f)], cached ? { NODE_COMPILE_CACHE: 'results/.cc' } : {}),
          )
        } catch (e) {
          h.errors.push(e.message)
        }
      }
  const sz = path.join(ROOT, 'sizes.json')
  return { boot, hello, sizes: existsSync(sz) ? JSON.parse(readFileSync(sz)) : null }
}

/** Those that are named, beside the limit that every ratio hangs on; all when none is. */
function containerFiles(filter) {
  const files = readdirSync(path.join(ROOT, 'contenders/container')).filter((f) => /^[^_].*\.mjs$/.test(f))
  const isNamed = (f) => filter?.some((name) => f.startsWith(name))
  return files.some(isNamed) ? files.filter((f) => isNamed(f) || f === 'hand-wired.mjs') : files
}
