import { formatViolations, strictViolations } from './strict-rules'

type Fields = Readonly<Record<string, unknown>>

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const MOST_TOOLS = 128

/**
 * What is wrong with a chat completion request by the rules of the protocol; empty when nothing is.
 *
 * Roles, content, names and schemas of tools, the pairing of tool calls with their results, and fields that may only
 * stand beside others. Servers differ in what they forgive; a request without violations is accepted by all of them.
 */
export function requestViolations(body: unknown): readonly string[] {
  if (!isFields(body)) return ['the body must be a JSON object']
  return [...topLevelViolations(body), ...toolViolations(body), ...messageViolations(body.messages)]
}

function topLevelViolations(body: Fields): readonly string[] {
  return [
    ...(isText(body.model) ? [] : ['model must be a non-empty string']),
    ...(body.stream_options !== undefined && body.stream !== true
      ? ['stream_options is only allowed with stream']
      : []),
    ...(isNumberIn(body.temperature, 0, 2) ? [] : ['temperature must be between 0 and 2']),
    ...(isNumberIn(body.top_p, 0, 1) ? [] : ['top_p must be between 0 and 1']),
    ...responseFormatViolations(body.response_format),
  ]
}

function responseFormatViolations(format: unknown): readonly string[] {
  if (format === undefined) return []
  const { type, json_schema } = fields(format)
  if (type === 'json_schema') return formatViolations(fields(json_schema), 'response_format.json_schema')
  return type === 'text' || type === 'json_object' ? [] : [`response_format.type "${String(type)}" is unknown`]
}

function toolViolations(body: Fields): readonly string[] {
  if (body.tools === undefined) {
    return ['tool_choice', 'parallel_tool_calls']
      .filter((name) => body[name] !== undefined)
      .map((name) => `${name} is only allowed when tools are specified`)
  }
  if (!Array.isArray(body.tools) || body.tools.length === 0) return ['tools must be a non-empty list']
  const tools: readonly unknown[] = body.tools
  const names = tools.map((tool) => fields(fields(tool).function).name)
  return [
    ...(tools.length > MOST_TOOLS ? [`tools has ${tools.length} entries, at most ${MOST_TOOLS} are allowed`] : []),
    ...tools.flatMap((tool, index) => toolEntryViolations(fields(tool), `tools[${index}]`)),
    ...repeated(names).map((name) => `tools has the name "${String(name)}" more than once`),
    ...toolChoiceViolations(body.tool_choice, names),
  ]
}

function toolEntryViolations(tool: Fields, where: string): readonly string[] {
  if (tool.type !== 'function') return tool.type === 'custom' ? [] : [`${where}.type must be "function"`]
  const { name, parameters, strict } = fields(tool.function)
  return [
    ...(isText(name) && TOOL_NAME.test(name) ? [] : [`${where}.function.name must match ${TOOL_NAME.source}`]),
    ...(parameters === undefined || fields(parameters).type === 'object'
      ? []
      : [`${where}.function.parameters must be a schema of type "object"`]),
    ...(strict === true ? strictViolations(parameters, `${where}.function.parameters`) : []),
  ]
}

function toolChoiceViolations(choice: unknown, names: readonly unknown[]): readonly string[] {
  if (choice === undefined || choice === 'auto' || choice === 'none' || choice === 'required') return []
  const { type, function: target } = fields(choice)
  if (type !== 'function') return ['tool_choice must be "auto", "none", "required" or name a function']
  const { name } = fields(target)
  return names.includes(name) ? [] : [`tool_choice names "${String(name)}", which is not among the tools`]
}

function messageViolations(messages: unknown): readonly string[] {
  if (!Array.isArray(messages) || messages.length === 0) return ['messages must be a non-empty list']
  const entries = (messages as readonly unknown[]).map(fields)
  return [
    ...entries.flatMap((message, index) => singleMessageViolations(message, `messages[${index}]`)),
    ...pairingViolations(entries),
  ]
}

