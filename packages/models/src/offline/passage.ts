import type { Question } from './question'
import { stemsOf, wordsOf } from './words'

const LONGEST_CHARS = 600
const MOST_SENTENCES = 4

/** The sentences of a text around those that share most words with the question, without Markdown marks. */
export function passage(text: string, question: Question): string {
  const sentences = plainText(text).split(/(?<=[.!?])\s+(?=\S)/)
  if (sentences.length <= MOST_SENTENCES) return shortened(sentences)
  const asked = new Set(question.stems)
  const shared = sentences.map((sentence) => countIn(asked, sentence))
  const best = shared.indexOf(Math.max(...shared))
  const start = Math.max(0, Math.min(best - 1, sentences.length - MOST_SENTENCES))
  return shortened(sentences.slice(start, start + MOST_SENTENCES))
}

const countIn = (stems: ReadonlySet<string>, sentence: string): number =>
  new Set(stemsOf(wordsOf(sentence)).filter((each) => stems.has(each))).size

const plainText = (markdown: string): string =>
  markdown
    .replace(/```[\s\S]*?(```|$)/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s{0,3}#{1,6}\s+.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/^[ \t]*\|[-:| \t]+\|?[ \t]*$/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_row, cells: string) => tableRow(cells))
    .replace(/[ \t]*\n[ \t]*/g, ' ')
    .trim()

/** A row of a table as a sentence. */
function tableRow(cells: string): string {
  const texts = cells.split(/(?<!\\)\|/).map((cell) => cell.trim())
  return `${texts.filter(Boolean).join(': ').replace(/[.:]$/, '')}.`
}

function shortened(sentences: readonly string[]): string {
  const text = sentences.join(' ')
  if (text.length <= LONGEST_CHARS) return text
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST_CHARS))}…`
}
