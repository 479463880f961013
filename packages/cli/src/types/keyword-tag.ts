import { relative } from 'node:path'
import ts from 'typescript'

/** A tag of a doc comment: `@minimum 1`. */
export interface Tag {
  readonly name: string
  readonly text: string
}

/** Tags with a number, by the type of schema they are about. */
const NUMBERS_BY_TYPE = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
} as const

export const NUMBERS: ReadonlySet<string> = new Set<string>(Object.values(NUMBERS_BY_TYPE).flat())
export const TEXTS: ReadonlySet<string> = new Set(['pattern', 'format', 'title', 'contentMediaType'])
export const FLAGS: ReadonlySet<string> = new Set(['deprecated', 'uniqueItems'])
const OTHERS: ReadonlySet<string> = new Set(['default', 'example', 'examples', 'integer', 'asType'])
const ALL: readonly string[] = [NUMBERS, TEXTS, FLAGS, OTHERS].flatMap((names) => [...names])

/** The types of schema that a keyword says something about; others say something of every type. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(NUMBERS_BY_TYPE).flatMap(([type, names]) => names.map((name) => [name, typesOf(type)] as const)),
  ['pattern', ['string']],
  ['format', ['string', 'number', 'integer']],
  ['contentMediaType', ['string']],
  ['uniqueItems', ['array']],
  ['type', ['number', 'integer']],
])

function typesOf(type: string): readonly string[] {
  return type === 'number' ? ['number', 'integer'] : [type]
}

/** Whether a tag stands for a keyword of a schema. */
export const isKeyword = (name: string): boolean => ALL.includes(name)

/** The keyword that a tag of another name looks like: `@max` for `@maximum`, `@minlength` for `@minLength`. */
export function keywordMeant(name: string): string | undefined {
  const plain = name.toLowerCase()
  if (plain.length < 3 || isKeyword(name)) return undefined
  return ALL.find((keyword) => keyword.toLowerCase() === plain) ?? ALL.find((keyword) => keyword.startsWith(plain))
}

export const textOf = (tag: ts.JSDocTag): string => ts.getTextOfJSDocComment(tag.comment) ?? ''

/** Notes what is wrong with the tags of a node, each with its place and a remedy. A tag that is read twice is noted once. */
export function noteFaults(tags: readonly ts.JSDocTag[], faults: Set<string>, owner: ts.Node): void {
  const seen = new Set<string>()
  for (const tag of tags) {
    const name = tag.tagName.text
    const fault = faultOf(name, textOf(tag).trim()) ?? (isSaidTwice(name, seen) ? 'is said twice' : undefined)
    if (fault !== undefined)
      faults.add(`${placeOf(tag.getSourceFile() === owner.getSourceFile() ? tag : owner)}: @${name} ${fault}`)
    seen.add(name)
  }
}

const isSaidTwice = (name: string, seen: ReadonlySet<string>): boolean =>
  seen.has(name) && isKeyword(name) && !name.startsWith('example')

function faultOf(name: string, text: string): string | undefined {
  const meant = keywordMeant(name)
  if (meant !== undefined) return `is not known: write @${meant}`
  if (NUMBERS.has(name) && !Number.isFinite(Number.parseFloat(text))) return `needs a number: @${name} 1`
  if (TEXTS.has(name) && text === '') return `needs a text behind it`
  return name === 'pattern' ? patternFault(text) : undefined
}

/** As where arguments are checked: some patterns are only valid without the `u` flag. */
function patternFault(text: string): string | undefined {
  const faults = ['u', ''].map((flags) => regExpFault(text, flags))
  return faults.includes(undefined) ? undefined : `is no regular expression: ${faults[1]}`
}

function regExpFault(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** What is wrong with keywords on a schema of another type: `minLength` of a number says nothing. */
export function misplacedKeywords(keywords: object, type: unknown): readonly string[] {
  if (typeof type !== 'string') return []
  return Object.keys(keywords)
    .filter((keyword) => TYPES.get(keyword)?.includes(type) === false)
    .map((keyword) => `@${keyword === 'type' ? 'integer' : keyword} says nothing of a value of type ${type}: remove it`)
}

/** `src/orders.ts:12:6`, from where the command runs. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}`
}
