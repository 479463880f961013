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
const LEAST_SCORE = 2

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
  const commonness = countTools(definitions)
  return definitions
    .filter((definition) => mayAct(definition, question))
    .map((definition) => fitOf(definition, asked, commonness))
    .filter((fit) => fit.score >= LEAST_SCORE)
    .sort((left, right) => right.score - left.score)
}

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

function fitOf(
  definition: ToolDefinition,
  asked: ReadonlySet<string>,
  commonness: ReadonlyMap<string, number>,
): ToolFit {
  const weights = weightedStems(definition)
  const because = new Set([...weights.keys()].filter((each) => asked.has(each)))
  const score = [...because].reduce((sum, each) => sum + (weights.get(each) ?? 0) / (commonness.get(each) ?? 1), 0)
  return { definition, score, because }
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

function mayAct(definition: ToolDefinition, question: Question): boolean {
  const [verb, object] = identifierWords(definition.name)
  if (verb === undefined || object === undefined || !ACTING_VERBS.has(verb.toLowerCase())) return true
  return !question.isEnquiry && question.stems.includes(stem(verb))
}

const ACTING_VERBS: ReadonlySet<string> = new Set(
  (
    'add append apply approve assign book buy cancel change clear close copy create delete deploy disable drop edit enable ' +
    'execute file insert install invite invoke merge move open order pay place post publish purge push put refund register ' +
    'reject remove rename reset restart resolve revoke run save schedule send set start stop store submit subscribe ' +
    'transfer trigger unsubscribe update upload write'
  ).split(' '),
)
