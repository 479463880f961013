/** A tool as a text that is found by what it means. */
export interface ToolDocument {
  /** Unique in its store. */
  readonly id: string
  /** Name, description and parameters of the tool. */
  readonly text: string
  readonly metadata: Readonly<Record<string, string>>
}

/** What is looked for. */
export interface ToolVectorSearch {
  readonly query: string
  readonly topK: number
  /** From 0 to 1. */
  readonly similarityThreshold: number
  /** Only documents whose metadata has this value. */
  readonly filter: { readonly key: string; readonly equals: string }
}

/** The part of a vector store that a tool index uses; every `VectorStore` of `@vernal/chat` has it. */
export interface ToolVectorStore {
  /** Embeds and keeps documents, all of them or none. */
  add(documents: readonly ToolDocument[], signal?: AbortSignal): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** The nearest first, with scores from 0 to 1. */
  search(
    request: ToolVectorSearch,
    signal?: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly score: number }[]>
}
