export { ModelsAutoConfiguration } from './models-auto-configuration'
export { ModelProperties, OpenAiProperties } from './model-properties'
