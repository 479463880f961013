import type { RecordedRequest } from './recorded-request'

/** What the server answers to one request: fixed, or made from the request. */
export type ScriptedReply = FixedReply | ((request: RecordedRequest) => FixedReply)

/** An answer, byte for byte. At most one of `body`, `sse` and `sseBase64`. */
export interface FixedReply {
  /** Default 200. */
  readonly status?: number
  /** Default: a content type that fits the body. */
  readonly headers?: Readonly<Record<string, string>>
  /** The whole body; an object is sent as JSON. */
  readonly body?: string | object
  /** Pieces of the body, each written and flushed on its own. A piece may end anywhere. */
  readonly sse?: readonly string[]
  /** The same as base64, for pieces that end within a character. */
  readonly sseBase64?: readonly string[]
  /** Keeps the connection open and silent this long after the last piece, in milliseconds. */
  readonly thenHoldOpenMs?: number
  /** Drops the connection after the last piece, without the end a complete answer has. */
  readonly thenDrop?: boolean
}

/** A tool call the scripted model makes. */
export interface ScriptedCall {
  readonly name: string
  /** An object is sent as JSON text; a text is sent as it is. Default `{}`. */
  readonly arguments?: object | string
  /** Default `call_<request>_<position>`, both counted from 1. */
  readonly id?: string
}

/** What can be set on a scripted turn. */
export interface TurnOptions {
  /** Characters per piece when the request asks for a stream. Default 4. */
  readonly pieceLength?: number
  /** Default: 10 prompt tokens and 5 completion tokens. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number }
  /** Default `stop`, or `tool_calls` beside calls. */
  readonly finishReason?: string
}

/** The model answers with a text; in small pieces when the request asks for a stream. */
export const text = (content: string, options: TurnOptions = {}): ScriptedReply => turn(content, [], options)

/** The model asks for tools; the arguments come split over many deltas when the request asks for a stream. */
export const calls = (
  calls: readonly ScriptedCall[],
  options: TurnOptions & { readonly content?: string } = {},
): ScriptedReply => turn(options.content ?? '', calls, options)

/** The server refuses with a status and an error object in OpenAI's form. */
export const failure = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FixedReply => ({ status, headers, body: { error: { message, type: 'error', param: null, code: null } } })

/** Chunks as the pieces of an event stream, with the end mark. */
export const eventStream = (chunks: readonly object[]): FixedReply => ({
  sse: [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'],
})

function turn(content: string, calls: readonly ScriptedCall[], options: TurnOptions): ScriptedReply {
  return (request) => {
    const message = { content, toolCalls: calls.map((call, position) => wireCall(call, request.number, position)) }
    return request.body.stream === true
      ? eventStream(chunks(message, request, options))
      : { body: completion(message, request, options) }
  }
}

interface WireCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

interface WireTurn {
  readonly content: string
  readonly toolCalls: readonly WireCall[]
}

function wireCall(call: ScriptedCall, requestNumber: number, position: number): WireCall {
  const args = call.arguments ?? {}
  return {
    id: call.id ?? `call_${requestNumber}_${position + 1}`,
    type: 'function',
    function: { name: call.name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }
}

const DEFAULT_USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

function completion(turn: WireTurn, request: RecordedRequest, options: TurnOptions): object {
  const toolCalls = turn.toolCalls.length > 0 ? { tool_calls: turn.toolCalls } : {}
  const message = { role: 'assistant', content: turn.content || null, refusal: null, ...toolCalls }
  return {
    ...envelope(request, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(turn, options) }],
    usage: options.usage ?? DEFAULT_USAGE,
  }
}

function chunks(turn: WireTurn, request: RecordedRequest, options: TurnOptions): readonly object[] {
  const length = options.pieceLength ?? 4
  const deltas = [
    { role: 'assistant', content: '' },
    ...split(turn.content, length).map((content) => ({ content })),
    ...turn.toolCalls.flatMap((call, index) => callDeltas(call, index, length)),
  ]
  const choices = deltas.map((delta) => ({ index: 0, delta, logprobs: null, finish_reason: null }))
  const last = { index: 0, delta: {}, logprobs: null, finish_reason: finishReason(turn, options) }
  const head = envelope(request, 'chat.completion.chunk')
  return [
    ...[...choices, last].map((choice) => ({ ...head, choices: [choice], usage: null })),
    { ...head, choices: [], usage: options.usage ?? DEFAULT_USAGE },
  ]
}

/** The first delta names the call, the others bring its arguments. */
function callDeltas(call: WireCall, index: number, length: number): readonly object[] {
  const { name, arguments: args } = call.function
  const first = { index, id: call.id, type: 'function', function: { name, arguments: '' } }
  const rest = split(args, length).map((piece) => ({ index, function: { arguments: piece } }))
  return [first, ...rest].map((entry) => ({ tool_calls: [entry] }))
}

const envelope = (request: RecordedRequest, object: string): object => ({
  id: `chatcmpl-${request.number}`,
  object,
  created: 1_700_000_000,
  model: typeof request.body.model === 'string' ? request.body.model : 'test-model',
})

const finishReason = (turn: WireTurn, options: TurnOptions): string =>
  options.finishReason ?? (turn.toolCalls.length > 0 ? 'tool_calls' : 'stop')

/** Splits between characters, never inside one. */
function split(content: string, length: number): readonly string[] {
  const characters = [...content]
  const pieces: string[] = []
  for (let start = 0; start < characters.length; start += length) {
    pieces.push(characters.slice(start, start + length).join(''))
  }
  return pieces
}
