import type { FixedReply } from './fixed-reply'
import type { RecordedRequest } from './recorded-request'
import { completionReply } from './scripted-completion'
import { responseReply } from './scripted-response'
import type { WireCall, WireUsage } from './scripted-turn'

/** What the server answers to one request: fixed, or made from the request. */
export type ScriptedReply = FixedReply | ((request: RecordedRequest) => FixedReply)

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
  readonly usage?: WireUsage
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

function turn(content: string, calls: readonly ScriptedCall[], options: TurnOptions): ScriptedReply {
  return (request) => {
    const turn = {
      content,
      toolCalls: calls.map((call, position) => wireCall(call, request.number, position)),
      finishReason: options.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
      usage: options.usage ?? DEFAULT_USAGE,
      pieceLength: options.pieceLength ?? 4,
    }
    return request.path.endsWith('/responses') ? responseReply(turn, request) : completionReply(turn, request)
  }
}

const DEFAULT_USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

function wireCall(call: ScriptedCall, requestNumber: number, position: number): WireCall {
  const args = call.arguments ?? {}
  return {
    id: call.id ?? `call_${requestNumber}_${position + 1}`,
    type: 'function',
    function: { name: call.name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }
}
