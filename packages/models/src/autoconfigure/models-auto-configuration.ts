import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  Environment,
  Logger,
  RegisterBeans,
} from '@vernal/container'
import { ChatModel, EmbeddingModel } from '@vernal/chat'
import { chatModelChoice, ConditionalOnChatModel } from './chat-model-choice'
import { aiSdkOptions } from './ai-sdk-settings'
import { AiSdkProperties, ModelProperties, OpenAiProperties } from './model-properties'
import { aiSdkEmbeddingModel, openAiEmbeddingModel } from './named-model'
import { NamedModelsProperties } from './named-models-properties'
import { openAiOptions, openAiSettings, strictModeLog } from './openai-settings'
import { registerModels } from './register-models'

/** The configured chat model, unless the application has its own. What is not chosen is not loaded. */
@AutoConfiguration()
@EnableConfigurationProperties([ModelProperties, OpenAiProperties, AiSdkProperties, NamedModelsProperties])
@RegisterBeans(registerModels)
export class ModelsAutoConfiguration {
  @Bean({ type: ChatModel })
  @ConditionalOnMissingBean(ChatModel)
  @ConditionalOnChatModel('openai')
  openAiChatModel(properties: OpenAiProperties, environment: Environment, logger: Logger): ChatModel {
    const { OpenAiChatModel, OpenAiResponsesModel } = require('../openai') as typeof import('../openai')
    const onToolNotStrict = strictModeLog(logger)
    const options = { ...openAiOptions(openAiSettings(environment), properties), onToolNotStrict }
    const model = properties.api === 'responses' ? new OpenAiResponsesModel(options) : new OpenAiChatModel(options)
    const { because } = chatModelChoice(environment)
    logger.info({ model: options.model }, `Chat model: ${options.model} at ${model.server} (${because}).`)
    return model
  }

  @Bean({ type: ChatModel })
  @ConditionalOnMissingBean(ChatModel)
  @ConditionalOnChatModel('ai-sdk')
  async aiSdkChatModel(properties: AiSdkProperties, environment: Environment, logger: Logger): Promise<ChatModel> {
    const { AiSdkChatModel, loadAiSdkModel } = require('../ai-sdk') as typeof import('../ai-sdk')
    const { model = '', settings } = properties
    const chatModel = new AiSdkChatModel(await loadAiSdkModel(model, { settings }), aiSdkOptions(properties))
    const { because } = chatModelChoice(environment)
    logger.info({ model }, `Chat model: ${chatModel.name} (${because}).`)
    return chatModel
  }

  @Bean({ type: ChatModel })
  @ConditionalOnMissingBean(ChatModel)
  @ConditionalOnChatModel('offline')
  offlineChatModel(environment: Environment, logger: Logger): ChatModel {
    const { OfflineChatModel } = require('../offline') as typeof import('../offline')
    const { because } = chatModelChoice(environment)
    logger.info({ model: 'offline' }, `Chat model: offline (${because}). It is a stand-in, not a language model.`)
    return new OfflineChatModel()
  }

  @Bean({ type: EmbeddingModel })
  @ConditionalOnMissingBean(EmbeddingModel)
  @ConditionalOnProperty({ name: 'vernal.ai.model.embedding', havingValue: 'openai' })
  openAiEmbeddingModel(properties: OpenAiProperties, environment: Environment): EmbeddingModel {
    const { embedding, ...connection } = properties
    const settings = { ...openAiSettings(environment), model: embedding.model }
    return openAiEmbeddingModel(settings, { ...connection, ...embedding })
  }

  @Bean({ type: EmbeddingModel })
  @ConditionalOnMissingBean(EmbeddingModel)
  @ConditionalOnProperty({ name: 'vernal.ai.model.embedding', havingValue: 'ai-sdk' })
  async aiSdkEmbeddingModel({ embedding, ...properties }: AiSdkProperties): Promise<EmbeddingModel> {
    return aiSdkEmbeddingModel(embedding.model ?? '', { ...properties, ...embedding })
  }
}
