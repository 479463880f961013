import type { Usage } from '@vernal/chat'
import { isWireObject, wireNumber, wireObject, type WireObject } from '../wire-value'

/** Where a body or a chunk keeps its token counts: Groq has a place of its own in streams. */
export const usageOf = (body: WireObject): unknown => body.usage ?? wireObject(body.x_groq).usage

/** The token counts of an answer; undefined when the server sent none. */
export function readUsage(usage: unknown): Usage | undefined {
  if (!isWireObject(usage)) return undefined
  const promptTokens = count(usage.prompt_tokens) ?? count(usage.input_tokens) ?? 0
  const completionTokens = count(usage.completion_tokens) ?? count(usage.output_tokens) ?? 0
  const promptDetails = wireObject(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const completionDetails = wireObject(usage.completion_tokens_details ?? usage.output_tokens_details)
  const cacheReadTokens = count(promptDetails.cached_tokens) ?? count(usage.prompt_cache_hit_tokens)
  const cacheWriteTokens = count(promptDetails.cache_write_tokens)
  const reasoningTokens = count(completionDetails.reasoning_tokens)
  return {
    promptTokens,
    completionTokens,
    totalTokens: count(usage.total_tokens) ?? promptTokens + completionTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  }
}

/** A count that is not negative; some gateways write numbers as text. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : wireNumber(value)
  return number === undefined || number < 0 ? undefined : number
}
