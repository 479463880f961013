import type { ToolDefinition } from '@vernal/tools'
import type { Question } from './question'
import { carriesMeaning, identifierWords, stem, stemsOf, wordsOf } from './words'

/** How well a tool fits a question, and by which of its words. */
export interface ToolFit {
  readonly definition: ToolDefinition
  readonly score: number
  /** The stems of the question that speak for the tool. */
  readonly because: ReadonlySet<string>
}

const NAME_WEIGHT = 3
const PARAMETER_WEIGHT = 2
const DESCRIPTION_WEIGHT = 1
const LEAST_WEIGHT = 2

/**
 * The tools whose words occur in the question, best first. Words of a name count most, then those of parameters, then
 * those of the description; a word that many tools have counts less. Equal scores keep the order of the tools.
 *
 * A tool that changes something is a candidate only when the question asks to do what its name says.
 *
 * @param spent stems that already spoke for a tool that was called, and count no more
 */
export function fittingTools(
  definitions: readonly ToolDefinition[],
  question: Question,
  spent: ReadonlySet<string>,
): readonly ToolFit[] {
  const asked = new Set(question.stems.filter((each) => !spent.has(each)))
  const candidates = definitions.filter((definition) => actionOf(definition, question) !== 'not-asked')
  const commonness = countTools(candidates)
  return candidates
    .map((definition) => fitOf(definition, asked, commonness))
    .filter((fit) => fit !== undefined)
    .map((fit) => (actionOf(fit.definition, question) === 'asked' ? { ...fit, score: fit.score + NAME_WEIGHT } : fit))
    .sort((left, right) => right.score - left.score)
}

/** Whether the question has all words of a tool's name that carry meaning. */
export const isNamedBy = (definition: ToolDefinition, question: Question): boolean =>
  stemsOf(identifierWords(definition.name)).every((each) => question.actionStems.includes(each))

/** The tool that takes any question: its only required parameter is a free text to search for. */
export const searchTool = (definitions: readonly ToolDefinition[]): ToolDefinition | undefined =>
  definitions.find((definition) => {
    const required = definition.inputSchema.required
    return Array.isArray(required) && required.length === 1 && SEARCH_PARAMETERS.has(String(required[0]).toLowerCase())
  })

const SEARCH_PARAMETERS: ReadonlySet<string> = new Set([
  'query',
  'question',
  'q',
  'search',
  'searchquery',
  'search_query',
  'keywords',
  'terms',
  'term',
])

/** Whether a tool fits is told by its own words; how common they are among the tools only decides between those that fit. */
function fitOf(
  definition: ToolDefinition,
  asked: ReadonlySet<string>,
  commonness: ReadonlyMap<string, number>,
): ToolFit | undefined {
  const weights = weightedStems(definition)
  const because = new Set([...weights.keys()].filter((each) => asked.has(each)))
  const matched = [...because].map((each) => ({ weight: weights.get(each) ?? 0, common: commonness.get(each) ?? 1 }))
  if (matched.reduce((sum, { weight }) => sum + weight, 0) < LEAST_WEIGHT) return undefined
  return { definition, because, score: matched.reduce((sum, { weight, common }) => sum + weight / common, 0) }
}

/** The stems of a tool with the weight of the best place they stand in. */
function weightedStems(definition: ToolDefinition): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (words: readonly string[], weight: number): void => {
    for (const each of stemsOf(words)) weights.set(each, Math.max(weight, weights.get(each) ?? 0))
  }
  add(identifierWords(definition.name), NAME_WEIGHT)
  add(parameterNames(definition).flatMap(identifierWords).filter(isTelling), PARAMETER_WEIGHT)
  add(wordsOf(definition.description), DESCRIPTION_WEIGHT)
  return weights
}

const parameterNames = (definition: ToolDefinition): readonly string[] =>
  Object.keys(definition.inputSchema.properties ?? {})

/** `id` and `query` say nothing about what a tool is for. */
const isTelling = (word: string): boolean =>
  carriesMeaning(word) && !/^(id|query|name|text|value|limit|max|type)$/i.test(word)

function countTools(definitions: readonly ToolDefinition[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const definition of definitions) {
    for (const each of weightedStems(definition).keys()) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return counts
}

/**
 * Whether a tool's name says that it changes something, and if so whether the question asks for that: the verb, or one of
 * the same kind, stands in it; `add` may stand for `create`.
 */
function actionOf(definition: ToolDefinition, question: Question): 'none' | 'asked' | 'not-asked' {
  const [verb, object] = identifierWords(definition.name)
  if (verb === undefined || object === undefined || isNoun(verb, definition)) return 'none'
  const kinds = ACTIONS.filter((kind) => kind.has(stem(verb)))
  if (kinds.length === 0) return 'none'
  // `order` in `find order 7` asks for no purchase, and so for no `refundOrder`.
  const objects = new Set(identifierWords(definition.name).slice(1).map(stem))
  const asked = question.actionStems.filter((each) => each === stem(verb) || !objects.has(each))
  const isAsked = kinds.some((kind) => asked.some((each) => kind.has(each)))
  return isAsked && !question.isEnquiry ? 'asked' : 'not-asked'
}

/** `openingHours` opens nothing, and neither does `orderStatus` order, when it is described as `The status of an order`. */
function isNoun(verb: string, { description }: ToolDefinition): boolean {
  if (/(ing|ed)$/i.test(verb)) return true
  return (
    NOUNS.has(verb.toLowerCase()) && /^(the|a|an|all|every|when|where|whether|how|what|which|who)\b/i.test(description)
  )
}

const NOUNS: ReadonlySet<string> = new Set(
  'order book file post mail email note place plan purchase transfer refund issue start end'.split(' '),
)

/** Whether the question asks to have something done for which no tool is there: `Delete all issues`. */
export function asksForMissingAction(question: Question, definitions: readonly ToolDefinition[]): boolean {
  const [first, second] = question.words
  if (first === undefined || !/^(a|an|the|all|my|this|that|these|every)$/i.test(second ?? '')) return false
  const kinds = ACTIONS.filter((kind) => kind.has(stem(first)))
  if (kinds.length === 0) return false
  return !definitions.some(({ name }) =>
    identifierWords(name).some((word) => kinds.some((kind) => kind.has(stem(word)))),
  )
}

const ACTIONS: readonly ReadonlySet<string>[] = [
  'create add new make open file raise write note insert append register post put save store submit upload install',
  'delete remove erase drop clear purge cancel revoke reset',
  'update change edit set rename modify move copy merge assign',
  'send mail email post notify publish push invite share',
  'start run execute launch trigger restart deploy invoke enable',
  'stop close end disable shut kill resolve',
  'buy order purchase book pay reserve place',
  'refund reimburse',
  'transfer move',
  'approve reject accept confirm',
  'schedule book plan reserve create',
  'subscribe unsubscribe',
].map((kind) => new Set(kind.split(' ').map(stem)))
