import {
  explainKeywordMatch,
  KeywordToolIndex,
  RegexToolIndex,
  type IndexedTools,
  type KeywordFieldMatch,
  type ToolIndex,
  type ToolSearchHit,
} from '@vernal/tools'
import type { ApplicationPicture } from '../application/application-picture'
import { indexNeedsModel, wrongUsage } from '../cli-error'
import type { CommandOutput } from './command-output'

/** How tools are searched and shown. */
export interface ToolsOptions {
  /** `keyword` or `regex`. Default: what the application is configured to use, where that calls no model. */
  readonly index: string | undefined
  /** How many tools are shown at most. Default: what the application is configured to use, else 5. */
  readonly max: string | undefined
  /** Data instead of text. */
  readonly json: boolean
}

const CHARS_PER_TOKEN = 4
const DEFAULT_MAX = 5
const MOST = 100

/** Shows the tools of an application with what each costs. */
export function listTools(
  { tools, unseen }: ApplicationPicture,
  { json }: ToolsOptions,
  output: CommandOutput,
): number {
  const rows = tools.map(({ definition, effect, source }) => ({
    name: definition.name,
    tokens: Math.ceil(JSON.stringify(definition).length / CHARS_PER_TOKEN),
    effect,
    source,
    description: definition.description,
  }))
  if (json) output.log(JSON.stringify({ tools: rows, unseen }, undefined, 2))
  else {
    const width = Math.max(4, ...rows.map(({ name }) => name.length))
    output.log(`${'tool'.padEnd(width)}  tokens  effect    from`)
    for (const { name, tokens, effect, source } of rows)
      output.log(`${name.padEnd(width)}  ${String(tokens).padStart(6)}  ${effect.padEnd(8)}  ${source}`)
  }
  warnOfUnseen(unseen, output)
  return 0
}

interface ExplainedHit {
  readonly name: string
  readonly description: string
  readonly score: number
  readonly fields: readonly (KeywordFieldMatch & { readonly score: number })[]
}

/** Searches the tools of an application and says why each was found. @returns the exit code: 1 when none was */
export async function searchTools(
  query: string,
  picture: ApplicationPicture,
  options: ToolsOptions,
  output: CommandOutput,
): Promise<number> {
  const { type, index } = indexOf(picture, options.index, output)
  const limit = limitOf(picture, options.max)
  const indexed = await index.open(picture.tools.map(({ definition }) => definition))
  const hits = (await searched(indexed, query, limit)).map((hit) => explained(query, hit, type))
  const total = picture.tools.length
  if (options.json) output.log(JSON.stringify({ query, index: type, tools: total, hits }, undefined, 2))
  else {
    output.log(`${hits.length} of ${total} tools for "${query}", ${type} index`)
    hits.forEach((hit, position) => linesOf(hit, position).forEach((line) => output.log(line)))
  }
  warnOfUnseen(picture.unseen, output)
  return hits.length > 0 ? 0 : 1
}

async function searched(indexed: IndexedTools, query: string, limit: number): Promise<readonly ToolSearchHit[]> {
  try {
    return await indexed.search(query, { limit })
  } finally {
    await indexed.close()
  }
}

function indexOf({ search }: ApplicationPicture, asked: string | undefined, output: CommandOutput) {
  const configured = search['tool-index-type'] ?? 'keyword'
  const type = asked ?? (needsModel(configured) ? 'keyword' : configured)
  if (asked === undefined && needsModel(configured))
    output.warn(
      `The application is configured to use the ${configured} index, which calls a model: by keywords instead.`,
    )
  if (needsModel(type)) throw indexNeedsModel(type)
  return { type: type === 'lucene' ? 'keyword' : type, index: createIndex(type, search) }
}

const needsModel = (type: string): boolean => type === 'vector' || type === 'hybrid'

function createIndex(type: string, search: ApplicationPicture['search']): ToolIndex {
  switch (type) {
    case 'keyword':
    case 'lucene':
      return new KeywordToolIndex({ minScore: Number(search['keyword.min-score-threshold'] ?? 0) })
    case 'regex':
      return new RegexToolIndex()
    default:
      throw wrongUsage(`There is no index "${type}": keyword and regex can be tried here.`)
  }
}

function limitOf({ search }: ApplicationPicture, asked: string | undefined): number {
  const max = Number(asked ?? search['max-results'] ?? DEFAULT_MAX)
  if (Number.isInteger(max) && max >= 1 && max <= MOST) return max
  throw wrongUsage(`--max is "${asked}", which is not a whole number from 1 to ${MOST}.`)
}

function explained(query: string, { definition, score }: ToolSearchHit, type: string): ExplainedHit {
  const matches = type === 'keyword' ? explainKeywordMatch(query, definition) : []
  const { name, description } = definition
  return { name, description, score, fields: matches.map((match) => ({ ...match, score: match.share * score })) }
}

function linesOf({ name, description, score, fields }: ExplainedHit, position: number): readonly string[] {
  const [summary = ''] = description.split('\n')
  return [
    '',
    `${position + 1}. ${name}  ${score.toFixed(3)}`,
    `   ${summary.slice(0, 120)}`,
    ...fields.map(
      ({ field, score: part, terms }) =>
        `   ${part.toFixed(3)}  ${FIELD_NAMES[field]}: ${terms.map(termText).join(', ')}`,
    ),
  ]
}

const FIELD_NAMES: Readonly<Record<KeywordFieldMatch['field'], string>> = {
  name: 'name',
  description: 'description',
  parameterNames: 'names of parameters',
  parameterDescriptions: 'descriptions of parameters',
}

const termText = ({ asked, found }: { readonly asked: string; readonly found: string }): string =>
  asked === found ? found : `${found} for ${asked}`

function warnOfUnseen(unseen: readonly string[], output: CommandOutput): void {
  for (const origin of unseen)
    output.warn(`Not shown: the tools of ${origin}, which are made when the application starts.`)
}
