import { configurationNameTooLong } from '../failures/configuration-errors'

/** One element of a property name: a word, or what stands between brackets. */
export interface NameElement {
  readonly text: string
  /** What names are compared by: lower-case letters and digits; brackets are kept exactly. */
  readonly uniform: string
  readonly isIndexed: boolean
}

const INDEXED = /\[([^\]]*)\]/y
const WORD = /[^.[]+/y

/** Elements a name may have. Nobody writes as many; what walks names calls itself for each. */
const MAX_ELEMENTS = 200

/**
 * The name of a configuration value, such as `orders.page-size` or `servers[0].host`.
 *
 * Two names are equal when their elements have the same letters and digits: `page-size`, `pageSize`, `page_size` and
 * `PAGESIZE` are one name.
 */
export class PropertyName {
  static readonly root = new PropertyName([])
  /** The uniform elements, joined by dots: a key for maps. */
  readonly uniform: string

  private constructor(readonly elements: readonly NameElement[]) {
    if (elements.length > MAX_ELEMENTS) {
      const beginning = joinElements(elements.slice(0, 5), ({ text }) => text)
      throw configurationNameTooLong(beginning, MAX_ELEMENTS)
    }
    this.uniform = elements.map((element) => element.uniform).join('.')
  }

  /** Reads a name in any spelling. Empty elements are dropped. @throws {ContainerError} `CONFIGURATION_NAME_INVALID` */
  static parse(text: string): PropertyName {
    const elements: NameElement[] = []
    for (let at = 0; at < text.length;) {
      INDEXED.lastIndex = WORD.lastIndex = at
      const indexed = INDEXED.exec(text)
      const found = indexed ?? WORD.exec(text)
      if (indexed !== null) elements.push(indexedElement(indexed[1] as string))
      else if (found !== null) elements.push(wordElement(found[0]))
      at += found?.[0].length ?? 1
    }
    return new PropertyName(elements)
  }

  /** With another name behind this one. */
  append(name: string | PropertyName): PropertyName {
    const added = typeof name === 'string' ? PropertyName.parse(name) : name
    return new PropertyName([...this.elements, ...added.elements])
  }

  /** With an index, or another key taken exactly, behind this one. */
  at(index: number | string): PropertyName {
    return new PropertyName([...this.elements, indexedElement(String(index))])
  }

  /** The first `length` elements. */
  chop(length: number): PropertyName {
    return new PropertyName(this.elements.slice(0, length))
  }

  equals(other: PropertyName): boolean {
    return this.uniform === other.uniform
  }

  isAncestorOf(other: PropertyName): boolean {
    const isShorter = this.elements.length < other.elements.length
    return isShorter && this.elements.every(({ uniform }, at) => uniform === other.elements[at]?.uniform)
  }

  /** The documented spelling: `orders.page-size`. */
  toString(): string {
    return joinElements(this.elements, (element) => toKebab(element.text))
  }

  /** The environment variable that sets it: `ORDERS_PAGE_SIZE`. */
  toEnvironmentVariable(): string {
    return this.elements
      .map(({ text }) => toKebab(text).replace(/[^A-Za-z0-9]+/g, '_'))
      .join('_')
      .toUpperCase()
  }
}

/** Puts elements together again, brackets where they were. */
export function joinElements(elements: readonly NameElement[], textOf: (element: NameElement) => string): string {
  return elements.reduce((text, element) => {
    if (element.isIndexed) return `${text}[${element.text}]`
    return text === '' ? textOf(element) : `${text}.${textOf(element)}`
  }, '')
}

/** `maxTotalToolCalls` and `MAX_TOTAL` in the documented spelling: small words with dashes. */
export function toKebab(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function wordElement(text: string): NameElement {
  return { text, uniform: text.toLowerCase().replace(/[^a-z0-9]/g, ''), isIndexed: false }
}

function indexedElement(text: string): NameElement {
  return { text, uniform: `[${text}]`, isIndexed: true }
}
