export { ChatAutoConfiguration } from './chat-auto-configuration'
export { ChatMemoryAutoConfiguration } from './chat-memory-auto-configuration'
export { ToolSearchAutoConfiguration } from './tool-search-auto-configuration'
export { ToolSearchProperties } from './tool-search-properties'
export {
  ChatClientProperties,
  ChatMemoryProperties,
  ToolCallLimitsProperties,
  ToolRoundProperties,
} from './chat-properties'
