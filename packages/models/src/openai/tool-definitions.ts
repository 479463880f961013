import type { ToolDefinition, ToolSet } from '@vernal/tools'

const serialised = new WeakMap<ToolSet, string>()

/** The `tools` of a request body as JSON text, made once for each tool set. */
export function toolDefinitionsJson(tools: ToolSet): string {
  let json = serialised.get(tools)
  if (json === undefined) {
    json = JSON.stringify(tools.definitions.map(toolDefinition))
    serialised.set(tools, json)
  }
  return json
}

const toolDefinition = ({ name, description, inputSchema }: ToolDefinition): object => ({
  type: 'function',
  function: { name, ...(description === '' ? {} : { description }), parameters: inputSchema },
})
