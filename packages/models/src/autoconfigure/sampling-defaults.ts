import type { ChatOptions } from '@vernal/chat'

/** The configured defaults of what a prompt may say. */
export function samplingDefaults(properties: {
  readonly temperature?: number | undefined
  readonly maxTokens?: number | undefined
}): ChatOptions {
  const { temperature, maxTokens } = properties
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
}