function singleMessageViolations(message: Fields, where: string): readonly string[] {
  if (!ROLES.has(message.role)) return [`${where}.role "${String(message.role)}" is unknown`]
  if (message.role === 'assistant') return assistantViolations(message, where)
  if (Array.isArray(message.content)) return partViolations(message.content, message.role, where)
  return typeof message.content === 'string' ? [] : [`${where}.content must be a string or a list of parts`]
}

/** The parts of a content, and what each must have. Only users send more than text. */
function partViolations(parts: readonly unknown[], role: unknown, where: string): readonly string[] {
  if (parts.length === 0) return [`${where}.content must not be an empty list`]
  return parts.map(fields).flatMap((part, index) => {
    const at = `${where}.content[${index}]`
    const isWhole = PARTS[String(part.type)]
    if (!isWhole || (role !== 'user' && part.type !== 'text'))
      return [`${at}.type "${String(part.type)}" is not allowed`]
    return isWhole(part) ? [] : [`${at} is not a whole part of type ${String(part.type)}`]
  })
}

const PARTS: Readonly<Record<string, (part: Fields) => boolean>> = {
  text: ({ text }) => isText(text),
  image_url: ({ image_url }) => /^(https?:|data:image\/[\w.+-]+;base64,\S)/.test(String(fields(image_url).url)),
  input_audio: ({ input_audio }) => {
    const { data, format } = fields(input_audio)
    return isText(data) && (format === 'wav' || format === 'mp3')
  },
  file: ({ file }) => {
    const { file_id, file_data, filename } = fields(file)
    return isText(file_id) || (/^data:[\w.+/-]+;base64,\S/.test(String(file_data)) && isText(filename))
  },
}

function assistantViolations(message: Fields, where: string): readonly string[] {
  if (message.tool_calls === undefined) {
    return isText(message.content) || Array.isArray(message.content) || message.content === ''
      ? []
      : [`${where} has neither content nor tool_calls`]
  }
  if (!Array.isArray(message.tool_calls) || message.tool_calls.length === 0) {
    return [`${where}.tool_calls must be a non-empty list`]
  }
  const emptyText = message.content === '' ? [`${where}.content must not be empty beside tool_calls; send null`] : []
  const calls: readonly unknown[] = message.tool_calls
  return [...emptyText, ...calls.flatMap((call, at) => callViolations(fields(call), `${where}.tool_calls[${at}]`))]
}

function callViolations(call: Fields, where: string): readonly string[] {
  const { name, arguments: args } = fields(call.function)
  return [
    ...(isText(call.id) ? [] : [`${where}.id must be a non-empty string`]),
    ...(call.type === 'function' ? [] : [`${where}.type must be "function"`]),
    ...(isText(name) ? [] : [`${where}.function.name must be a non-empty string`]),
    ...(isObjectText(args) ? [] : [`${where}.function.arguments must be the text of a JSON object`]),
  ]
}

/** Each call is answered right after its message, once, and nothing else is. */
function pairingViolations(messages: readonly Fields[]): readonly string[] {
  const violations: string[] = []
  let open = new Set<unknown>()
  messages.forEach((message, index) => {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) violations.push(orphan(message, index))
      return
    }
    if (open.size > 0) violations.push(unanswered(open, index))
    const ids = callIds(message)
    if (new Set(ids).size < ids.length) violations.push(`messages[${index}].tool_calls has an id more than once`)
    open = new Set(ids)
  })
  if (open.size > 0) violations.push(unanswered(open, messages.length))
  return violations
}

const orphan = (message: Fields, index: number): string =>
  `messages[${index}] answers "${String(message.tool_call_id)}", which is not an open call of the assistant message before it`

const unanswered = (open: ReadonlySet<unknown>, index: number): string =>
  `the calls ${[...open].map((id) => `"${String(id)}"`).join(', ')} are not answered before messages[${index}]`

const callIds = (message: Fields): readonly unknown[] =>
  Array.isArray(message.tool_calls) ? message.tool_calls.map((call) => fields(call).id) : []

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fields = (value: unknown): Fields => (isFields(value) ? value : {})

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isNumberIn = (value: unknown, least: number, most: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= least && value <= most)

function isObjectText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    return isFields(JSON.parse(value))
  } catch {
    return false
  }
}

const repeated = (values: readonly unknown[]): readonly unknown[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]
