import { functionTool, type ToolCallback } from '@vernal/tools'
import { z } from 'zod'

/** A tool that adds two numbers and notes that it ran. */
export function addTool(ran: unknown[] = []): ToolCallback {
  return functionTool({
    name: 'add',
    description: 'Adds two numbers',
    parameters: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => {
      ran.push({ a, b })
      return a + b
    },
  })
}

/** A tool without parameters that does what it is told. */
export const plainTool = (
  name: string,
  execute: () => unknown,
  options: { returnDirect?: boolean } = {},
): ToolCallback => functionTool({ name, description: `The tool ${name}`, execute, ...options })
