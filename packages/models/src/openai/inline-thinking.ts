const TAGS = [
  ['<think>', '</think>'],
  ['[THINK]', '[/THINK]'],
] as const

type State = 'undecided' | 'thinking' | 'answering'

/** Text of an answer, with what the model thought taken out. */
export interface ThoughtAndText {
  readonly reasoning: string
  readonly text: string
}

/**
 * Takes the thoughts out of an answer whose server leaves them between `<think>` tags at its beginning.
 *
 * Tags that come later are text: an answer may speak of them.
 */
export class InlineThinking {
  #state: State
  #held = ''
  #end = ''
  #isAfterThoughts = false

  /** @param isExpected false: all is text */
  constructor(isExpected: boolean) {
    this.#state = isExpected ? 'undecided' : 'answering'
  }

  /** Takes the next piece of text. What may be the beginning of a tag is held back. */
  push(piece: string): ThoughtAndText {
    if (this.#state === 'answering') return { reasoning: '', text: this.#answerText(piece) }
    this.#held += piece
    const state = this.#state === 'undecided' ? this.#decided() : this.#state
    if (state === 'thinking') return this.#think()
    return { reasoning: '', text: state === 'answering' ? this.#release() : '' }
  }

  /** What was held back when the answer ended. */
  end(): ThoughtAndText {
    const rest = this.#release()
    return this.#state === 'thinking' ? { reasoning: rest, text: '' } : { reasoning: '', text: rest }
  }

  #decided(): State {
    const start = this.#held.trimStart()
    const tag = TAGS.find(([open]) => start.startsWith(open))
    if (tag) {
      this.#state = 'thinking'
      this.#end = tag[1]
      this.#held = start.slice(tag[0].length).replace(/^\n/, '')
    } else if (!TAGS.some(([open]) => open.startsWith(start))) {
      this.#state = 'answering'
    }
    return this.#state
  }

  #think(): ThoughtAndText {
    const at = this.#held.indexOf(this.#end)
    if (at < 0) return { reasoning: this.#allButTagBeginning(), text: '' }
    const reasoning = this.#held.slice(0, at)
    const rest = this.#held.slice(at + this.#end.length)
    this.#held = ''
    this.#state = 'answering'
    this.#isAfterThoughts = true
    return { reasoning, text: this.#answerText(rest) }
  }

  /** Hands out what cannot belong to the closing tag. */
  #allButTagBeginning(): string {
    let keep = Math.min(this.#end.length - 1, this.#held.length)
    while (keep > 0 && !this.#end.startsWith(this.#held.slice(-keep))) keep--
    const sure = this.#held.slice(0, this.#held.length - keep)
    this.#held = this.#held.slice(sure.length)
    return sure
  }

  /** Line ends between the thoughts and the answer belong to neither. */
  #answerText(piece: string): string {
    if (!this.#isAfterThoughts) return piece
    const text = piece.trimStart()
    if (text !== '') this.#isAfterThoughts = false
    return text
  }

  #release(): string {
    const held = this.#held
    this.#held = ''
    return held
  }
}

/** The same for an answer in one piece. */
export function withoutInlineThinking(answer: string, isExpected: boolean): ThoughtAndText {
  const thinking = new InlineThinking(isExpected)
  const first = thinking.push(answer)
  const last = thinking.end()
  return { reasoning: first.reasoning + last.reasoning, text: first.text + last.text }
}
