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

/** Adds two usages field by field. An optional field is absent only when both sides lack it. */
export function addUsage(left: Usage | undefined, right: Usage | undefined): Usage | undefined {
  if (!left || !right) return left ?? right
  return {
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    totalTokens: left.totalTokens + right.totalTokens,
    ...optionalSum('cacheReadTokens', left, right),
    ...optionalSum('cacheWriteTokens', left, right),
    ...optionalSum('reasoningTokens', left, right),
  }
}

function optionalSum(
  field: 'cacheReadTokens' | 'cacheWriteTokens' | 'reasoningTokens',
  left: Usage,
  right: Usage,
): Partial<Usage> {
  if (left[field] === undefined && right[field] === undefined) return {}
  return { [field]: (left[field] ?? 0) + (right[field] ?? 0) }
}
