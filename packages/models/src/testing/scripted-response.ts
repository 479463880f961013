import type { FixedReply } from './fixed-reply'
import type { RecordedRequest } from './recorded-request'
import { split, type WireTurn } from './scripted-turn'

/** A turn in the form of the Responses API, whole or as the events of a stream. */
export function responseReply(turn: WireTurn, request: RecordedRequest): FixedReply {
  const output = outputItems(turn, request.number)
  const response = { ...envelope(turn, request), output }
  if (request.body.stream !== true) return { body: response }
  const events: readonly StreamEvent[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, index) => itemEvents(item, index, turn.pieceLength)),
    { type: 'response.completed', response },
  ]
  return { sse: events.map((event, number) => eventText({ ...event, sequence_number: number })) }
}

type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string }

type OutputItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }

function outputItems(turn: WireTurn, requestNumber: number): readonly OutputItem[] {
  const text = { type: 'output_text', text: turn.content, annotations: [] }
  const message = {
    id: `msg_${requestNumber}`,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [text],
  }
  const calls = turn.toolCalls.map((call, index) => ({
    id: `fc_${requestNumber}_${index + 1}`,
    type: 'function_call',
    status: 'completed',
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }))
  return turn.content === '' ? calls : [message, ...calls]
}

function envelope(turn: WireTurn, request: RecordedRequest): object {
  const { prompt_tokens, completion_tokens, total_tokens } = turn.usage
  return {
    id: `resp_${request.number}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: typeof request.body.model === 'string' ? request.body.model : 'test-model',
    error: null,
    incomplete_details: null,
    usage: { input_tokens: prompt_tokens, output_tokens: completion_tokens, total_tokens },
  }
}

function itemEvents(item: OutputItem, index: number, pieceLength: number): readonly StreamEvent[] {
  const place = { output_index: index, item_id: item.id }
  const isCall = item.type === 'function_call'
  const text = isCall ? (item.arguments as string) : (item.content as readonly { text: string }[])[0]?.text
  const type = isCall ? 'response.function_call_arguments.delta' : 'response.output_text.delta'
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } },
    ...split(text ?? '', pieceLength).map((delta) => ({
      type,
      ...place,
      ...(isCall ? {} : { content_index: 0 }),
      delta,
    })),
    { type: 'response.output_item.done', output_index: index, item },
  ]
}

const eventText = (event: StreamEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
