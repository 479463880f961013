/**
 * The stem of a lower-case English word, by Porter's algorithm (1980): `calculator` and `calculating` are both `calcul`.
 * Words with anything but a-z in them, and words shorter than three letters, are their own stem.
 */
export function englishStem(word: string): string {
  if (word.length < 3 || NOT_ENGLISH.test(word)) return word
  const isInitialY = word.startsWith('y')
  const stem = STEPS.reduce((stem, step) => step(stem), isInitialY ? `Y${word.slice(1)}` : word)
  return isInitialY ? `y${stem.slice(1)}` : stem
}

const NOT_ENGLISH = /[^a-z]/
const CONSONANTS = '[^aeiou][^aeiouy]*'
const VOWELS = '[aeiouy][aeiou]*'
/** At least one, exactly one, and more than one vowel-consonant sequence; any vowel; and an ending like `hop`. */
const SOME = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`)
const SEVERAL = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const VOWEL = new RegExp(`^(${CONSONANTS})?[aeiouy]`)
const SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`)

const LONG_SUFFIXES: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
}
const SHORT_SUFFIXES: Readonly<Record<string, string>> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
}
const LONG_SUFFIX = new RegExp(`^(.+?)(${Object.keys(LONG_SUFFIXES).join('|')})$`)
const SHORT_SUFFIX = new RegExp(`^(.+?)(${Object.keys(SHORT_SUFFIXES).join('|')})$`)
const DROPPED_SUFFIX =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/

const STEPS: readonly ((word: string) => string)[] = [
  withoutPlural,
  withoutPast,
  (word) => replaceEnd(word, /^(.+?)y$/, VOWEL, () => 'i'),
  (word) => replaceEnd(word, LONG_SUFFIX, SOME, (suffix) => LONG_SUFFIXES[suffix]),
  (word) => replaceEnd(word, SHORT_SUFFIX, SOME, (suffix) => SHORT_SUFFIXES[suffix]),
  (word) => replaceEnd(word, DROPPED_SUFFIX, SEVERAL, () => ''),
  withoutFinalE,
  (word) => (word.endsWith('ll') && SEVERAL.test(word) ? word.slice(0, -1) : word),
]

/** Replaces what the second group of `ending` matches, when the part before it measures up. */
function replaceEnd(
  word: string,
  ending: RegExp,
  measure: RegExp,
  replacement: (suffix: string) => string | undefined,
): string {
  const [, start, suffix = ''] = ending.exec(word) ?? []
  return start !== undefined && measure.test(start) ? `${start}${replacement(suffix) ?? ''}` : word
}

function withoutPlural(word: string): string {
  if (/^.+?(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /^.+?[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  const agreed = /^(.+?)eed$/.exec(word)
  if (agreed) return SOME.test(agreed[1] ?? '') ? word.slice(0, -1) : word
  const start = /^(.+?)(ed|ing)$/.exec(word)?.[1]
  if (start === undefined || !VOWEL.test(start)) return word
  if (/(at|bl|iz)$/.test(start)) return `${start}e`
  if (/([^aeiouylsz])\1$/.test(start)) return start.slice(0, -1)
  return SHORT.test(start) ? `${start}e` : start
}

function withoutFinalE(word: string): string {
  const start = /^(.+?)e$/.exec(word)?.[1]
  if (start === undefined) return word
  return SEVERAL.test(start) || (ONE.test(start) && !SHORT.test(start)) ? start : word
}
