import ts from 'typescript'
import { FLAGS, isKeyword, keywordMeant, noteFaults, NUMBERS, textOf, TEXTS, type Tag } from './keyword-tag'
import { inlineDoc } from './inline-doc'
import type { Reading, Schema } from './reading'

/** What the doc comment of a property, a type or a parameter says, as keywords of a schema. */
export function docKeywords(reading: Reading, symbol: ts.Symbol): Schema {
  const { checker, tagFaults } = reading
  const nodes = symbol.declarations ?? []
  for (const node of nodes) noteFaults(tagsOf(node), tagFaults, node)
  const told = symbol.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text) }))
  const tags = told.length > 0 ? told : nodes.flatMap(tagsOf).map(plainTag)
  const description = docText(symbol, checker)
  return { ...(description === '' ? {} : { description }), ...tagKeywords(tags) }
}

/** What the doc comment of a symbol says in words. */
export const docText = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  plainText(ts.displayPartsToString(symbol.getDocumentationComment(checker))) ||
  plainText(
    symbol.declarations?.map((node) => ts.getTextOfJSDocComment(inlineDoc(node)?.comment) ?? '').join('\n') ?? '',
  )

function tagsOf(node: ts.Node): readonly ts.JSDocTag[] {
  const tags = ts.getJSDocTags(node)
  return tags.length > 0 ? tags : (inlineDoc(node)?.tags ?? [])
}

const plainTag = (tag: ts.JSDocTag): Tag => ({ name: tag.tagName.text, text: textOf(tag) })

/** The keywords of the tags that stand behind the `@param` of a parameter, up to a tag of another kind. */
export function paramKeywords({ tagFaults }: Reading, method: ts.MethodDeclaration, parameter: string): Schema {
  const own = tagsBehindParam(method, parameter)
  noteFaults(own, tagFaults, method)
  return tagKeywords(own.map(plainTag))
}

function tagsBehindParam(method: ts.MethodDeclaration, parameter: string): readonly ts.JSDocTag[] {
  const tags: ts.JSDocTag[] = []
  let isOwn = false
  for (const tag of tagsOf(method)) {
    const name = tag.tagName.text
    if (ts.isJSDocParameterTag(tag)) isOwn = tag.name.getText() === parameter
    else if (!isKeyword(name) && keywordMeant(name) === undefined) isOwn = false
    else if (isOwn) tags.push(tag)
  }
  return tags
}

/** The keywords that tags stand for; tags that mean nothing to a schema are left out. */
function tagKeywords(tags: readonly Tag[]): Schema {
  const keywords: Record<string, unknown> = {}
  const examples: unknown[] = []
  for (const { name, text } of tags) {
    if (NUMBERS.has(name) && Number.isFinite(Number.parseFloat(text))) keywords[name] = Number.parseFloat(text)
    else if (TEXTS.has(name) && text !== '') keywords[name] = text.trim()
    else if (FLAGS.has(name)) keywords[name] = text.trim() !== 'false'
    else if (name === 'default') keywords.default = jsonOrText(text)
    else if (name === 'example' || name === 'examples') examples.push(jsonOrText(text))
    else if (name === 'integer' || (name === 'asType' && text.trim() === 'integer')) keywords.type = 'integer'
  }
  return examples.length === 0 ? keywords : { ...keywords, examples }
}

/** Lines that only continue a sentence are joined; paragraphs and lists stay. */
export const plainText = (comment: string): string =>
  comment
    .replace(/^\s*-\s+/, '')
    .replace(/[ \t]*\r?\n(?![ \t]*(?:\r?\n|[-*+] |\d+[.)] |$))(?<!\n\n)[ \t]*/g, ' ')
    .replace(/\n[ \t]+/g, '\n')
    .trim()

function jsonOrText(text: string): unknown {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed)
  } catch {
    return trimmed.replace(/^(['"`])(.*)\1$/s, '$2')
  }
}
