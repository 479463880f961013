import {
  functionTool,
  Tool,
  ToolCallbacks,
  ToolContext,
  ToolRegistry,
  ToolSet,
  type ToolCallback,
  type ToolTraits,
} from '@vernal/tools'
import { z } from 'zod'

const tool = (name: string, traits: ToolTraits = {}): ToolCallback =>
  functionTool({ name, ...traits, parameters: z.object({ n: z.int().optional() }), execute: () => name })

describe('the traits of a tool', () => {
  test.each([
    [{}, { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    [{ effect: 'read' }, { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    [{ effect: 'write' }, { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }],
    [
      { effect: 'external' },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    ],
    [
      { effect: 'write', destructive: false, idempotent: true, openWorld: true },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    ],
  ] as const)('%j make the annotations of the Model Context Protocol', (traits, annotations) => {
    expect(tool('t', traits).metadata.annotations).toEqual(annotations)
  })

  test.each<[unknown, string]>([
    [{ retry: 3, effect: 'write' }, 'idempotent: true'],
    [{ retry: 3 }, "effect: 'read'"],
    [{ retry: 0, effect: 'read' }, 'at least 1 attempt'],
    [{ retry: { backoffMs: 10, maxBackoffMs: 5 }, effect: 'read' }, 'no shorter than the first'],
    [{ destructive: true }, "effect: 'write'"],
    [{ tags: 'a' }, 'list of names'],
    [{ requires: [''] }, 'list of names'],
    [{ cost: -1 }, 'must be 0 or more'],
    [{ cost: NaN }, 'must be 0 or more'],
    [{ maxConcurrency: 0 }, 'must be 1 or more'],
    [{ examples: [{ n: 1 }, { n: 'many' }] }, 'example 2 of functionTool(t)'],
    [{ outputSchema: z.map(z.string(), z.string()) }, 'its result'],
  ])('%j are refused where the tool is made', (traits, message) => {
    expect(() => tool('t', traits as ToolTraits)).toThrow(message)
  })

  test('tag and version are kept, and tags find tools in a registry', () => {
    const registry = new ToolRegistry()
    for (const each of [
      tool('a', { tags: ['billing'], version: '2' }),
      tool('b'),
      tool('c', { tags: ['billing', 'x'] }),
    ]) {
      registry.register(each)
    }
    expect(registry.tagged('billing').map(({ definition }) => definition.name)).toEqual(['a', 'c'])
    expect(registry.get('a').metadata.version).toBe('2')
  })

  test('examples and the schema of the result are told to the model', () => {
    const { definition } = tool('t', { examples: [{ n: 1 }, {}], outputSchema: z.object({ total: z.number() }) })
    expect(definition.inputSchema.examples).toEqual([{ n: 1 }, {}])
    expect(definition.outputSchema).toMatchObject({ type: 'object', properties: { total: { type: 'number' } } })
  })
})

describe('@ToolSet', () => {
  @ToolSet({ prefix: 'orders_', tags: ['orders'], effect: 'write', timeout: 50, retry: 2, roles: ['clerk'] })
  class Orders {
    @Tool() find(id: string): string {
      return id
    }
    @Tool({ tags: ['danger'], timeout: 5, roles: ['chief'] }) remove(id: string): string {
      return id
    }
    @Tool({ name: 'count', effect: 'read' }) countAll(): number {
      return 1
    }
    @Tool() static reset(): void {}
  }
  class MoreOrders extends Orders {
    @Tool({ effect: 'external' }) mail(): void {}
  }
  const byName = (tools: readonly ToolCallback[]): Record<string, ToolCallback> =>
    Object.fromEntries(tools.map((each) => [each.definition.name, each]))
  const orders = byName(ToolCallbacks.from(new MoreOrders()))

  test('puts its prefix before the names of all tools of the class and of those below it', () => {
    expect(Object.keys(orders)).toEqual(['orders_find', 'orders_remove', 'orders_count', 'orders_mail', 'orders_reset'])
  })

  test('is what holds where a tool says nothing of itself; tags add up', () => {
    expect(orders.orders_find?.metadata).toMatchObject({ effect: 'write', timeoutMs: 50, tags: ['orders'] })
    expect(orders.orders_remove?.metadata).toMatchObject({ timeoutMs: 5, tags: ['orders', 'danger'] })
    expect(orders.orders_mail?.metadata.effect).toBe('external')
  })

  test('tries only those of its tools again that may run twice', () => {
    expect(orders.orders_find?.metadata.retry).toBeUndefined()
    expect(orders.orders_count?.metadata.retry).toMatchObject({ attempts: 2 })
  })

  test('asks for its role beside the role of the tool', async () => {
    const as = (...roles: string[]): ToolContext => new ToolContext({ values: { principal: { id: 'eve', roles } } })
    expect(await orders.orders_remove?.call({ id: '1' }, as('chief'))).toMatchObject({ reason: 'forbidden' })
    expect(await orders.orders_remove?.call({ id: '1' }, as('clerk'))).toMatchObject({ reason: 'forbidden' })
    expect(await orders.orders_remove?.call({ id: '1' }, as('clerk', 'chief'))).toMatchObject({ type: 'success' })
  })

  test('is misplaced on a method', () => {
    expect(() => (ToolSet({}) as MethodDecorator)(Orders.prototype, 'find', {})).toThrow('@ToolSet cannot be used')
  })

  test('is the same word as a set of tools', () => {
    const set = ToolSet.of([tool('a')])
    expect(set).toBeInstanceOf(ToolSet)
    expect(ToolSet.empty.size).toBe(0)
    expect({}).not.toBeInstanceOf(ToolSet)
  })
})

test('a registry knows which bean brings which tools', () => {
  const registry = new ToolRegistry()
  const bean = {}
  const [mine, other] = [tool('mine'), tool('other')]
  registry.register(mine, bean)
  registry.register(other)
  expect(registry.ofBean(bean)).toEqual([mine])
})
