import { augmentedTool, functionTool, ToolGate, ToolSet, type AugmentedToolCall } from '@vernal/tools'
import { z } from 'zod'

const transfer = functionTool({
  name: 'transfer',
  parameters: z.object({ amount: z.number(), to: z.string().default('savings') }),
  returnDirect: true,
  effect: 'write',
  execute: (args) => args,
})

describe('an augmented tool', () => {
  test('asks for more, and keeps the rest as it is', () => {
    const tool = augmentedTool(transfer, { parameters: z.object({ reason: z.string().describe('Why') }) })
    expect(tool.definition).toMatchObject({
      name: 'transfer',
      inputSchema: {
        properties: {
          amount: { type: 'number' },
          to: { type: 'string' },
          reason: { type: 'string', description: 'Why' },
        },
        required: ['amount', 'reason'],
      },
    })
    expect(tool.metadata).toEqual(transfer.metadata)
    expect(Object.keys(transfer.definition.inputSchema.properties as object)).toEqual(['amount', 'to'])
  })

  test('shows the extra arguments to the application and not to the tool', async () => {
    const seen: [unknown, AugmentedToolCall['arguments']][] = []
    const tool = augmentedTool(transfer, {
      parameters: z.object({ reason: z.string().transform((text) => text.toUpperCase()) }),
      onArguments: ({ reason }, { arguments: args }) => void seen.push([reason, args]),
    })
    expect(await tool.call('{"amount":"5","reason":"rent"}')).toMatchObject({
      type: 'success',
      value: { amount: 5, to: 'savings' },
    })
    expect(seen).toEqual([['RENT', { amount: 5, to: 'savings' }]])
  })

  test('works with JSON Schema on both sides', async () => {
    const plain = functionTool({
      name: 'plain',
      parameters: { properties: { a: { type: 'integer' } } },
      execute: (args) => args,
    })
    const tool = augmentedTool(plain, { parameters: { properties: { thought: { type: 'string' } } } })
    expect((await tool.call('{"a":1,"thought":"hm"}')).text).toBe('{"a":1}')
  })

  test('refuses what fits neither part', async () => {
    const tool = augmentedTool(transfer, { parameters: z.object({ reason: z.string() }) })
    const { text } = await tool.call('{"to":1.5}')
    expect(text).toMatch(/amount: required/)
    expect(text).toMatch(/reason: required/)
  })

  test('refuses what neither part knows, and names what both know', async () => {
    const parameters = z.object({ reason: z.string().optional() })
    const { text } = await augmentedTool(transfer, { parameters }).call('{"amount":1,"resaon":"x"}')
    expect(text).toContain('resaon: is not known; did you mean "reason"? Known here: amount, to, reason')

    const nothing = functionTool({ name: 'ping', execute: () => 'pong' })
    const outcome = await augmentedTool(nothing, { parameters }).call('{"resaon":"x"}')
    expect(outcome.text).toContain('did you mean "reason"?')
  })

  test('does not run when the application objects', async () => {
    const tool = augmentedTool(transfer, {
      parameters: z.object({ reason: z.string() }),
      onArguments: () => Promise.reject(new Error('no good reason')),
    })
    const gate = new ToolGate()
    const call = { id: '1', name: 'transfer', arguments: '{"amount":1,"reason":"x"}' }
    expect(await gate.pass(call, { tools: ToolSet.of([tool]) })).toMatchObject({ type: 'failure', reason: 'threw' })
  })

  test('cannot take a name the tool has', () => {
    expect(() => augmentedTool(transfer, { parameters: z.object({ amount: z.string() }) })).toThrow(
      /"amount" is already there/,
    )
  })
})
