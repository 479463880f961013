import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const { functionTool } = require('vernal')
// The step has no door of its own: a tool is only ever reached through the gate, which takes it with all others.
const tools = path.dirname(require.resolve('@vernal/tools'))
const { bindArguments } = require(path.join(tools, 'execution/argument-binder.js'))

/** A tool with a given schema that does next to nothing, its binding alone, and the whole way through the gate. */
export function vernalTool(schema) {
  const tool = functionTool({ name: 'order', parameters: schema, execute: ({ items }) => items.length })
  const options = { maxChars: 1_048_576, repair: false }
  return {
    bind: (text) => bindArguments(tool.input, text, options),
    execute: (text) => tool.call(text),
  }
}
