import type { ToolChoice } from '@vernal/chat'
import type { ToolDefinition } from '@vernal/tools'
import { fillArguments, type ArgumentSources } from './argument-filler'
import { Question } from './question'
import { resultValue } from './result-fields'
import type { RunningTurn } from './running-turn'
import { fittingTools, isNamedBy, searchTool, type ToolFit } from './tool-picker'

/** A call the model decided on. */
export interface PlannedCall {
  readonly name: string
  readonly arguments: string
}

/** What to do next: calls, or none with the reason. */
export interface Plan {
  readonly calls: readonly PlannedCall[]
  /** Tools that fit, and the parameters for which the question has nothing. */
  readonly unfilled: readonly { readonly name: string; readonly missing: readonly string[] }[]
}

/** What a plan is made from. */
export interface PlanSources {
  readonly turn: RunningTurn
  readonly tools: readonly ToolDefinition[]
  readonly toolChoice: ToolChoice | undefined
  readonly maxRounds: number
  readonly today: Date
}

const NOTHING: Plan = { calls: [], unfilled: [] }

/**
 * Decides on the next calls. First the parts of the question that name different tools are served together; then, round
 * by round, a tool whose words in the question no earlier call has served. No call is made twice in a turn.
 */
export function planCalls(sources: PlanSources): Plan {
  const { turn, tools, toolChoice, maxRounds } = sources
  if (tools.length === 0 || toolChoice === 'none' || turn.rounds >= maxRounds) return NOTHING
  const planner = new Planner(sources)
  if (typeof toolChoice === 'object') return planner.forced(toolChoice.tool)
  if (turn.rounds > 0) return planner.next()
  const plan = planner.first()
  return plan.calls.length === 0 && toolChoice === 'required' ? planner.forced(tools[0]?.name) : plan
}

class Planner {
  readonly #sources: PlanSources
  readonly #question: Question
  readonly #unfilled: { name: string; missing: readonly string[] }[] = []

  constructor(sources: PlanSources) {
    this.#sources = sources
    this.#question = new Question(sources.turn.question)
  }

