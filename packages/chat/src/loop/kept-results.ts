import { functionTool, type KeptPart, type ToolCallback, type ToolSet } from '@vernal/tools'

/** The tool by which a model reads on in a result that was cut. */
export const READ_RESULT_TOOL_NAME = 'readToolResult'

/** Older results are let go of when there are more, or when they are longer together, in characters. */
const MAX_RESULTS = 50
const MAX_CHARS = 20_000_000

const PARAMETERS = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'As the shortened result says.' },
    from: { type: 'integer', minimum: 0, description: 'The character to begin with.' },
  },
  required: ['id', 'from'],
}

interface KeptResult {
  readonly text: string
  readonly maxChars: number
}

/**
 * The long results of one turn, whole, for the model to read on. They live as long as the turn, so nobody else can read them, and
 * nothing has to be cleared away.
 */
export class KeptResults {
  readonly #results = new Map<string, KeptResult>()
  #reader: ToolCallback | undefined
  #chars = 0
  #count = 0
  #offered: { readonly from: ToolSet; readonly tools: ToolSet } | undefined

  /** Keeps a result, and says how the rest of it can be read. */
  keep(text: string, { from, maxChars }: KeptPart): string {
    this.#count += 1
    const id = `r${this.#count}`
    this.#results.set(id, { text, maxChars })
    this.#chars += text.length
    while (this.#results.size > 1 && (this.#results.size > MAX_RESULTS || this.#chars > MAX_CHARS)) this.#letGo()
    return `${READ_RESULT_TOOL_NAME}(${JSON.stringify({ id, from })}) reads on`
  }

  /** The tools of a round, and the one that reads on once there is something to read. The same set for the same tools. */
  offeredWith(tools: ToolSet): ToolSet {
    if (this.#results.size === 0 || tools.find(READ_RESULT_TOOL_NAME)) return tools
    if (this.#offered?.from !== tools)
      this.#offered = { from: tools, tools: tools.with([(this.#reader ??= this.#makeReader())]) }
    return this.#offered.tools
  }

  #makeReader(): ToolCallback {
    return functionTool({
      name: READ_RESULT_TOOL_NAME,
      description: 'Reads on in a result of this conversation that was too long to be shown whole.',
      parameters: PARAMETERS,
      source: 'the tool loop',
      execute: ({ id, from }) => this.#read(String(id), Number(from)),
    })
  }

  #letGo(): void {
    const [[id, { text }] = ['', { text: '' }]] = this.#results
    this.#results.delete(id)
    this.#chars -= text.length
  }

  #read(id: string, from: number): string {
    const kept = this.#results.get(id)
    if (!kept) return `There is no result "${id}" any more. Call the tool again that made it, for a smaller part.`
    const { text, maxChars } = kept
    if (from >= text.length)
      return `The result "${id}" has ${text.length} characters; there is nothing from ${from} on.`
    // Room is left for the last line, so that this result is not cut in its turn.
    const end = Math.min(text.length, from + Math.max(20, maxChars - 80))
    const rest = end < text.length ? `the next part begins at ${end}` : 'this is the end'
    return `${text.slice(from, end)}\n[${from} to ${end} of ${text.length} characters; ${rest}]`
  }
}
