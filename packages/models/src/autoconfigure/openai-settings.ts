import type { Logger } from '@vernal/container'
import type { OpenAiChatModelOptions } from '../openai/open-ai-options'
import { OPENAI_PRESETS, serverTraits, type OpenAiPreset } from '../openai/server-presets'
import { keyMissing } from '../model-error'
import { samplingDefaults } from './sampling-defaults'
import type { OpenAiProperties } from './model-properties'

/** The model used when none is named. */
export const DEFAULT_OPENAI_MODEL = 'gpt-4.1-mini'

/** The part of the container's environment that is read here. */
export interface Placeholders {
  resolve(text: string): string
}

/** What is configured for OpenAI, by properties or by the variables its own tools know. Empty texts count as not set. */
export interface OpenAiSettings {
  readonly preset: OpenAiPreset | undefined
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly model: string
}

/**
 * Reads what is configured. Properties are stronger than `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`.
 * For a well-known server its own variable of the key comes first; with a preset, `OPENAI_API_KEY` goes to OpenAI alone.
 */
export function openAiSettings(environment: Placeholders): OpenAiSettings {
  const read = (name: string): string | undefined => environment.resolve(`\${${name}:}`).trim() || undefined
  const preset = OPENAI_PRESETS.find((name) => name === read(`${PREFIX}.preset`)?.toLowerCase())
  const baseUrl = read(`${PREFIX}.base-url`) ?? (preset === undefined ? read('OPENAI_BASE_URL') : undefined)
  const { keyVariable = 'OPENAI_API_KEY' } = serverTraits(preset, baseUrl)
  return {
    preset,
    baseUrl,
    apiKey:
      read(`${PREFIX}.api-key`) ?? read(keyVariable) ?? (preset === undefined ? read('OPENAI_API_KEY') : undefined),
    model: read(`${PREFIX}.model`) ?? read('OPENAI_MODEL') ?? DEFAULT_OPENAI_MODEL,
  }
}

const PREFIX = 'vernal.ai.openai'

/**
 * The options of the configured model.
 *
 * @throws {ModelError} `MODEL_KEY_MISSING` when the server is known to want a key and there is none
 */
export function openAiOptions(
  settings: OpenAiSettings,
  properties: Omit<OpenAiProperties, 'embedding'>,
  prefix = PREFIX,
): OpenAiChatModelOptions {
  const { wantsKey = false, keyVariable = 'OPENAI_API_KEY' } = serverTraits(settings.preset, settings.baseUrl)
  if (wantsKey && settings.apiKey === undefined) throw keyMissing(keyVariable, prefix)
  const { timeout, idleTimeout, totalTimeout, maxRetryDelay, ...rest } = properties
  return {
    ...settings,
    defaultOptions: { ...samplingDefaults(properties), ...(isEmpty(rest.extra) ? {} : { extra: rest.extra }) },
    timeoutMs: timeout,
    idleTimeoutMs: idleTimeout,
    totalTimeoutMs: totalTimeout,
    strict: rest.strict,
    maxRetryDelayMs: maxRetryDelay,
    maxRetries: rest.maxRetries,
    maxConnections: rest.maxConnections,
    reasoningEcho: rest.reasoningEcho,
    headers: rest.headers,
  }
}

/** Logs which tools are not offered in strict mode, and why. */
export const strictModeLog =
  (logger: Logger): NonNullable<OpenAiChatModelOptions['onToolNotStrict']> =>
  (tool, reason) =>
    logger.info({ tool, reason }, `Tool "${tool}" is offered without strict mode: in its schema, ${reason}.`)

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0
