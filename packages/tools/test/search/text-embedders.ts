import type { TextEmbedder } from '@vernal/tools'

/** Embeds a text as the words that are in it: enough to tell near from far, and the same every time. */
export class WordEmbedder implements TextEmbedder {
  /** What was embedded, batch by batch. */
  readonly batches: (readonly string[])[] = []

  async embed(texts: readonly string[]): Promise<readonly number[][]> {
    this.batches.push(texts)
    return texts.map((text) => {
      const vector = new Array<number>(128).fill(0)
      for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) vector[slotOf(word)] = 1
      return vector
    })
  }
}

const slotOf = (word: string): number => [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 128, 7)
