import type { SchemaDialect, ToolDefinition, ToolSet } from '@vernal/tools'
import { strictParameters, type StrictMode } from './strict-schema'

/** The form of schemas: strict where that can be, else the dialect of the server. */
export interface SchemaForm {
  readonly strict: StrictMode
  readonly dialect: SchemaDialect
}

/** The `tools` of a chat completion as JSON text. */
export const toolDefinitionsJson = (tools: ToolSet, form: SchemaForm): string =>
  JSON.stringify(tools.definitions.map((definition) => toolDefinition(definition, form)))

function toolDefinition({ name, description, inputSchema }: ToolDefinition, { strict, dialect }: SchemaForm): object {
  const parameters = strictParameters(inputSchema, strict)
  const form = parameters ? { parameters, strict: true } : { parameters: dialect.convert(inputSchema) }
  return { type: 'function', function: { name, ...(description === '' ? {} : { description }), ...form } }
}

/** The `tools` of a request to the Responses API as JSON text. Tools are flat there, and `strict` is a required key. */
export const flatToolsJson = (tools: ToolSet, form: SchemaForm): string =>
  JSON.stringify(tools.definitions.map((definition) => flatTool(definition, form)))

function flatTool({ name, description, inputSchema }: ToolDefinition, { strict, dialect }: SchemaForm): object {
  const parameters = strictParameters(inputSchema, strict)
  return {
    type: 'function',
    name,
    description,
    parameters: parameters ?? dialect.convert(inputSchema) ?? null,
    strict: parameters !== undefined,
  }
}
