import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  Environment,
  Logger,
} from '@vernal/container'
import { ChatModel } from '@vernal/chat'
import { chatModelChoice, ConditionalOnChatModel } from './chat-model-choice'
import { ModelProperties, OpenAiProperties } from './model-properties'
import { openAiOptions, openAiSettings } from './openai-settings'

/** The configured chat model, unless the application has its own. What is not chosen is not loaded. */
@AutoConfiguration()
@EnableConfigurationProperties([ModelProperties, OpenAiProperties])
export class ModelsAutoConfiguration {
  @Bean({ type: ChatModel })
  @ConditionalOnMissingBean(ChatModel)
  @ConditionalOnChatModel('openai')
  openAiChatModel(properties: OpenAiProperties, environment: Environment, logger: Logger): ChatModel {
    const { OpenAiChatModel } = require('../openai') as typeof import('../openai')
    const options = openAiOptions(openAiSettings(environment), properties)
    const model = new OpenAiChatModel(options)
    const { because } = chatModelChoice(environment)
    logger.info({ model: options.model }, `Chat model: ${options.model} at ${model.server} (${because}).`)
    return model
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
}
