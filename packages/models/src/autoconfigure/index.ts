export { ModelsAutoConfiguration } from './models-auto-configuration'
export { AiSdkProperties, ModelProperties, OpenAiProperties } from './model-properties'
