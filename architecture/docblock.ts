import ts from 'typescript'

/** The first sentence of the docblock above a declaration; undefined when there is none. */
export function summaryOf(node: ts.Node): string | undefined {
  const blocks = ts.getJSDocCommentsAndTags(node).filter((comment) => ts.isJSDoc(comment))
  return firstSentence(ts.getTextOfJSDocComment(blocks.at(-1)?.comment))
}

/** The first sentence of a text, on one line. An abbreviation within it does not end it. */
export function firstSentence(comment: string | undefined): string | undefined {
  const text = comment?.replace(/\s+/g, ' ').trim()
  if (!text) return undefined
  return /^.*?[.!?:](?= [A-Z]|$)/.exec(text)?.[0] ?? text
}
