import type { ToolDefinition } from '../definition/tool-definition'
import type { ArgumentProblem } from '../schema/binding-run'
import type { JsonSchema } from '../schema/json-schema'
import type { BoundArguments } from './argument-binder'

const MAX_TEXT_CHARS = 2000
const MAX_SCHEMA_CHARS = 240

/** What a model reads when its arguments do not fit: every problem, with the schema of the parameter when it is short. */
export function argumentRefusal(
  definition: ToolDefinition,
  bound: Extract<BoundArguments, { problems: unknown }>,
): string {
  const lines = bound.problems.map((problem) => `- ${problemLine(problem)}`)
  if (bound.unlistedProblems > 0) lines.push(`- and ${bound.unlistedProblems} more problems`)
  if (bound.unknownKeys.length > 0) lines.push(`Not known and ignored: ${bound.unknownKeys.join(', ')}.`)
  const schemas = schemaLines(definition.inputSchema, bound.problems)
  const text = [
    `The tool "${definition.name}" was not run, because its arguments do not fit:`,
    ...lines,
    ...schemas,
    'Call it again with corrected arguments.',
  ].join('\n')
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS - 2)} …` : text
}

const problemLine = ({ path, message }: ArgumentProblem): string =>
  path === '' ? `the arguments ${message}` : `${path}: ${message}`

function schemaLines(schema: JsonSchema, problems: readonly ArgumentProblem[]): string[] {
  const properties = (schema.properties ?? {}) as JsonSchema
  const names = [...new Set(problems.map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? ''))].slice(0, 5)
  return names.flatMap((name) => {
    const text = Object.hasOwn(properties, name) ? JSON.stringify(properties[name]) : ''
    return text !== '' && text.length <= MAX_SCHEMA_CHARS ? [`Schema of ${name}: ${text}`] : []
  })
}
