import ts from 'typescript'

/**
 * The doc comment that stands on the line of what goes before, as in `{ /** Name *\/ name: string }`: the compiler takes it for a
 * comment on the brace or the semicolon. Undefined when there is none.
 */
export function inlineDoc(node: ts.Node): ts.JSDoc | undefined {
  const { text } = node.getSourceFile()
  const start = node.getStart()
  const comment = ts.getTrailingCommentRanges(text, node.pos)?.at(-1)
  if (comment === undefined || text.slice(comment.end, start).includes('\n')) return undefined
  const written = text.slice(comment.pos, comment.end)
  return written.startsWith('/**') ? parsed(written) : undefined
}

/** Read by the compiler, in front of a statement where it does look. */
function parsed(comment: string): ts.JSDoc | undefined {
  const { statements } = ts.createSourceFile('comment.ts', `${comment}\nlet _`, ts.ScriptTarget.Latest, true)
  return statements.flatMap((statement) => ts.getJSDocCommentsAndTags(statement)).find((node) => ts.isJSDoc(node))
}
