export { ModelsAutoConfiguration } from './models-auto-configuration'
export { NamedChatClientsAutoConfiguration } from './named-chat-clients-auto-configuration'
export { AiSdkProperties, ModelProperties, OpenAiProperties } from './model-properties'
export { NamedModelsProperties, type NamedModelProperties } from './named-models-properties'
