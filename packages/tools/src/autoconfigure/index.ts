export { ToolProperties } from './tool-properties'
export { ToolsAutoConfiguration } from './tools-auto-configuration'
