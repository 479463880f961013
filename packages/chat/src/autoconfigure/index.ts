export { ChatAutoConfiguration } from './chat-auto-configuration'
export { ChatMemoryAutoConfiguration } from './chat-memory-auto-configuration'
export {
  ChatClientProperties,
  ChatMemoryProperties,
  ToolCallLimitsProperties,
  ToolRoundProperties,
} from './chat-properties'
