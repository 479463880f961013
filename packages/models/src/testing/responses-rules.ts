import { formatViolations, strictViolations } from './strict-rules'

type Fields = Readonly<Record<string, unknown>>

/** What is wrong with a request by the rules of the Responses API; empty when nothing is. */
export function responsesViolations(body: Fields): readonly string[] {
  return [
    ...(typeof body.model === 'string' && body.model !== '' ? [] : ['model must be a non-empty string']),
    ...(body.tools === undefined ? toolOnlyFields(body) : toolsViolations(body.tools)),
    ...inputViolations(body.input),
    ...textViolations(fields(body.text).format),
  ]
}

const textViolations = (format: unknown): readonly string[] =>
  fields(format).type === 'json_schema' ? formatViolations(fields(format), 'text.format') : []

const toolOnlyFields = (body: Fields): readonly string[] =>
  ['tool_choice', 'parallel_tool_calls']
    .filter((name) => body[name] !== undefined)
    .map((name) => `${name} is only allowed when tools are specified`)

function toolsViolations(tools: unknown): readonly string[] {
  if (!Array.isArray(tools) || tools.length === 0) return ['tools must be a non-empty list']
  return (tools as readonly unknown[]).flatMap((tool, index) => toolViolations(fields(tool), `tools[${index}]`))
}

/** Tools are flat here, and say whether they are strict. */
function toolViolations(tool: Fields, where: string): readonly string[] {
  if (tool.type !== 'function') return []
  return [
    ...(typeof tool.name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)
      ? []
      : [`${where}.name is not a tool name`]),
    ...(fields(tool.parameters).type === 'object' ? [] : [`${where}.parameters must be a schema of type "object"`]),
    ...('strict' in tool ? [] : [`${where}.strict is required`]),
    ...(tool.strict === true ? strictViolations(tool.parameters, `${where}.parameters`) : []),
  ]
}

function inputViolations(input: unknown): readonly string[] {
  if (typeof input === 'string' && input !== '') return []
  if (!Array.isArray(input) || input.length === 0) return ['input must be a text or a non-empty list']
  const items = (input as readonly unknown[]).map(fields)
  return [...items.flatMap((item, index) => itemViolations(item, `input[${index}]`)), ...pairingViolations(items)]
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant'])

function itemViolations(item: Fields, where: string): readonly string[] {
  switch (item.type) {
    case undefined:
    case 'message':
      return ROLES.has(item.role) ? [] : [`${where}.role "${String(item.role)}" is unknown`]
    case 'function_call':
      return isText(item.call_id) && isText(item.name) && isText(item.arguments)
        ? []
        : [`${where} must have call_id, name and arguments`]
    case 'function_call_output':
      return outputViolations(item.output, `${where}.output`)
    case 'reasoning':
      return 'status' in item ? [`${where}.status is not accepted`] : []
    default:
      return []
  }
}

/** An output is a text, or a list of texts, pictures and files. */
function outputViolations(output: unknown, where: string): readonly string[] {
  if (typeof output === 'string') return []
  if (!Array.isArray(output) || output.length === 0) return [`${where} must be a text or a non-empty list`]
  return (output as readonly unknown[]).flatMap((part, index) => partViolations(fields(part), `${where}[${index}]`))
}

function partViolations(part: Fields, where: string): readonly string[] {
  const sources = SOURCES[String(part.type)]
  if (sources === undefined) return [`${where}.type must be input_text, input_image or input_file`]
  const given = sources.filter((name) => typeof part[name] === 'string')
  return given.length === 1 ? [] : [`${where} must have one of ${sources.join(', ')}`]
}

/** What a part consists of, by its type. */
const SOURCES: Readonly<Record<string, readonly string[] | undefined>> = {
  input_text: ['text'],
  input_image: ['image_url', 'file_id'],
  input_file: ['file_data', 'file_id', 'file_url'],
}

/** Every call has one output after it, and reasoning stands before what came of it. */
function pairingViolations(items: readonly Fields[]): readonly string[] {
  const open = new Set<unknown>()
  const violations = items.flatMap((item, index): string[] => {
    if (item.type === 'function_call') open.add(item.call_id)
    if (item.type === 'function_call_output' && !open.delete(item.call_id)) return [orphan(item, index)]
    return item.type === 'reasoning' && isLastOfItsAnswer(items[index + 1]) ? [alone(index)] : []
  })
  return [...violations, ...[...open].map((id) => `the call "${String(id)}" has no output`)]
}

const orphan = (item: Fields, index: number): string =>
  `input[${index}] answers "${String(item.call_id)}", which is not an open call`

const alone = (index: number): string => `input[${index}] is reasoning without the item that followed it`

const isLastOfItsAnswer = (next: Fields | undefined): boolean =>
  next === undefined || next.type === 'function_call_output' || next.role === 'user'

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
