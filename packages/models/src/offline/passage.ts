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

/** Code spans keep every mark they hold. */
function plainText(markdown: string): string {
  const spans: string[] = []
  const held = withoutCodeBlocks(markdown).replace(/(`+)[^`\n]+\1/g, (span) => `\uE000${spans.push(span) - 1}\uE001`)
  return withoutMarks(held)
    .replace(/[ \t]*\n\s*/g, ' ')
    .replace(/:\s*$/, '.')
    .trim()
    .replace(/\uE000(\d+)\uE001/g, (_held, index: string) => spans[Number(index)] ?? '')
}

/** Blocks of code go, with the colon that leads to them; so does what is left of a block whose beginning was cut off. */
function withoutCodeBlocks(markdown: string): string {
  const fences = [...markdown.matchAll(FENCE)]
  const isCut = fences.length % 2 === 1 && fences[0]?.[2] === ''
  const rest = isCut ? markdown.slice((fences[0]?.index ?? 0) + (fences[0]?.[0].length ?? 0)) : markdown
  return rest.replace(/:?\s*^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm, (block) =>
    block.startsWith(':') ? '.\n' : '\n',
  )
}

const FENCE = /^[ \t]*(```+|~~~+)[ \t]*([^\n]*)$/gm

const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s{0,3}#{1,6}\s+.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/^[ \t]*\|[-:| \t]+\|?[ \t]*$/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_row, cells: string) => tableRow(cells))

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
