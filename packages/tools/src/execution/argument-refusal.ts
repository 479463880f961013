import type { ToolDefinition } from '../definition/tool-definition'
import type { ArgumentProblem } from '../schema/binding-run'
import type { JsonSchema } from '../schema/json-schema'
import type { BoundArguments } from './argument-binder'
import { problemSchema } from './problem-schema'

const MAX_TEXT_CHARS = 2000
const MAX_PROBLEM_CHARS = 1200

/** What a model reads when its arguments do not fit: the problems, with the schemas of those parts when they are short. */
export function argumentRefusal(
  definition: ToolDefinition,
  bound: Extract<BoundArguments, { problems: unknown }>,
): string {
  const { unknownKeys } = bound
  const text = [
    `The tool "${definition.name}" was not run, because its arguments do not fit:`,
    ...problemLines(bound.problems, bound.unlistedProblems),
    ...(unknownKeys.length > 0 ? [`Not known and ignored: ${unknownKeys.join(', ')}.`] : []),
    ...schemaLines(definition.inputSchema, bound.problems),
    'Call it again with corrected arguments.',
  ].join('\n')
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS - 2)} …` : text
}

/** As many as there is room for, and how many there are beside. */
function problemLines(problems: readonly ArgumentProblem[], unlisted: number): string[] {
  const lines: string[] = []
  let room = MAX_PROBLEM_CHARS
  for (const problem of problems) {
    const line = `- ${problemLine(problem)}`
    room -= line.length
    if (room < 0 && lines.length > 0) break
    lines.push(line)
  }
  const others = problems.length - lines.length + unlisted
  return others > 0 ? [...lines, `- and ${others} more ${others === 1 ? 'problem' : 'problems'}`] : lines
}

function problemLine({ path, message }: ArgumentProblem): string {
  if (path !== '') return `${path}: ${message}`
  return /^(?:are|must) /.test(message) ? `the arguments ${message}` : `the arguments: ${message}`
}

function schemaLines(schema: JsonSchema, problems: readonly ArgumentProblem[]): string[] {
  const parts = new Map(problems.slice(0, 5).flatMap(({ path }) => problemSchema(schema, path) ?? []))
  return [...parts].map(([name, text]) => `Schema of ${name}: ${text}`)
}
