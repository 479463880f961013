import type { AiSdkChatModelOptions } from '../ai-sdk/ai-sdk-chat-model'
import { samplingDefaults } from './sampling-defaults'
import type { AiSdkProperties } from './model-properties'

/** The options of the configured model of the AI SDK. */
export function aiSdkOptions(
  properties: Omit<AiSdkProperties, 'embedding' | 'model' | 'settings'>,
): AiSdkChatModelOptions {
  const { timeout, idleTimeout, totalTimeout, maxRetries } = properties
  return {
    defaultOptions: samplingDefaults(properties),
    timeoutMs: timeout,
    idleTimeoutMs: idleTimeout,
    totalTimeoutMs: totalTimeout,
    maxRetries,
  }
}
