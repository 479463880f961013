import { createHash } from 'node:crypto'

/**
 * A hash of what a source file declares: everything but the bodies of its functions and white space. Cheap enough for a start, and
 * the same wherever it is taken; it need not understand the file, only change when a signature, a type or a comment beside one does.
 */
export const outlineHash = (source: string): string =>
  createHash('sha256').update(outlineOf(source)).digest('hex').slice(0, 16)

/** Comments, texts, templates, brackets, and runs of anything else. */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`|[{}()]|[^{}()'"`/]+|[^]/g

function outlineOf(source: string): string {
  const outline = new Outline()
  for (const [token] of source.matchAll(TOKEN)) outline.read(token)
  return outline.text
}

/** A text that grows by everything that is not in a body. */
class Outline {
  #text = ''
  #inParentheses = 0
  /** How many braces are open since the one that began a body; 0 outside of bodies. */
  #inBody = 0
  /** For each open brace outside of bodies, whether a statement has ended where it closes. */
  readonly #endsStatement: boolean[] = []
  #statementAt = 0

  /** Independent of the layout. */
  get text(): string {
    return this.#text
      .replace(/\s+/g, ' ')
      .replace(/ ?([^\w$ ]) ?/g, '$1')
      .replace(/[,;](?=[)\]}>])/g, '')
  }

  read(token: string): void {
    if (this.#inBody > 0) this.#skip(token)
    else if (token === '{' && this.#inParentheses === 0) this.#open()
    else {
      if (token === '(') this.#inParentheses += 1
      if (token === ')') this.#inParentheses -= 1
      this.#text += token.startsWith('//') ? '' : token
      if (token === '}' && this.#inParentheses === 0) this.#endStatement(this.#endsStatement.pop() === true)
    }
  }

  #skip(token: string): void {
    if (token === '{') this.#inBody += 1
    if (token === '}') this.#inBody -= 1
    this.#endStatement(this.#inBody === 0)
  }

  #open(): void {
    const statement = this.#text.slice(this.#statementAt).replace(/\/\*[^]*?\*\//g, '')
    const isDeclaration = DECLARATION.test(statement)
    if (!isDeclaration && BEFORE_BODY.test(statement)) {
      this.#inBody = 1
      return
    }
    this.#text += '{'
    this.#endsStatement.push(isDeclaration)
    this.#endStatement(isDeclaration)
  }

  #endStatement(isEnded: boolean): void {
    if (isEnded) this.#statementAt = this.#text.length
  }
}

/** What is declared in braces of its own is of interest. */
const DECLARATION = /(?:^|[^.\w$'"`])(?:class|interface|enum|namespace|module) [^(]*$/
/** A body follows parameters, the type of a result or an arrow; a type or a value follows a sign. */
const BEFORE_BODY = /[\w$)\]>}'"`]\s*$/
