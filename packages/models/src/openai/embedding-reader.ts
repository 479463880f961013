import type { Embedding, EmbeddingResponse } from '@vernal/chat'
import { reportedError, unusableEmbeddings } from '../model-error'
import { isWireObject, wireList, wireNumber, wireObject, type WireObject } from '../wire-value'
import { bodyExcerpt, hasError, providerErrorWords } from './provider-error'
import { readUsage, usageOf } from './wire-usage'

/** Where an answer comes from. */
export interface EmbeddingSource {
  /** Names the server in errors. */
  readonly server: string
  readonly conceal: (words: string) => string
}

/**
 * Reads the body of an answer: its embeddings in the order of their indexes, as numbers or base64.
 *
 * @throws {ModelError} `MODEL_REPORTED_ERROR`, `MODEL_EMBEDDINGS_UNUSABLE`
 */
export function readEmbeddings(text: string, source: EmbeddingSource): EmbeddingResponse {
  const body = parsedBody(text, source)
  if (hasError(body)) throw reportedError(source.server, source.conceal(providerErrorWords(body) ?? bodyExcerpt(text)))
  const items = wireList(body.data).map(wireObject)
  const embeddings = inOrder(items, source).map((item) => readEmbedding(item.embedding, source))
  const usage = readUsage(usageOf(body))
  return usage ? { embeddings, usage } : { embeddings }
}

function parsedBody(text: string, { server, conceal }: EmbeddingSource): WireObject {
  try {
    const body: unknown = JSON.parse(text)
    if (isWireObject(body)) return body
  } catch {
    // Falls through: what came is not JSON.
  }
  throw unusableEmbeddings(server, `the body is ${conceal(bodyExcerpt(text))}`)
}

/** By `index` where all items have one, else as they come. */
function inOrder(items: readonly WireObject[], { server }: EmbeddingSource): readonly WireObject[] {
  if (items.some((item) => wireNumber(item.index) === undefined)) return items
  const sorted = [...items].sort((left, right) => Number(left.index) - Number(right.index))
  if (sorted.every((item, position) => item.index === position)) return sorted
  throw unusableEmbeddings(server, `the indexes ${items.map((item) => String(item.index)).join(', ')}`)
}

function readEmbedding(value: unknown, { server }: EmbeddingSource): Embedding {
  const numbers = typeof value === 'string' ? floatsOf(value) : value
  if (Array.isArray(numbers) && numbers.every((each) => Number.isFinite(each))) return numbers as Embedding
  throw unusableEmbeddings(server, 'an embedding is not a list of numbers')
}

/** 32-bit numbers, the lowest byte first; undefined when the text does not hold whole ones. */
function floatsOf(base64: string): Embedding | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length % 4 !== 0) return undefined
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}
