import type { ToolDefinition, ToolSet } from '@vernal/tools'
import { strictParameters, type StrictMode } from './strict-schema'

/** The `tools` of a chat completion as JSON text. */
export const toolDefinitionsJson = (tools: ToolSet, strict: StrictMode): string =>
  JSON.stringify(tools.definitions.map((definition) => toolDefinition(definition, strict)))

function toolDefinition({ name, description, inputSchema }: ToolDefinition, strict: StrictMode): object {
  const parameters = strictParameters(inputSchema, strict)
  const form = parameters ? { parameters, strict: true } : { parameters: inputSchema }
  return { type: 'function', function: { name, ...(description === '' ? {} : { description }), ...form } }
}

/** The `tools` of a request to the Responses API as JSON text. Tools are flat there, and `strict` is a required key. */
export const flatToolsJson = (tools: ToolSet, strict: StrictMode): string =>
  JSON.stringify(tools.definitions.map((definition) => flatTool(definition, strict)))

function flatTool({ name, description, inputSchema }: ToolDefinition, strict: StrictMode): object {
  const parameters = strictParameters(inputSchema, strict)
  return {
    type: 'function',
    name,
    description,
    parameters: parameters ?? inputSchema,
    strict: parameters !== undefined,
  }
}
