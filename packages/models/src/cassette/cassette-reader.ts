import { z } from 'zod'
import type { ChatResponse } from '@vernal/chat'
import type { Document } from 'yaml'
import { cassetteInvalid, reasonOf } from '../model-error'
import { textChunk, type CassetteContents, type CassetteEntry, type RecordedToolCall } from './cassette-entry'

const message = z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']) })

const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })

const response = z.object({
  generations: z.array(
    z.looseObject({
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string(),
        toolCalls: z.array(toolCall).optional(),
      }),
    }),
  ),
  metadata: z.looseObject({}),
})

const failure = z.strictObject({
  code: z.string().regex(/^MODEL_/),
  problem: z.string(),
  action: z.string(),
  status: z.number().optional(),
  isRetryable: z.literal(true).optional(),
  retryAfterMs: z.number().min(0).optional(),
})

const entry = z
  .strictObject({
    model: z.string().optional(),
    request: z.strictObject({
      messages: z.array(message),
      options: z.looseObject({}).optional(),
      tools: z.array(z.string()).optional(),
    }),
    answer: response.optional(),
    stream: z.array(z.union([z.string(), response])).optional(),
    failure: failure.optional(),
  })
  .refine(
    ({ answer, stream, failure: failed }) =>
      answer === undefined
        ? stream !== undefined || failed !== undefined
        : stream === undefined && failed === undefined,
    { error: 'must have either an answer, or a stream or a failure' },
  )

const media = z.looseObject({ mediaType: z.string() })

const link = z.looseObject({ uri: z.string() })

const toolOutput = z.strictObject({
  content: z.array(z.union([z.string(), media, link])),
  structured: z.unknown().optional(),
  isError: z.literal(true).optional(),
})

const toolError = z.strictObject({
  name: z.string(),
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
})

const recordedTool = z
  .strictObject({
    name: z.string(),
    arguments: z.unknown(),
    result: z.unknown().optional(),
    output: toolOutput.optional(),
    error: z.union([z.string(), toolError]).optional(),
  })
  .refine((call) => ['result', 'output', 'error'].filter((name) => name in call).length === 1, {
    error: 'must have either a result, an output or an error',
  })

const cassette = z.strictObject({
  version: z.literal(1),
  entries: z.array(entry),
  tools: z.array(recordedTool).default([]),
})

type WrittenEntry = z.output<typeof entry>

/**
 * Reads the text of a cassette.
 *
 * @param path for messages
 * @throws {ModelError} `MODEL_CASSETTE_INVALID` with the line of the first mistake
 */
export function readCassette(text: string, path: string): CassetteContents {
  const { LineCounter, parseDocument } = require('yaml') as typeof import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken) throw cassetteInvalid(`${path}:${lines.linePos(broken.pos[0]).line}`, broken.message)
  const parsed = cassette.safeParse(plainData(document, path))
  if (parsed.success) {
    const { entries, tools } = parsed.data
    return { entries: entries.map(readEntry), tools: tools as readonly RecordedToolCall[] }
  }
  const issue = deepest(parsed.error.issues)
  const place = placeOf(document, issue.path)
  const where = issue.path.length > 0 ? `${issue.path.join('.')} ` : ''
  throw cassetteInvalid(`${path}:${lines.linePos(place).line}`, `${where}is wrong: ${issue.message}`)
}

function plainData(document: Document, path: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw cassetteInvalid(path, reasonOf(error))
  }
}

/** The offset of what a path leads to; of the nearest node above where there is nothing. */
function placeOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] | null } | undefined
    if (node?.range?.[0] !== undefined) return node.range[0]
  }
  return 0
}

/** Of a union, what is wrong within the form that was meant. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [first] = issues as readonly [z.core.$ZodIssue]
  if (first.code !== 'invalid_union') return first
  const inner = first.errors.flat().sort((left, right) => right.path.length - left.path.length)[0]
  return inner ? deepest([{ ...inner, path: [...first.path, ...inner.path] }]) : first
}

function readEntry({ stream, answer, ...rest }: WrittenEntry): CassetteEntry {
  const chunks = stream?.map((chunk) => (typeof chunk === 'string' ? textChunk(chunk) : (chunk as ChatResponse)))
  const read = { ...rest, ...(answer ? { answer } : {}), ...(chunks ? { stream: chunks } : {}) }
  return read as CassetteEntry
}
