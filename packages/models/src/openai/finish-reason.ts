import type { FinishReason } from '@vernal/chat'
import { wireText } from '../wire-value'

const MEANINGS: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries({
    stop: 'stop',
    stopped: 'stop',
    eos: 'stop',
    eos_token: 'stop',
    end: 'stop',
    end_turn: 'stop',
    complete: 'stop',
    stop_sequence: 'stop',
    completed: 'stop',
    length: 'length',
    max_length: 'length',
    token_limit: 'length',
    model_context_window_exceeded: 'length',
    max_tokens: 'length',
    max_output_tokens: 'length',
    model_length: 'length',
    tool_calls: 'tool-calls',
    tool_call: 'tool-calls',
    tool_use: 'tool-calls',
    function_call: 'tool-calls',
    content_filter: 'content-filter',
    content_filtered: 'content-filter',
    safety: 'content-filter',
    sensitive: 'content-filter',
    prohibited_content: 'content-filter',
    blocklist: 'content-filter',
    recitation: 'content-filter',
    refusal: 'content-filter',
  } as const),
)

/**
 * One of our words for a server's word. Servers say "stop" beside tool calls and "tool_calls" without any,
 * so these two follow what the message really holds.
 */
export function finishReason(raw: string | undefined, hasCalls: boolean): FinishReason {
  const meaning = raw === undefined ? 'stop' : (MEANINGS.get(plainWord(raw)) ?? 'other')
  if (meaning !== 'stop' && meaning !== 'tool-calls') return meaning
  return hasCalls ? 'tool-calls' : 'stop'
}

/** `FINISH_REASON_MAX_TOKENS`, `max-tokens` and `max_tokens` are one word. */
const plainWord = (raw: string): string =>
  raw
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_')
    .replace(/^finish_reason_/, '')

/** The server's word why the model stopped; undefined when there is none, which some spell as text. */
export function rawFinishReason(value: unknown): string | undefined {
  const word = wireText(value)
  return word === 'null' || word === 'None' ? undefined : word
}
