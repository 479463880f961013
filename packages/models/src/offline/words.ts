/** The words of a text, as they stand, without punctuation around them. */
export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? []

/** The words of an identifier: `findOrdersByCustomerId` → find, Orders, By, Customer, Id. */
export const identifierWords = (identifier: string): readonly string[] =>
  identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? []

/** The stems of the words that carry meaning. */
export const stemsOf = (words: readonly string[]): readonly string[] => words.filter(carriesMeaning).map(stem)

/** Whether a word says something about the matter, rather than holding the sentence together. */
export const carriesMeaning = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase())

/**
 * A common form for the forms of an English word: `capping`, `caps`, `cap` → `cap`; near synonyms share one too.
 * Simple rules, so that everything else stays as it is.
 */
export function stem(word: string): string {
  const root = rootOf(word)
  return SYNONYMS.get(root) ?? root
}

function rootOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '')
  const base = withoutEnding(withoutPlural(lower))
  return base.length > 3 ? base.replace(/e$/, '') : base
}

function withoutPlural(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

function withoutEnding(word: string): string {
  const ending = /^(.{3,})(ing|ed)$/.exec(word)
  if (!ending?.[1]) return word
  return ending[1].replace(/([bdfgkmnprt])\1$/, '$1')
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from get give had has have how i if ' +
    'in into is it its just me my no not of on one or our please shall should show so some tell than that the their them ' +
    'then there these they this those to up us use was we were what when where which who whom whose why will with would ' +
    "you your i'm i'd what's whats it's don't find list look search fetch lookup read return returns given want need know"
  ).split(' '),
)

const GROUPS: readonly (readonly string[])[] = [
  ['add', 'plus', 'sum', 'total'],
  ['subtract', 'minus', 'difference'],
  ['multiply', 'times', 'product'],
  ['divide', 'quotient'],
  ['mail', 'email'],
  ['url', 'link', 'web'],
  ['docs', 'documentation', 'document', 'manual', 'guide'],
  ['weather', 'temperature', 'forecast'],
  ['price', 'cost'],
  ['ticket', 'issue', 'bug'],
]

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((group) => group.map((word) => [rootOf(word), rootOf(group[0] as string)] as const)),
)
