import type { FinishReason } from '@vernal/chat'

const MEANINGS: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries({
    stop: 'stop',
    eos: 'stop',
    eos_token: 'stop',
    end_turn: 'stop',
    stop_sequence: 'stop',
    completed: 'stop',
    length: 'length',
    max_tokens: 'length',
    max_output_tokens: 'length',
    model_length: 'length',
    tool_calls: 'tool-calls',
    tool_call: 'tool-calls',
    tool_use: 'tool-calls',
    function_call: 'tool-calls',
    content_filter: 'content-filter',
    safety: 'content-filter',
  } as const),
)

/**
 * One of our words for a server's word. Servers say "stop" beside tool calls and "tool_calls" without any,
 * so these two follow what the message really holds.
 */
export function finishReason(raw: string | undefined, hasCalls: boolean): FinishReason {
  const meaning = raw === undefined ? 'stop' : (MEANINGS.get(raw.toLowerCase()) ?? 'other')
  if (meaning !== 'stop' && meaning !== 'tool-calls') return meaning
  return hasCalls ? 'tool-calls' : 'stop'
}
