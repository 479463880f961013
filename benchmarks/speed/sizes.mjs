// Install size of each peer alone: npm install into an empty folder, then du and a count of package folders. Writes sizes.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync, rmSync, readFileSync, readdirSync, existsSync } from 'node:fs'
import path from 'node:path'
const deps = JSON.parse(readFileSync('package.json')).dependencies
const SETS = {
  openai: ['openai'],
  'openai + zod': ['openai', 'zod'],
  'ai-sdk': ['ai', '@ai-sdk/openai-compatible', 'zod'],
  langchain: ['langchain', '@langchain/core', '@langchain/openai', 'zod'],
  'openai-agents': ['@openai/agents', 'zod'],
  mastra: ['@mastra/core', 'zod'],
  genkit: ['genkit', '@genkit-ai/compat-oai'],
  nestjs: ['@nestjs/core', '@nestjs/common', 'reflect-metadata', 'rxjs'],
  inversify: ['inversify', 'reflect-metadata'],
  awilix: ['awilix'],
  tsyringe: ['tsyringe', 'reflect-metadata'],
  zod: ['zod'],
  ajv: ['ajv'],
  typebox: ['typebox'],
}
const only = process.argv.slice(2)
const out = existsSync('sizes.json') ? JSON.parse(readFileSync('sizes.json')) : {}
function count(dir) {
  let n = 0
  const nm = path.join(dir, 'node_modules')
  if (!existsSync(nm)) return 0
  for (const e of readdirSync(nm, { withFileTypes: true })) {
    if (!e.isDirectory() || e.name.startsWith('.')) continue
    for (const p of e.name.startsWith('@')
      ? readdirSync(path.join(nm, e.name)).map((x) => path.join(e.name, x))
      : [e.name]) {
      n++
      n += count(path.join(nm, p))
    }
  }
  return n
}
for (const [name, pkgs] of Object.entries(SETS)) {
  if (only.length ? !only.includes(name) : out[name]) continue
  const dir = path.resolve('results/.sizes', name.replace(/\W+/g, '-'))
  mkdirSync(dir, { recursive: true })
  writeFileSync(
    path.join(dir, 'package.json'),
    JSON.stringify({ name: 's', private: true, dependencies: Object.fromEntries(pkgs.map((p) => [p, deps[p]])) }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kb = Number(execFileSync('du', ['-sk', path.join(dir, 'node_modules')], { encoding: 'utf8' }).split('\t')[0])
  out[name] = {
    packages: count(dir),
    mb: +(kb / 1024).toFixed(1),
    of: Object.fromEntries(pkgs.map((p) => [p, deps[p]])),
  }
  console.log(name, out[name].packages, out[name].mb)
  rmSync(dir, { recursive: true, force: true })
  writeFileSync('sizes.json', JSON.stringify(out, null, 1))
}
