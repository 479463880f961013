import type { SourceModule, SourceTree } from './source-tree'

/** Never right in what is kept. */
const UNFINISHED = [/\bTODO\b/, /\bFIXME\b/, /\b(test|it|describe)\.only\b/]

/** Sometimes unavoidable; then a comment on the same line or on the line above says why. */
const EXCUSED = [
  /\bas unknown as\b/,
  /@ts-(ignore|expect-error|nocheck)/,
  /eslint-disable/,
  /\b(test|it|describe)\.skip\b/,
]

/** Work left undone, and ways around the compiler, the linter or a test without a reason, each with its place. */
export const findShortcuts = (tree: SourceTree): readonly string[] =>
  [...tree.modules.values()].flatMap((module) => shortcutsOf(module))

function shortcutsOf(module: SourceModule): readonly string[] {
  const lines = module.source.getFullText().split('\n')
  return lines.flatMap((line, index) => {
    const place = `${module.path}:${index + 1}`
    const unfinished = matching(line, UNFINISHED)
    if (unfinished !== undefined) return [`${place}: "${unfinished}" is unfinished.`]
    const shortcut = matching(line, EXCUSED)
    const hasReason = isReason(line, shortcut) || isReason(commentLine(lines[index - 1]), shortcut)
    return shortcut === undefined || hasReason ? [] : [`${place}: "${shortcut}" has no reason beside it.`]
  })
}

const matching = (line: string, patterns: readonly RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(line)?.[0]).find((match) => match !== undefined)

/** A line that holds nothing but a comment; otherwise empty. */
const commentLine = (line = ''): string => (/^\s*(\/\/|\/?\*)/.test(line) ? line : '')

/** Whether a line has a comment that says more than the shortcut itself. */
function isReason(line: string, shortcut: string | undefined): boolean {
  const comment = /(\/\/|\/\*\*?|^\s*\*)(.*)/.exec(line)?.[2]?.replace(shortcut ?? '', '')
  return comment !== undefined && /[a-z]+ [a-z]+/i.test(comment.replace(/@?[\w-]+\/[\w-]+/g, ''))
}
