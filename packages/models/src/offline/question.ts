import { carriesMeaning, stem, stemsOf, wordsOf } from './words'

/** What a user said, taken apart. */
export class Question {
  readonly words: readonly string[]
  /** Stems of the words that carry meaning, in order. */
  readonly stems: readonly string[]

  constructor(readonly text: string) {
    this.words = wordsOf(text)
    this.stems = stemsOf(this.words)
  }

  /** Stems of all words: `find`, `open` and `set` say what to do, if not about what. */
  get actionStems(): readonly string[] {
    return this.words.map(stem)
  }

  /** The words that carry meaning, as they were written; the whole text when there are none. */
  get keywords(): string {
    return this.words.filter(carriesMeaning).join(' ') || this.text.trim()
  }

  /** Whether the user wants to know something, rather than have something done. */
  get isEnquiry(): boolean {
    return /^\W*(how|what|what's|why|when|where|which|who|whose|is|are|was|were|does|do|did|should|may|(can|could) i)\b/i.test(
      this.text,
    )
  }

  /** The numbers, in order. Digits inside words and ids are not numbers. */
  get numbers(): readonly number[] {
    return [...this.text.matchAll(/(?<![\w./-])-?\d+(?:[.,]\d+)?(?![\w/-]|[.,]\d)/g)].map(([digits]) =>
      Number(digits.replace(',', '.')),
    )
  }

  /** The quoted passages, in order, without their quotes. */
  get quoted(): readonly string[] {
    return [...this.text.matchAll(/"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<!\w)'([^']+)'(?!\w)/g)].map(
      ([, ...groups]) => groups.find((group) => group !== undefined) ?? '',
    )
  }

  /** The names in the text: runs of capitalised words that do not begin a sentence. */
  get names(): readonly string[] {
    const runs = this.text.matchAll(/(?<=[\p{L}\p{N},;:]\s+)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu)
    return [...runs].map(([name]) => name).filter((name) => name !== 'I')
  }

  /** What follows one of these words: `customer 42`, `order no. A-7`, `title: Hello`, `titled "Hello"`. */
  after(names: readonly string[]): string | undefined {
    const stems = new Set(names.map(stem))
    const quotedOrWord =
      /^\s*(?:(?:id|no|number|nr|is|named|called|of|to)\b\.?\s*)?[:=#]?\s*(?:"([^"]+)"|“([^”]+)”|([\p{L}\p{N}][\p{L}\p{N}@._/-]*))/iu
    for (const found of this.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (!stems.has(stem(found[0]))) continue
      const [, straight, curly, word] = quotedOrWord.exec(this.text.slice(found.index + found[0].length)) ?? []
      const value = straight ?? curly ?? word?.replace(/[.,]+$/, '')
      if (value !== undefined && (word === undefined || carriesMeaning(value))) return value
    }
    return undefined
  }

  /** The number before one of these words: `3 days`, `5 newest results`. */
  numberBefore(names: readonly string[]): number | undefined {
    const stems = new Set(names.map(stem))
    for (const [, digits, first, second] of this.text.matchAll(/(?<![\w./-])(\d+)\s+(\p{L}+)(?:\s+(\p{L}+))?/gu)) {
      if ([first, second].some((word) => word !== undefined && stems.has(stem(word)))) return Number(digits)
    }
    return undefined
  }

  /** What stands after `name:` or `name =`, up to the next semicolon, line end or such label. */
  labelled(name: string): string | undefined {
    const label = new RegExp(
      `\\b${escaped(name)}\\s*[:=]\\s*("[^"]+"|.+?)(?=\\s*(?:[;\\n]|[,.]?\\s+\\w+\\s*[:=]\\s|$))`,
      'i',
    )
    return label.exec(this.text)?.[1]?.replace(/^"|"$/g, '').trim()
  }

  /** Whether a word of this meaning occurs. */
  mentions(word: string): boolean {
    return this.stems.includes(stem(word)) || this.words.some((each) => each.toLowerCase() === word.toLowerCase())
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
