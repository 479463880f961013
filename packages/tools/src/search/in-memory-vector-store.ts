import type { VectorDocument, VectorHit, VectorQuery, VectorShelfStore } from './vector-store'

/** Keeps vectors in memory and compares a query with each of them. Fine for some ten thousands. */
export class InMemoryVectorStore implements VectorShelfStore {
  readonly #documents = new Map<string, StoredVector>()

  async add(documents: readonly VectorDocument[]): Promise<void> {
    for (const { id, vector, metadata } of documents) {
      this.#documents.set(id, { vector: unitVector(vector), metadata })
    }
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#documents.delete(id)
  }

  async search({ vector, limit, filter, minScore }: VectorQuery): Promise<readonly VectorHit[]> {
    const wanted = Object.entries(filter)
    const target = unitVector(vector)
    const hits: VectorHit[] = []
    for (const [id, document] of this.#documents) {
      if (!wanted.every(([key, value]) => document.metadata[key] === value)) continue
      const score = dotProduct(target, document.vector)
      if (score >= minScore) hits.push({ id, score })
    }
    return hits.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1)).slice(0, limit)
  }
}

interface StoredVector {
  readonly vector: Float32Array
  readonly metadata: Readonly<Record<string, string>>
}

function unitVector(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  const length = Math.hypot(...unit)
  return length > 0 ? unit.map((value) => value / length) : unit
}

function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += (left[index] as number) * (right[index] ?? 0)
  return sum
}
