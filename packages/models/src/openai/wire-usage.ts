import type { Usage } from '@vernal/chat'
import { isWireObject, wireNumber, wireObject } from '../wire-value'

/** The token counts of an answer; undefined when the server sent none. */
export function readUsage(usage: unknown): Usage | undefined {
  if (!isWireObject(usage)) return undefined
  const promptTokens = wireNumber(usage.prompt_tokens) ?? wireNumber(usage.input_tokens) ?? 0
  const completionTokens = wireNumber(usage.completion_tokens) ?? wireNumber(usage.output_tokens) ?? 0
  const promptDetails = wireObject(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const completionDetails = wireObject(usage.completion_tokens_details ?? usage.output_tokens_details)
  const cacheReadTokens = wireNumber(promptDetails.cached_tokens) ?? wireNumber(usage.prompt_cache_hit_tokens)
  const cacheWriteTokens = wireNumber(promptDetails.cache_write_tokens)
  const reasoningTokens = wireNumber(completionDetails.reasoning_tokens)
  return {
    promptTokens,
    completionTokens,
    totalTokens: wireNumber(usage.total_tokens) ?? promptTokens + completionTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  }
}
