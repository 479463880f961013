import type { OpenAiChatModelOptions } from '../openai/open-ai-options'
import { keyMissing } from '../model-error'
import type { OpenAiProperties } from './model-properties'

/** The model used when none is named. */
export const DEFAULT_OPENAI_MODEL = 'gpt-4.1-mini'

/** The part of the container's environment that is read here. */
export interface Placeholders {
  resolve(text: string): string
}

/** What is configured for OpenAI, by properties or by the variables its own tools know. Empty texts count as not set. */
export interface OpenAiSettings {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly model: string
}

/** Reads what is configured; properties are stronger than `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`. */
export function openAiSettings(environment: Placeholders): OpenAiSettings {
  const first = (property: string, variable: string): string | undefined =>
    environment.resolve(`\${vernal.ai.openai.${property}:}`).trim() ||
    environment.resolve(`\${${variable}:}`).trim() ||
    undefined
  return {
    apiKey: first('api-key', 'OPENAI_API_KEY'),
    baseUrl: first('base-url', 'OPENAI_BASE_URL'),
    model: first('model', 'OPENAI_MODEL') ?? DEFAULT_OPENAI_MODEL,
  }
}

/**
 * The options of the configured model.
 *
 * @throws {ModelError} `MODEL_KEY_MISSING` when OpenAI's own servers are meant and there is no key
 */
export function openAiOptions(settings: OpenAiSettings, properties: OpenAiProperties): OpenAiChatModelOptions {
  if (settings.apiKey === undefined && settings.baseUrl === undefined) throw keyMissing()
  const { temperature, maxTokens, timeout, idleTimeout, maxRetries, maxConnections, headers } = properties
  return {
    ...settings,
    defaultOptions: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    timeoutMs: timeout,
    idleTimeoutMs: idleTimeout,
    maxRetries,
    maxConnections,
    headers,
  }
}
