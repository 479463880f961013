// Word vectors that come with this folder: no network, nothing to install, a few microseconds a text. A text is the mean of its
// words; words that are not among them, and other languages than English, say nothing. make-word-vectors.mjs says how they were made.
import { readFileSync } from 'node:fs'

const DIMENSIONS = 96

/** Reads word-vectors.bin: the length of the words in bytes, the words in lines, a scale for each, and their directions as bytes. */
export function wordEmbedder(file = new URL('word-vectors.bin', import.meta.url)) {
  const bytes = readFileSync(file)
  const wordsEnd = 4 + bytes.readUInt32LE(0)
  const words = bytes.toString('utf8', 4, wordsEnd).split('\n')
  const places = new Map(words.map((word, place) => [word, place]))
  const directionsStart = wordsEnd + words.length * 4
  return {
    embed(texts) {
      return texts.map((text) => {
        const sum = new Float64Array(DIMENSIONS)
        for (const word of wordsOf(text)) {
          const place = places.get(word)
          if (place === undefined) continue
          const scale = bytes.readFloatLE(wordsEnd + place * 4)
          const start = directionsStart + place * DIMENSIONS
          for (let at = 0; at < DIMENSIONS; at++) sum[at] += scale * bytes.readInt8(start + at)
        }
        return sum
      })
    },
  }
}

/** The words of a text in small letters; identifiers are split. */
export function wordsOf(text) {
  const runs = text.match(/[A-Za-z]+/g) ?? []
  return runs
    .flatMap((run) => run.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/))
    .map((word) => word.toLowerCase())
}
