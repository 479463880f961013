import type { ChatModel, EmbeddingModel } from '@vernal/chat'
import type { Environment, Logger } from '@vernal/container'
import type { AiSdkEmbeddingModelOptions } from '../ai-sdk/ai-sdk-embedding-model'
import { serverTraits } from '../openai/server-presets'
import { aiSdkOptions } from './ai-sdk-settings'
import { DEFAULT_EMBEDDING_MODEL } from './model-properties'
import type { NamedModelProperties } from './named-models-properties'
import { openAiOptions, openAiSettings, strictModeLog, type OpenAiSettings } from './openai-settings'

/** The chat model that is configured under a name. */
export async function namedChatModel(
  name: string,
  properties: NamedModelProperties,
  environment: Environment,
  logger: Logger,
): Promise<ChatModel> {
  switch (properties.provider) {
    case 'openai': {
      const { OpenAiChatModel, OpenAiResponsesModel } = require('../openai') as typeof import('../openai')
      const settings = namedSettings(properties, environment)
      const onToolNotStrict = strictModeLog(logger)
      const options = { ...openAiOptions(settings, properties, prefixOf(name)), onToolNotStrict }
      return properties.api === 'responses' ? new OpenAiResponsesModel(options) : new OpenAiChatModel(options)
    }
    case 'ai-sdk': {
      const { AiSdkChatModel, loadAiSdkModel } = require('../ai-sdk') as typeof import('../ai-sdk')
      const { model = '', settings } = properties
      return new AiSdkChatModel(await loadAiSdkModel(model, { settings }), aiSdkOptions(properties))
    }
    case 'offline': {
      const { OfflineChatModel } = require('../offline') as typeof import('../offline')
      return new OfflineChatModel()
    }
  }
}

/** The embedding model that is configured under a name. */
export async function namedEmbeddingModel(
  name: string,
  properties: NamedModelProperties,
  environment: Environment,
): Promise<EmbeddingModel> {
  if (properties.provider === 'ai-sdk') return aiSdkEmbeddingModel(properties.model ?? '', properties)
  const settings = namedSettings(properties, environment)
  return openAiEmbeddingModel(
    { ...settings, model: properties.model ?? DEFAULT_EMBEDDING_MODEL },
    properties,
    prefixOf(name),
  )
}

/** What is configured about embedding, whoever does it. */
export type EmbeddingSettings = Pick<
  NamedModelProperties,
  'dimensions' | 'maxBatchTexts' | 'maxBatchCharacters' | 'maxConcurrentRequests'
>

/** An embedding model of OpenAI or a compatible server. @throws {ModelError} `MODEL_KEY_MISSING` */
export function openAiEmbeddingModel(
  settings: OpenAiSettings,
  properties: EmbeddingSettings & Parameters<typeof openAiOptions>[1],
  prefix?: string,
): EmbeddingModel {
  const { OpenAiEmbeddingModel } = require('../openai') as typeof import('../openai')
  const { defaultOptions: _of, ...connection } = openAiOptions(settings, properties, prefix)
  const { dimensions, maxBatchTexts, maxBatchCharacters, maxConcurrentRequests } = properties
  return new OpenAiEmbeddingModel({
    ...connection,
    dimensions,
    maxBatchTexts,
    maxBatchCharacters,
    maxConcurrentRequests,
  })
}

/** An embedding model of a provider of the AI SDK. @throws {ModelError} `MODEL_AI_SDK_NAME_INVALID`, `MODEL_PACKAGE_MISSING` */
export async function aiSdkEmbeddingModel(
  name: string,
  properties: EmbeddingSettings & Pick<NamedModelProperties, 'settings' | 'timeout' | 'maxRetries'>,
): Promise<EmbeddingModel> {
  const { AiSdkEmbeddingModel, loadAiSdkEmbeddingModel } = require('../ai-sdk') as typeof import('../ai-sdk')
  const { settings, timeout, maxRetries, dimensions, maxBatchTexts, maxBatchCharacters } = properties
  const options: AiSdkEmbeddingModelOptions = {
    maxRetries,
    timeoutMs: timeout,
    dimensions,
    maxBatchTexts,
    maxBatchCharacters,
    maxConcurrentRequests: properties.maxConcurrentRequests,
  }
  return new AiSdkEmbeddingModel(await loadAiSdkEmbeddingModel(name, { settings }), options)
}

/** Where a named model stands in the configuration. */
export const prefixOf = (name: string): string => `vernal.ai.models.${name}`

/**
 * A model without a server of its own uses that of `vernal.ai.openai`. One with its own gets no key but its own, or that of
 * its preset: a key goes to nobody it is not meant for.
 */
function namedSettings(own: NamedModelProperties, environment: Environment): OpenAiSettings {
  const shared = openAiSettings(environment)
  const model = own.model ?? shared.model
  if (own.preset === undefined && own.baseUrl === undefined) {
    return { ...shared, model, apiKey: own.apiKey ?? shared.apiKey }
  }
  const { keyVariable } = serverTraits(own.preset, own.baseUrl)
  const variable = keyVariable === undefined ? '' : environment.resolve(`\${${keyVariable}:}`).trim()
  return { preset: own.preset, baseUrl: own.baseUrl, model, apiKey: own.apiKey ?? (variable || undefined) }
}
