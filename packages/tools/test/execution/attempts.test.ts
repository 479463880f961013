import {
  functionTool,
  ToolGate,
  ToolSet,
  type ToolCallback,
  type ToolCallOutcome,
  type ToolTraits,
} from '@vernal/tools'

const failingTimes = (times: number, traits: ToolTraits): { tool: ToolCallback; keys: string[] } => {
  const keys: string[] = []
  const tool = functionTool({
    name: 'flaky',
    idempotent: true,
    ...traits,
    execute: (_args, context) => {
      keys.push(context.idempotencyKey)
      if (keys.length <= times) throw new Error(`failure ${keys.length}`)
      return 'done'
    },
  })
  return { tool, keys }
}
const pass = (tool: ToolCallback, id = 'c1', turnId?: string): Promise<ToolCallOutcome> =>
  new ToolGate().pass({ id, name: 'flaky', arguments: '{}' }, { tools: ToolSet.of([tool]), turnId })

describe('a tool that may be tried again', () => {
  const retry = { attempts: 3, backoffMs: 1 }

  test('is tried until it succeeds, with one idempotency key', async () => {
    const { tool, keys } = failingTimes(2, { retry })
    expect(await pass(tool)).toMatchObject({ type: 'success', text: 'done' })
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('fails with its last error when every attempt fails', async () => {
    const { tool, keys } = failingTimes(9, { retry })
    expect(await pass(tool)).toMatchObject({ type: 'failure', error: new Error('failure 3') })
    expect(keys).toHaveLength(3)
  })

  test('is not tried again without being told so', async () => {
    const { tool, keys } = failingTimes(1, {})
    expect(await pass(tool)).toMatchObject({ type: 'failure' })
    expect(keys).toHaveLength(1)
  })

  test('is not tried again after its time', async () => {
    const { tool, keys } = failingTimes(9, { retry: { attempts: 5, backoffMs: 60_000 }, timeout: 20 })
    expect(await pass(tool)).toMatchObject({ type: 'failure', reason: 'timed-out' })
    expect(keys).toHaveLength(1)
  })
})

test('the idempotency key is the same for the same call of the same turn, and for no other', async () => {
  const { tool, keys } = failingTimes(0, {})
  for (const [id, turn] of [
    ['c1', 't1'],
    ['c1', 't1'],
    ['c2', 't1'],
    ['c1', 't2'],
    ['c1', undefined],
    ['c1', undefined],
  ] as const) {
    await pass(tool, id, turn)
  }
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(5)
})
