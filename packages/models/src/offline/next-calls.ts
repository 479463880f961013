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
    const parts = this.#question.text
      .split(/\s*(?:[;?!\n]|\.\s|,?\s*\b(?:and then|and also|then|and)\b)\s*/i)
      .filter(Boolean)
    const calls = parts.length > 1 ? parts.map((part) => this.#callFor(new Question(part), NO_STEMS)) : []
    const found = calls.filter((call) => call !== undefined)
    if (found.length > 1) return this.#plan(distinct(found))
    this.#unfilled.length = 0
    const call = this.#callFor(this.#question, NO_STEMS) ?? this.#search()
    return this.#plan(call ? [call] : [])
  }

  /** A tool for what the question asks beyond what earlier calls served; all of its name must stand in the question. */
  next(): Plan {
    const spent = new Set(this.#sources.turn.calls.flatMap((call) => [...this.#stemsFor(call.name)]))
    const call = this.#callFor(this.#question, spent, (definition) => isNamedBy(definition, this.#question))
    return this.#plan(call ? [call] : [])
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

  #search(): PlannedCall | undefined {
    const definition = searchTool(this.#sources.tools)
    return definition && this.#question.stems.length > 0 ? this.#filled(definition, this.#question) : undefined
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
    return { question, results: results.map((result) => resultValue(result.content)), today: this.#sources.today }
  }

  #isMade(call: PlannedCall): boolean {
    return this.#sources.turn.calls.some((made) => made.name === call.name && made.arguments === call.arguments)
  }

  #stemsFor(toolName: string): ReadonlySet<string> {
    const fit = this.#fits(this.#question, NO_STEMS).find(({ definition }) => definition.name === toolName)
    return fit?.because ?? NO_STEMS
  }
}

const NO_STEMS: ReadonlySet<string> = new Set()

const distinct = (calls: readonly PlannedCall[]): readonly PlannedCall[] =>
  calls.filter(
    (call, index) => calls.findIndex((each) => each.name === call.name && each.arguments === call.arguments) === index,
  )
