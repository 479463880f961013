// Writes a module with N classes in the form tsc emits: 3 constructor dependencies each (on earlier classes), 2 tool methods.
import { mkdirSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './proc.mjs'
export function genClasses(n) {
  const dir = path.join(ROOT, 'results/.gen'),
    file = path.join(dir, `classes-${n}.mjs`)
  if (existsSync(file)) return file
  let seed = 42 // mulberry32: the same graph on every machine
  const rnd = (m) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % m
  }
  const src = [],
    defs = []
  for (let i = 0; i < n; i++) {
    const deps = new Set()
    while (deps.size < Math.min(3, i)) deps.add(rnd(i))
    const d = [...deps],
      ps = d.map((x) => `s${x}`)
    src.push(
      `class S${i} { constructor(${ps.join(', ')}) { ${ps.map((p, j) => `this.d${j} = ${p};`).join(' ')} } lookup(args) { return args.a + ${i}; } update(args) { return args.b * ${i}; } }`,
    )
    defs.push(`{ i: ${i}, name: 's${i}', cls: S${i}, deps: [${d.join(',')}] }`)
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, `${src.join('\n')}\nexport const defs = [\n${defs.join(',\n')}\n];\n`)
  return file
}
