import { listFiles, listFilesIfAny, readText } from '../architecture/repository'

/** A fenced block of code in a document. */
export interface Fence {
  readonly document: string
  /** The line of its opening fence, from 1. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** What the comment above it names: `examples/orders/main.ts#ask`; undefined when there is none. */
  readonly source: string | undefined
}

/** Languages whose blocks must come from a file. Shell, plain text and data need none. */
const BACKED = new Set(['ts', 'typescript', 'js', 'javascript', 'mjs', 'yaml', 'yml'])

const FENCE =
  /(?<comment>^ *<!-- *snippet: *(?<source>\S+) *-->\n\s*)?^(?<indent> *)(?<marks>`{3,})(?<language>[\w-]*)[^\n]*\n(?<text>[\s\S]*?)^ *\k<marks>[ \t]*$/gm

/** The documents whose snippets are kept: the README of the root and of every package, and all of `docs`. */
export function listDocuments(root: string): readonly string[] {
  const readmes = listFiles(root).filter((path) => /^([A-Z]+\.md|(packages|apps)\/[^/]+\/README\.md)$/.test(path))
  return [...readmes, ...listFilesIfAny(root, 'docs').filter((path) => path.endsWith('.md'))]
}

/** The blocks of a document that must come from a file. */
export const readFences = (document: string, text: string): readonly Fence[] =>
  [...text.matchAll(FENCE)]
    .map((match) => fenceOf(document, text, match))
    .filter(({ language }) => BACKED.has(language))

/** What is wrong with the snippets of a document, each as a sentence with its place. */
export const findStaleSnippets = (root: string, document: string): readonly string[] =>
  readFences(document, readText(root, document)).flatMap((fence) => {
    const problem = problemOf(root, fence)
    return problem === undefined ? [] : [`${fence.document}:${fence.line}: ${problem}`]
  })

/** The text of a document with every snippet as its source has it now. */
export function refreshSnippets(root: string, text: string): string {
  return text.replace(FENCE, (block: string, ...rest: readonly unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const current = groups.source === undefined ? undefined : readSnippet(root, groups.source)
    if (current === undefined) return block
    const opening = block.slice(0, block.indexOf('\n', (groups.comment ?? '').length) + 1)
    return `${opening}${indent(current, groups.indent ?? '')}\n${groups.indent}${groups.marks}`
  })
}

/**
 * The text of `path` or of the region `path#name`, without region marks, without `// prints:` lines, and moved to the left
 * edge. Undefined when there is no such file or region.
 */
export function readSnippet(root: string, source: string): string | undefined {
  const [path = '', region] = source.split('#')
  const lines = readIfAny(root, path)?.split('\n')
  const chosen = lines && region !== undefined ? linesOfRegion(lines, region) : lines
  return chosen && unindent(chosen.filter((line) => !NOT_SHOWN.test(line))).trim()
}

/** Lines that are for the tools: region marks and expectations. */
const NOT_SHOWN = /^\s*(\/\/|#) ?(#?(end)?region\b|prints:)/

function fenceOf(document: string, text: string, match: RegExpExecArray): Fence {
  const groups = match.groups ?? {}
  const start = match.index + (groups.comment ?? '').length
  const margin = groups.indent ?? ''
  return {
    document,
    line: text.slice(0, start).split('\n').length,
    language: groups.language ?? '',
    text: (groups.text ?? '').replace(new RegExp(`^${margin}`, 'gm'), '').trimEnd(),
    source: groups.source,
  }
}

function problemOf(root: string, fence: Fence): string | undefined {
  if (fence.source === undefined) return 'this block has no source. Put <!-- snippet: path --> above it.'
  const current = readSnippet(root, fence.source)
  if (current === undefined) return `${fence.source} is not there.`
  return current === fence.text ? undefined : `this block differs from ${fence.source}. Run npm run docs:snippets.`
}

function linesOfRegion(lines: readonly string[], region: string): readonly string[] | undefined {
  const first = lines.findIndex((line) => new RegExp(`^\\s*(//|#) ?#region ${region}\\s*$`).test(line))
  if (first < 0) return undefined
  let depth = 1
  const length = lines.slice(first + 1).findIndex((line) => {
    if (/^\s*(\/\/|#) ?#region\b/.test(line)) depth++
    if (/^\s*(\/\/|#) ?#endregion\b/.test(line)) depth--
    return depth === 0
  })
  return length < 0 ? undefined : lines.slice(first + 1, first + 1 + length)
}

function unindent(lines: readonly string[]): string {
  const margins = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...margins)
  return lines.map((line) => line.slice(margin)).join('\n')
}

const indent = (text: string, margin: string): string => text.replace(/^(?=.)/gm, margin)

function readIfAny(root: string, path: string): string | undefined {
  try {
    return readText(root, path)
  } catch {
    return undefined
  }
}
