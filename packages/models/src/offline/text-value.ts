import type { JsonSchema } from '@vernal/tools'
import type { Question } from './question'
import { identifierWords, stem } from './words'

/** What a text argument is looked for with. */
export interface TextSources {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly question: Question
  /** Quoted passages that no other argument took. */
  readonly quoted: readonly string[]
  /** The words of the tool's name: they say what to do, and are no values. */
  readonly ownWords: readonly string[]
  readonly today: Date
}

/**
 * The value of a text parameter in the question: what is labelled with its name, what has its format, what follows its
 * name, a quoted passage, a name in the text; for a free text, the question itself. Optional parameters are filled
 * only by what clearly is theirs.
 */
export function textValue(sources: TextSources): string | undefined {
  return (
    sources.question.labelled(sources.name) ??
    formattedValue(sources) ??
    (sources.isRequired ? requiredValue(sources) : optionalValue(sources))
  )
}

function formattedValue({ name, schema, question, today }: TextSources): string | undefined {
  const format = typeof schema.format === 'string' ? schema.format : ''
  if (format === 'email' || /e-?mail/i.test(name)) return EMAIL.exec(question.text)?.[0]
  if (format.startsWith('uri') || /^(url|uri|link)$/i.test(name))
    return /https?:\/\/[^\s"'<>)]+/.exec(question.text)?.[0]
  if (format.startsWith('date') || identifierWords(name).some((word) => /^(date|day|since|until)$/i.test(word))) {
    return dateIn(question.text, today, format === 'date-time')
  }
  return undefined
}

function dateIn(text: string, today: Date, withTime: boolean): string | undefined {
  const written = /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?\b/.exec(text)?.[0]
  if (written !== undefined) return withTime && written.length === 10 ? `${written}T00:00:00Z` : written
  const word = /\b(today|tomorrow|yesterday)\b/i.exec(text)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  const days = word === 'tomorrow' ? 1 : word === 'yesterday' ? -1 : 0
  const date = new Date(today.getTime() + days * 86_400_000).toISOString()
  return withTime ? date : date.slice(0, 10)
}

function optionalValue({ name, question, schema }: TextSources): string | undefined {
  if (isFreeText(name) || schema.format !== undefined) return undefined
  const words = namingWords(name)
  const value = words.length > 0 ? question.after(words) : undefined
  return value !== undefined && (/\d/.test(value) || question.quoted.includes(value)) ? value : undefined
}

function requiredValue(sources: TextSources): string | undefined {
  const { name, question, quoted } = sources
  if (isQuery(name)) return quoted[0] ?? question.keywords
  if (isIdentifier(name)) return identifierValue(sources)
  if (isRecipient(name)) return EMAIL.exec(question.text)?.[0] ?? valueAfter(sources)
  const [passage] = quoted
  if (isFreeText(name)) return passage ?? freeText(name, question)
  return valueAfter(sources) ?? passage ?? placedName(sources)
}

/** A value the question may mean, where neither it nor an earlier result says more: the first word that has a digit, or a name. */
export function guessedText({ name, question, quoted }: TextSources): string | undefined {
  if (isIdentifier(name))
    return (
      question.words.find((word) => /\d/.test(word)) ?? quoted.find((each) => !/\s/.test(each) && /[\d_-]/.test(each))
    )
  return isRecipient(name) ? question.names[0] : undefined
}

/** `customer 42`, `order A-7`, `#17`. */
function identifierValue(sources: TextSources): string | undefined {
  const follows = valueAfter(sources)
  const isOne =
    follows !== undefined && (/[\d_-]/.test(follows) || sources.quoted.includes(follows) || /^\p{Lu}/u.test(follows))
  return isOne ? follows : undefined
}

/** What follows the parameter's name in the question. */
function valueAfter(sources: TextSources): string | undefined {
  const value = sources.question.after(namingWords(sources.name))
  return value === undefined || isOwnWord(value, sources) ? undefined : value
}

/** `page URL of limits` names no page "URL" for a tool `pageUrl`. */
const isOwnWord = (value: string, { ownWords }: TextSources): boolean => ownWords.map(stem).includes(stem(value))

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/

const isRecipient = (name: string): boolean => /^(to|cc|bcc|from|recipient|sender)$/i.test(name)

/** `in Paris`, `for Ada Lovelace`, `page limits.md`: a name, or something that looks like one. */
const placedName = (sources: TextSources): string | undefined =>
  sources.question.names.find((name) => !isOwnWord(name, sources)) ??
  sources.question.words.find((word) => /[\w-]+[./_][\w-]+/.test(word) && !/^\d+[.,]\d+$/.test(word))

function freeText(name: string, question: Question): string {
  const told = /\b(?:titled|called|named|saying|says|about|that|to say|for|:)\s+(.+?)[.?!]*$/is.exec(question.text)?.[1]
  const text = told === undefined || PRONOUN.test(told) ? question.text.trim() : told
  return /^(title|subject|summary|headline)$/i.test(name) ? firstUpper(text) : text
}

const PRONOUN = /^(it|that|this|them|these|those)$/i

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The words of a parameter's name by which a question may mention it. */
const namingWords = (name: string): readonly string[] =>
  identifierWords(name).filter((word) => !/^(id|ids|no|number|code|key|name|value|by|the|of)$/i.test(word))

/** Whether a parameter names one thing among others. */
export const isIdentifier = (name: string): boolean =>
  /^(id|key|code|sku|number)$/i.test(name) ||
  identifierWords(name).some((word) => /^(id|number|code|key|sku|no)$/i.test(word))

const isQuery = (name: string): boolean =>
  identifierWords(name).some((word) => /^(query|search|q|keywords?|terms?|question|topic|pattern)$/i.test(word))

const isFreeText = (name: string): boolean =>
  isQuery(name) ||
  /^(text|title|subject|summary|headline|body|content|message|description|comment|note|details|prompt|input|reason)$/i.test(
    name,
  )
