import type { RecordedRequest } from './recorded-request'
import { eventStream, type FixedReply } from './fixed-reply'
import { split, type WireCall, type WireTurn } from './scripted-turn'

/** A turn in the form of chat completions, whole or as the chunks of a stream. */
export const completionReply = (turn: WireTurn, request: RecordedRequest): FixedReply =>
  request.body.stream === true ? eventStream(chunks(turn, request)) : { body: completion(turn, request) }

function completion(turn: WireTurn, request: RecordedRequest): object {
  const toolCalls = turn.toolCalls.length > 0 ? { tool_calls: turn.toolCalls } : {}
  const message = { role: 'assistant', content: turn.content || null, refusal: null, ...toolCalls }
  return {
    ...envelope(request, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: turn.finishReason }],
    usage: turn.usage,
  }
}

function chunks(turn: WireTurn, request: RecordedRequest): readonly object[] {
  const deltas = [
    { role: 'assistant', content: '' },
    ...split(turn.content, turn.pieceLength).map((content) => ({ content })),
    ...turn.toolCalls.flatMap((call, index) => callDeltas(call, index, turn.pieceLength)),
  ]
  const choices = deltas.map((delta) => ({ index: 0, delta, logprobs: null, finish_reason: null }))
  const last = { index: 0, delta: {}, logprobs: null, finish_reason: turn.finishReason }
  const head = envelope(request, 'chat.completion.chunk')
  return [
    ...[...choices, last].map((choice) => ({ ...head, choices: [choice], usage: null })),
    { ...head, choices: [], usage: turn.usage },
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
