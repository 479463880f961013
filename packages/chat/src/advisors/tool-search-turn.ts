import { ToolSet, type IndexedTools, type ToolCallback } from '@vernal/tools'
import type { ToolIndexHold } from './tool-index-hold'
import type { ToolSearchSession } from './tool-search-session'
import { searchTool, TOOL_SEARCH_TOOL_NAME, type ToolSearchArguments } from './tool-search-tool'

/** What a search in one turn goes by. */
export interface ToolSearchTurnOptions {
  readonly session: ToolSearchSession
  /** The tools that are attached to the request: the only ones that can be found. */
  readonly attached: ToolSet
  /** Those of them that are always sent. */
  readonly isAlwaysVisible: (name: string) => boolean
  /** Whether what was found stays, in this turn and in later ones; else only what the last round with a find has found. */
  readonly accumulates: boolean
  readonly maxResults: number
}

/** One turn with tool search: which tools the model has found, and so may see and call. */
export class ToolSearchTurn {
  readonly #options: ToolSearchTurnOptions
  readonly #searchTool: ToolCallback
  readonly #always: readonly ToolCallback[]
  readonly #found: Set<string>
  readonly #refusals = new Map<string, string>()
  #hold: ToolIndexHold
  #round = 0
  /** The round of the last search that found something. */
  #foundIn = 0
  #sent = ToolSet.empty
  #visible: ToolSet | undefined

  /** Begins to prepare the tools for the first search, while the model thinks. */
  constructor(options: ToolSearchTurnOptions) {
    this.#options = options
    this.#found = new Set(options.accumulates ? options.session.found : [])
    this.#always = [...options.attached].filter(({ definition }) => options.isAlwaysVisible(definition.name))
    this.#searchTool = searchTool((search, signal) => this.#search(search, signal))
    this.#hold = options.session.hold(options.attached.definitions)
  }

  /**
   * The tools to send: the search, what is always visible, and what was found in the order in which it was. Tools are only
   * added at the end, so that a provider that caches prompts knows the beginning. The same instance until it changes.
   */
  get visible(): ToolSet {
    this.#visible ??= ToolSet.of([this.#searchTool, ...this.#always, ...this.#foundTools()])
    return this.#visible
  }

  /** Begins a round: what is visible now is what it can call. */
  startRound(round: number): ToolSet {
    this.#round = round
    this.#sent = this.visible
    return this.#sent
  }

  /** Makes tools visible that the conversation or the caller names. */
  reveal(names: Iterable<string>): void {
    for (const name of names) this.#add(name)
  }

  /** What the model reads when it has called tools that it could not call, by the ids of the calls; also of earlier rounds. */
  refusals(calls: readonly { readonly callId: string; readonly name: string }[]): ReadonlyMap<string, string> {
    for (const { callId, name } of calls) {
      const isHidden = !this.#sent.find(name) && this.#options.attached.find(name)
      if (isHidden) this.#refusals.set(callId, notFoundYet(name))
    }
    return this.#refusals
  }

  /** Lets go of the index. */
  close(): void {
    this.#hold.release()
  }

  #foundTools(): readonly ToolCallback[] {
    const found = [...this.#found].flatMap((name) => this.#options.attached.find(name) ?? [])
    return found.filter((tool) => !this.#always.includes(tool))
  }

  async #search({ query, limit, category }: ToolSearchArguments, signal: AbortSignal): Promise<readonly string[]> {
    const indexed = await this.#indexed()
    const wanted = limit ?? this.#options.maxResults
    const hits = await indexed.search(query, { limit: category ? wanted * CATEGORY_DEPTH : wanted, signal })
    const names = hits.map(({ definition }) => definition.name)
    const attached = names.filter((name) => this.#options.attached.find(name) !== undefined)
    const found = ofCategory(attached, category).slice(0, wanted)
    this.#note(found)
    return found
  }

  /** Tried again by each search after the tools could not be indexed. */
  #indexed(): Promise<IndexedTools> {
    if (this.#hold.hasFailed) {
      this.#hold.release()
      this.#hold = this.#options.session.hold(this.#options.attached.definitions)
    }
    return this.#hold.indexed
  }

  #note(names: readonly string[]): void {
    if (names.length === 0) return
    const { accumulates, session } = this.#options
    if (!accumulates && this.#foundIn !== this.#round) this.#found.clear()
    this.#foundIn = this.#round
    this.#visible = undefined
    for (const name of names) this.#add(name)
    if (accumulates) session.addFound(names)
  }

  #add(name: string): void {
    if (name === TOOL_SEARCH_TOOL_NAME || this.#found.has(name)) return
    this.#found.add(name)
    this.#visible = undefined
  }
}

/** How many times as many tools are looked at when only those of a category are wanted. */
const CATEGORY_DEPTH = 5

const notFoundYet = (name: string): string =>
  `The tool "${name}" was not run, because it is not among your tools yet. ` +
  `Use ${TOOL_SEARCH_TOOL_NAME} to search for "${name}" first, then call it.`

/** Those whose name has the category in it; all of them when none has. */
function ofCategory(names: readonly string[], category: string | undefined): readonly string[] {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const wanted = bare(category ?? '')
  const inCategory = names.filter((name) => bare(name).includes(wanted))
  return inCategory.length > 0 ? inCategory : names
}
