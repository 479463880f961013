// node --expose-gc report.mjs [index ...] [--sets a,b]     default: all four on all sets
// Runs eval.mjs for each index and prints recall@5 beside the recorded baselines. Fails when keyword falls below Lucene, or the mean over
// all sets below what is promised.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const baselines = JSON.parse(readFileSync(`${here}baselines.json`, 'utf8'))
const args = process.argv.slice(2)
const setsAt = args.indexOf('--sets')
const sets = setsAt < 0 ? baselines.sets : args[setsAt + 1].split(',')
const names = args.filter((_, position) => setsAt < 0 || (position !== setsAt && position !== setsAt + 1))
const indexes = names.length > 0 ? names : ['regex', 'keyword', 'vector', 'hybrid']

const rows = Object.entries(baselines.methods).map(([method, values]) => [
  method,
  sets.map((set) => values[baselines.sets.indexOf(set)]),
])
for (const index of indexes) rows.push([`Vernal ${index}`, measure(index)])

print('recall@5, dev', sets, 'mean')
for (const [method, values] of rows) print(method, values.map(decimal), decimal(mean(values)))

const lucene = rows[1][1]
const keyword = rows.find(([method]) => method === 'Vernal keyword')?.[1] ?? lucene
const worse = sets.filter((_, position) => keyword[position] < lucene[position])
if (worse.length > 0) throw new Error(`The keyword index finds less than Lucene on ${worse.join(', ')}.`)
if (sets.length === baselines.sets.length) {
  for (const [index, promised] of Object.entries({ keyword: 0.745, hybrid: 0.76 })) {
    const found = mean(rows.find(([method]) => method === `Vernal ${index}`)?.[1] ?? [promised])
    if (found < promised) throw new Error(`The ${index} index finds ${decimal(found)}, less than ${promised}.`)
  }
}

function measure(index) {
  const file = join(mkdtempSync(join(tmpdir(), 'retrieval-')), 'result.json')
  const script = [`${here}eval.mjs`, `${here}${index}.mjs`, '--sets', sets.join(','), '--json', file]
  execFileSync(process.execPath, ['--expose-gc', ...script], { stdio: 'inherit' })
  return JSON.parse(readFileSync(file, 'utf8')).rows.map((row) => row.r5)
}

function print(label, cells, last) {
  console.log(label.padEnd(30), cells.map((cell) => String(cell).padStart(9)).join(' '), String(last).padStart(7))
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function decimal(value) {
  return value.toFixed(3)
}
