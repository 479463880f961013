import ts from 'typescript'
import type { Schema } from './reading'

const NUMBERS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
])
const TEXTS = new Set(['pattern', 'format', 'title', 'contentMediaType'])
const FLAGS = new Set(['deprecated', 'uniqueItems'])
const OTHERS = new Set(['default', 'example', 'examples', 'integer', 'asType'])

interface Tag {
  readonly name: string
  readonly text: string
}

/** What the doc comment of a property, a type or a parameter says, as keywords of a schema. */
export function docKeywords(symbol: ts.Symbol, checker: ts.TypeChecker): Schema {
  const tags = symbol.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text) }))
  const description = plainText(ts.displayPartsToString(symbol.getDocumentationComment(checker)))
  return { ...(description === '' ? {} : { description }), ...tagKeywords(tags) }
}

/** The keywords of the tags that stand behind the `@param` of a parameter, up to a tag of another kind. */
export function paramKeywords(method: ts.MethodDeclaration, parameter: string): Schema {
  const tags: Tag[] = []
  let isOwn = false
  for (const tag of ts.getJSDocTags(method)) {
    const name = tag.tagName.text
    if (ts.isJSDocParameterTag(tag)) isOwn = tag.name.getText() === parameter
    else if (!isKeyword(name)) isOwn = false
    else if (isOwn) tags.push({ name, text: ts.getTextOfJSDocComment(tag.comment) ?? '' })
  }
  return tagKeywords(tags)
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

const isKeyword = (name: string): boolean => [NUMBERS, TEXTS, FLAGS, OTHERS].some((names) => names.has(name))

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
