import type { ScoredDocument } from '../model/vector-store'

/** The name under which the documents found for a turn stand in the advisors' context, nearest first. */
export const RETRIEVED_DOCUMENTS = 'retrieved_documents'

/** The name under which the {@link Citation}s of an answer stand in the advisors' context. */
export const CITATIONS = 'citations'

/** A document that an answer names. */
export interface Citation {
  /** As it stands in the answer: `[1]`. */
  readonly marker: string
  readonly document: ScoredDocument
}

/** The documents that `text` names by number, in the order they are first named. A number without a document is no citation. */
export function citationsIn(text: string, documents: readonly ScoredDocument[]): readonly Citation[] {
  const numbers = [...text.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g)].flatMap(([, list = '']) => list.split(','))
  return [...new Set(numbers.map(Number))].flatMap((number) => {
    const document = documents[number - 1]
    return document ? [{ marker: `[${number}]`, document }] : []
  })
}

/**
 * The documents as a model reads them: numbered, between fences that no document can close, since their name is made up anew
 * for each request.
 */
export function fencedDocuments(documents: readonly ScoredDocument[], fence: string): string {
  const numbered = documents.map(({ text }, index) => `[${index + 1}]\n${text.replaceAll(fence, '')}`)
  return `<${fence}>\n${numbered.join('\n\n')}\n</${fence}>`
}
