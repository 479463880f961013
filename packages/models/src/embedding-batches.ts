import { addUsage, type Embedding, type EmbeddingResponse, type Usage } from '@vernal/chat'

/** How much one request for embeddings may hold. */
export interface EmbeddingBatchLimits {
  /** Texts of one request. At least 1. */
  readonly maxBatchTexts: number
  /** Characters of one request, all texts together. A longer text goes alone. At least 1. */
  readonly maxBatchCharacters: number
  /** Requests at once. At least 1. */
  readonly maxConcurrentRequests: number
}

/** Embeds the texts of one request, in their order. */
export type EmbedBatch = (texts: readonly string[], signal: AbortSignal) => Promise<EmbeddingResponse>

/**
 * Embeds texts in as many requests as the limits ask for, some at once. Embeddings keep the order of the texts, usage is
 * added up. The first failure ends the other requests and is what the promise rejects with.
 */
export async function embedInBatches(
  texts: readonly string[],
  limits: EmbeddingBatchLimits,
  embed: EmbedBatch,
  signal?: AbortSignal,
): Promise<EmbeddingResponse> {
  signal?.throwIfAborted()
  const batches = embeddingBatches(texts, limits)
  const answers: EmbeddingResponse[] = []
  const failing = new AbortController()
  const ending = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal
  const waiting = batches.entries()
  const work = async (): Promise<void> => {
    for (const [index, batch] of waiting) {
      if (failing.signal.aborted) return
      answers[index] = await embed(batch, ending)
    }
  }
  const workers = Array.from({ length: Math.min(limits.maxConcurrentRequests, batches.length) }, work)
  await Promise.all(workers).catch((error: unknown) => {
    failing.abort(error)
    throw error
  })
  return inOneResponse(answers)
}

/** Cuts texts into consecutive batches within the limits. */
export function embeddingBatches(
  texts: readonly string[],
  { maxBatchTexts, maxBatchCharacters }: Pick<EmbeddingBatchLimits, 'maxBatchTexts' | 'maxBatchCharacters'>,
): readonly (readonly string[])[] {
  const batches: string[][] = []
  let characters = Infinity
  for (const text of texts) {
    const batch = batches.at(-1)
    characters += text.length
    if (batch && batch.length < maxBatchTexts && characters <= maxBatchCharacters) batch.push(text)
    else {
      batches.push([text])
      characters = text.length
    }
  }
  return batches
}

function inOneResponse(answers: readonly EmbeddingResponse[]): EmbeddingResponse {
  const embeddings: readonly Embedding[] = answers.flatMap((answer) => answer.embeddings)
  const usage = answers.reduce<Usage | undefined>((sum, answer) => addUsage(sum, answer.usage), undefined)
  return usage ? { embeddings, usage } : { embeddings }
}
