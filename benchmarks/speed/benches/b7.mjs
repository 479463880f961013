// B7 imports: what loading a library costs before anything is made of it. One process per import, all of them in turn.
import { spawnSync } from 'node:child_process'
import { ROOT } from '../harness/proc.mjs'

const REQUIRE = "const require=(await import('node:module')).createRequire(process.cwd()+'/');"
const IMPORTS = {
  'bare node': '',
  // The names of a small application: a door loads what is behind a name when that is first read.
  vernal: `${REQUIRE}const {run,Service,Tool,ToolParam,ChatClient}=require('vernal');`,
  'vernal with its OpenAI model': `${REQUIRE}const {run,Service,Tool,ToolParam,ChatClient}=require('vernal');const {OpenAiChatModel}=require('@vernal/models/openai');new OpenAiChatModel({model:'m',apiKey:'x'});`,
  openai: "const {default:OpenAI}=await import('openai');new OpenAI({apiKey:'x'});",
  'ai-sdk': "await import('ai');await import('@ai-sdk/openai-compatible');",
  'openai-agents': "await import('@openai/agents');",
  langchain: "await import('langchain');await import('@langchain/openai');",
  mastra: "await import('@mastra/core/agent');await import('@mastra/core/tools');",
  genkit: "await import('genkit');await import('@genkit-ai/compat-oai');",
}
const REPORT =
  'const c=process.cpuUsage();console.log(JSON.stringify({ms:performance.now(),cpu:(c.user+c.system)/1000,rss:process.memoryUsage.rss()}));process.exit(0)'

export async function b7(ctx) {
  const rounds = ctx.rounds ?? (ctx.quick ? 2 : 7)
  const names = Object.keys(IMPORTS).filter((name) => isWanted(name, ctx.filter))
  const res = Object.fromEntries(names.map((name) => [name, { samples: [], errors: [] }]))
  // Round 0 only brings the files into the cache.
  for (let r = 0; r <= rounds; r++) {
    for (const name of names) {
      const { sample, error } = timed(IMPORTS[name])
      if (error) res[name].errors.push(error)
      else if (r > 0) res[name].samples.push(sample)
    }
  }
  return res
}

const isWanted = (name, filter) => name === 'bare node' || !filter || filter.some((part) => name.startsWith(part))

function timed(code) {
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', code + REPORT], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (child.status !== 0) return { error: child.stderr.split('\n').find((line) => /Error/.test(line)) ?? 'failed' }
  return { sample: JSON.parse(child.stdout.trim().split('\n').at(-1)) }
}
