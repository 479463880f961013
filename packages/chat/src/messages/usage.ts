/** Tokens of one model call, or of several added up. */
export interface Usage {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly totalTokens: number
  /** Part of `promptTokens` the provider read from its cache; absent when it did not say. */
  readonly cacheReadTokens?: number
  /** Part of `promptTokens` the provider wrote to its cache; absent when it did not say. */
  readonly cacheWriteTokens?: number
  /** Part of `completionTokens` spent on reasoning; absent when the provider did not say. */
  readonly reasoningTokens?: number
}

const OPTIONAL_FIELDS = ['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const

/** Adds two usages field by field. An optional field is absent only when both sides lack it. */
export function addUsage(left: Usage | undefined, right: Usage | undefined): Usage | undefined {
  if (!left || !right) return left ?? right
  const sum: Record<string, number> = {
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    totalTokens: left.totalTokens + right.totalTokens,
  }
  for (const field of OPTIONAL_FIELDS) {
    if (left[field] !== undefined || right[field] !== undefined) sum[field] = (left[field] ?? 0) + (right[field] ?? 0)
  }
  return sum as unknown as Usage
}
