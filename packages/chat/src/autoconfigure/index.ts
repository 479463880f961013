export { ChatAutoConfiguration } from './chat-auto-configuration'
export { ChatClientProperties, ToolCallLimitsProperties, ToolRoundProperties } from './chat-properties'