  /** One call for each part of the question that names a tool of its own; else one for the whole question. */
  first(): Plan {
    const found = partsOf(this.#question.text)
      .map((part) => this.#callFor(new Question(part), NO_STEMS))
      .filter((call) => call !== undefined)
    if (found.length > 1) return this.#plan(distinct(found))
    this.#unfilled.length = 0
    const call = this.#callFor(this.#question, NO_STEMS)
    if (call) return this.#plan([call])
    return this.#plan(this.#isOfKnownTool() ? [] : this.#searches())
  }

  /** A tool for what the question asks beyond what earlier calls served; all of its name must stand in the question. */
  next(): Plan {
    const spent = new Set(this.#sources.turn.calls.flatMap((call) => [...this.#stemsFor(call.name)]))
    const isNamed = (definition: ToolDefinition): boolean => isNamedBy(definition, this.#question)
    // `Where is order 42? Then refund it`: the whole asks a question, a part of it for an action.
    const parts = partsOf(this.#question.text).map((part) => new Question(part))
    for (const question of [this.#question, ...parts]) {
      const call = this.#callFor(question, spent, isNamed)
      if (call) return this.#plan([call])
    }
    return this.#plan([])
  }

  /** A tool that must be called, with whatever fits best. */
  forced(name: string | undefined): Plan {
    const definition = this.#sources.tools.find((tool) => tool.name === name)
    if (!definition) return NOTHING
    const { values } = fillArguments(definition, this.#argumentSources(this.#question))
    return this.#plan([{ name: definition.name, arguments: JSON.stringify(values) }])
  }

  #plan(calls: readonly PlannedCall[]): Plan {
    return { calls, unfilled: this.#unfilled }
  }

  #callFor(
    question: Question,
    spent: ReadonlySet<string>,
    isWanted: (definition: ToolDefinition) => boolean = () => true,
  ): PlannedCall | undefined {
    for (const { definition } of this.#fits(question, spent)) {
      if (!isWanted(definition)) continue
      const call = this.#filled(definition, question)
      if (call) return call
    }
    return undefined
  }

  #fits(question: Question, spent: ReadonlySet<string>): readonly ToolFit[] {
    return fittingTools(this.#sources.tools, question, spent)
  }

  /** Whether the question names a tool and only leaves out what it needs: searching for that would find nothing. */
  #isOfKnownTool(): boolean {
    if (/^\W*(how|why)\b/i.test(this.#question.text)) return false
    const [best] = this.#fits(this.#question, NO_STEMS)
    return best !== undefined && isNamedBy(best.definition, this.#question) && !this.#dependsOnOthers(best.definition)
  }

  /** Whether a tool takes what another one gives: its schema names it. */
  #dependsOnOthers({ inputSchema, name }: ToolDefinition): boolean {
    const schema = JSON.stringify(inputSchema)
    return this.#sources.tools.some((tool) => tool.name !== name && schema.includes(tool.name))
  }

  /** One search for each question in the text: `tell me about limits and about memory`. */
  #searches(): readonly PlannedCall[] {
    const definition = searchTool(this.#sources.tools)
    if (!definition) return []
    const topics = topicsOf(this.#question.text).map((topic) => new Question(topic))
    const asked = topics.length > 1 && topics.every(({ stems }) => stems.length > 0) ? topics : [this.#question]
    return distinct(
      asked
        .filter(({ stems }) => stems.length > 0)
        .map((question) => this.#filled(definition, question))
        .filter((call) => call !== undefined),
    )
  }

  #filled(definition: ToolDefinition, question: Question): PlannedCall | undefined {
    const { values, missing } = fillArguments(definition, this.#argumentSources(question))
    if (missing.length > 0) {
      this.#unfilled.push({ name: definition.name, missing })
      return undefined
    }
    const call = { name: definition.name, arguments: JSON.stringify(values) }
    return this.#isMade(call) ? undefined : call
  }

  #argumentSources(question: Question): ArgumentSources {
    const results = this.#sources.turn.results.filter((result) => !result.isError)
    const tools = this.#sources.tools.map(({ name }) => name)
    return {
      question,
      results: results.map((result) => resultValue(result.content)),
      tools,
      today: this.#sources.today,
    }
  }

  #isMade(call: PlannedCall): boolean {
    return this.#sources.turn.calls.some((made) => made.name === call.name && made.arguments === call.arguments)
  }

  #stemsFor(toolName: string): ReadonlySet<string> {
    const fit = this.#fits(this.#question, NO_STEMS).find(({ definition }) => definition.name === toolName)
    return fit?.because ?? NO_STEMS
  }
}

/** The parts of a text that may ask for different things. What only names a further thing repeats the part before it. */
function partsOf(text: string): readonly string[] {
  const parts = text.split(/\s*(?:[;?!\n]|\.\s|,?\s*\b(?:and then|and also|then|and)\b)\s*/i).filter(Boolean)
  if (parts.length < 2) return []
  return parts.map((part, index) => repeated(parts[index - 1], part) ?? part)
}

/** `weather in Paris` and `Rome`, or `in Rome` → `weather in Rome`. */
function repeated(earlier: string | undefined, part: string): string | undefined {
  const [, further] = FURTHER_THING.exec(part) ?? []
  if (earlier === undefined || further === undefined) return undefined
  const question = new Question(earlier)
  const name = question.names.at(-1) ?? question.words.findLast((word) => /\d/.test(word))
  return name === undefined ? undefined : earlier.replace(name, further)
}

const FURTHER_THING = /^(?:(?:in|for|of|at|on|from)\s+)?(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*|[\w-]*\d[\w-]*)$/u

/** The questions of a text: its sentences, and what it wants to hear about. */
const topicsOf = (text: string): readonly string[] =>
  text.split(/\s*(?:[;?!\n]|\.\s|,?\s*\band\s+(?=(?:about|how|what|where|when|why|who|which)\b))\s*/i).filter(Boolean)

const NO_STEMS: ReadonlySet<string> = new Set()

const distinct = (calls: readonly PlannedCall[]): readonly PlannedCall[] =>
  calls.filter(
    (call, index) => calls.findIndex((each) => each.name === call.name && each.arguments === call.arguments) === index,
  )
