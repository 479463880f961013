import { z } from 'zod'
import { compute } from './script.mjs'

/** Neutral tool specs: each adapter turns them into its peer's own form. `hits.n` counts executions. */
export function makeTools(count) {
  const hits = { n: 0 }
  const tools = Array.from({ length: count }, (_, i) => {
    const description = `Calculator number ${i}. Applies one arithmetic operation to two operands and returns the numeric result as JSON.`
    const jsonSchema = {
      type: 'object',
      properties: {
        a: { type: 'number', description: 'the first operand' },
        b: { type: 'number', description: 'the second operand' },
        op: { type: 'string', enum: ['add', 'sub', 'mul'], description: 'the operation to apply to both operands' },
        note: { type: 'string', description: 'a short remark saying why this step is taken' },
      },
      required: ['a', 'b', 'op', 'note'],
      additionalProperties: false,
    }
    return {
      name: `calc_${i}`,
      description,
      jsonSchema,
      /** a zod v4 schema (fresh per tool, as an application would have); pass another `z` (zod 3) where a peer needs it */
      zod: (zz = z) =>
        zz.object({
          a: zz.number().describe('the first operand'),
          b: zz.number().describe('the second operand'),
          op: zz.enum(['add', 'sub', 'mul']).describe('the operation to apply to both operands'),
          note: zz.string().describe('a short remark saying why this step is taken'),
        }),
      execute: (args) => {
        hits.n++
        return { result: compute(args) }
      },
    }
  })
  return { tools, hits }
}
