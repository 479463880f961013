import ts from 'typescript'
import { firstSentence, summaryOf } from '../architecture/docblock'
import { packageModules, type SourceModule, type SourceTree } from '../architecture/source-tree'

/** Where the catalogue is written. */
export const CATALOGUE_PAGE = 'docs/reference/errors.md'

/** One stable code of one package. */
export interface CatalogueEntry {
  readonly code: string
  /** The package's name: `@vernal/tools`. */
  readonly packageName: string
  /** What went wrong; undefined when no docblock says it. */
  readonly meaning: string | undefined
  /** Whether the code stands anywhere but in the list of codes. */
  readonly isThrown: boolean
  /** Where the code is declared. */
  readonly path: string
}

/**
 * The error codes of every package, in the order of their packages and names.
 *
 * A package lists its codes in an exported type named `…ErrorCode`. What a code means is said by the docblock above its
 * line there or, without one, by the docblock of the declaration that makes the error.
 */
export function readCatalogue(tree: SourceTree): readonly CatalogueEntry[] {
  const modules = packageModules(tree)
  return modules
    .flatMap((module) => declaredCodes(module).map((declared) => entryOf(tree, modules, module, declared)))
    .sort((left, right) => compare(left.packageName, right.packageName) || compare(left.code, right.code))
}

/** Codes that nobody explains or nobody throws, each as a sentence with its place. */
export const findUnexplainedCodes = (catalogue: readonly CatalogueEntry[]): readonly string[] =>
  catalogue.flatMap(({ code, path, meaning, isThrown }) => {
    if (!isThrown) return [`${path}: ${code} is listed and never thrown.`]
    return meaning === undefined
      ? [`${path}: ${code} has no docblock where the error is made, nor above its line in the list of codes.`]
      : []
  })

/** The page of the catalogue. */
export function renderCatalogue(catalogue: readonly CatalogueEntry[]): string {
  const rooms = [...new Set(catalogue.map(({ packageName }) => packageName))]
  const sections = rooms.map((room) => {
    const rows = catalogue.filter(({ packageName }) => packageName === room).map(row)
    return [`## ${room}`, '', '| code | meaning |', '| --- | --- |', ...rows, ''].join('\n')
  })
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

const INTRODUCTION = `# Error codes

Every error has a stable \`code\`, a message that says what happened and where, and an \`action\` that says what to do.
Test the code, not the text. A retired code is never used for something else.
This page is written by \`npm run docs:errors\` from the sources.
`

const row = ({ code, meaning }: CatalogueEntry): string => `| \`${code}\` | ${(meaning ?? '').replaceAll('|', '\\|')} |`

interface DeclaredCode {
  readonly code: string
  readonly meaning: string | undefined
}

function declaredCodes(module: SourceModule): readonly DeclaredCode[] {
  return module.source.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement))
    .filter((alias) => alias.name.text.endsWith('ErrorCode'))
    .flatMap(({ type }) => (ts.isUnionTypeNode(type) ? [...type.types] : [type]))
    .flatMap((member) => {
      if (!ts.isLiteralTypeNode(member) || !ts.isStringLiteral(member.literal)) return []
      return [{ code: member.literal.text, meaning: docblockBefore(module.source, member) }]
    })
}

function entryOf(
  tree: SourceTree,
  modules: readonly SourceModule[],
  module: SourceModule,
  declared: DeclaredCode,
): CatalogueEntry {
  const makers = modules.filter(({ room }) => room === module.room).flatMap((peer) => makersOf(peer, declared.code))
  return {
    code: declared.code,
    packageName: tree.packages.find(({ room }) => room === module.room)?.name ?? module.room,
    meaning: declared.meaning ?? makers.map(summaryOf).find((meaning) => meaning !== undefined),
    isThrown: makers.length > 0,
    path: module.path,
  }
}

/** The top-level declarations that use a code as a value. */
function makersOf(module: SourceModule, code: string): readonly ts.Statement[] {
  const uses = (node: ts.Node): boolean =>
    (ts.isStringLiteral(node) && node.text === code && !ts.isLiteralTypeNode(node.parent)) ||
    (ts.forEachChild(node, (child) => uses(child) || undefined) ?? false)
  return module.source.statements.filter(uses)
}

function docblockBefore(source: ts.SourceFile, node: ts.Node): string | undefined {
  const text = source.getFullText()
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  const above = [...comments, ...(ts.getLeadingCommentRanges(text, barBefore(text, node.getFullStart())) ?? [])]
  const block = above.map(({ pos, end }) => text.slice(pos, end)).find((comment) => comment.startsWith('/**'))
  return firstSentence(block?.replace(/^\/\*\*|\*\/$/g, '').replace(/^\s*\* ?/gm, ''))
}

/** Where the space before the `|` of a union's member begins: its docblock stands there. */
function barBefore(text: string, start: number): number {
  const bar = text.slice(0, start).trimEnd()
  if (!bar.endsWith('|')) return start
  const before = bar.slice(0, -1)
  return Math.max(before.lastIndexOf("'"), before.lastIndexOf('=')) + 1
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
