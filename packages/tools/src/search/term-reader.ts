import { englishStem } from './english-stem'
import { isStopWord } from './stop-words'

/**
 * Reads texts and names as terms: identifiers split into words, without stop words, stemmed.
 *
 * `getUserToken`, `get_user_token` and "get the users' tokens" give the same terms. Chinese, Japanese and Korean, which put
 * no space between words, give pairs of characters.
 */
export class TermReader {
  readonly #terms = new Map<string, string>()

  /** The terms of a text, in order, with repetitions. */
  terms(text: string): readonly string[] {
    const terms: string[] = []
    for (const word of words(text)) {
      const term = this.#term(word)
      if (term !== '') terms.push(term)
    }
    return terms
  }

  #term(word: string): string {
    let term = this.#terms.get(word)
    if (term === undefined) {
      term = isMeaningless(word) ? '' : englishStem(word.slice(0, MAX_WORD_LENGTH))
      if (this.#terms.size >= MAX_REMEMBERED_WORDS) this.#terms.clear()
      this.#terms.set(word, term)
    }
    return term
  }
}

/** The letters and digits of a text in lower case and nothing else: equal for every spelling of one identifier. */
export const bareSpelling = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const MAX_REMEMBERED_WORDS = 50_000
/** Longer than any word, shorter than what could take long to read. */
const MAX_WORD_LENGTH = 64
const PLAIN = /^[ -~\s]*$/
const RUN = /[\p{L}\p{N}\p{M}]+/gu
const PLAIN_RUN = /[A-Za-z0-9]+/g
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const WORD_START = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u
const ONE_WORD = /^([a-z]+|[A-Z][a-z]+)$/

const isMeaningless = (word: string): boolean => isStopWord(word) || /^([a-z]|\d+)$/.test(word)

function words(text: string): readonly string[] {
  const isPlain = PLAIN.test(text)
  const runs = isPlain ? text.match(PLAIN_RUN) : text.normalize('NFKC').match(RUN)
  return (runs ?? []).flatMap((run) => (ONE_WORD.test(run) ? run.toLowerCase() : wordsOfRun(run)))
}

function wordsOfRun(run: string): readonly string[] {
  if (WITHOUT_SPACES.test(run)) return characterPairs(run)
  return run.split(WORD_START).map((word) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))
}

function characterPairs(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
