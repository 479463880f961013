import {
  Authorize,
  DeclaredToolPolicy,
  functionTool,
  RequireRole,
  Tool,
  ToolCallbacks,
  ToolContext,
  ToolGate,
  ToolSet,
  type ToolAuthorizer,
  type ToolCallback,
  type ToolCallEvent,
  type ToolCallOutcome,
  type ToolPolicyRule,
} from '@vernal/tools'

class Orders {
  @Tool() find(id: string): string {
    return `order ${id}`
  }

  @Tool()
  @RequireRole('maintainer', 'admin')
  remove(id: string): string {
    return `removed ${id}`
  }

  @RequireRole('maintainer')
  @Authorize((principal, { amount }) => Number(amount) <= 100 || principal?.id === 'ada' || 'At most 100.')
  @Tool()
  refund(id: string, amount: number): string {
    return `${amount} for ${id}`
  }
}

@RequireRole('staff')
class StaffOrders extends Orders {
  @RequireRole('night-shift')
  @Tool()
  override find(id: string): string {
    return `staff ${id}`
  }
}

const maintainer = { id: 'eve', roles: ['maintainer'] }

interface Asked {
  readonly principal?: unknown
  readonly rules?: readonly ToolPolicyRule[]
  readonly onEvent?: (event: ToolCallEvent) => void
  readonly gate?: ToolGate
}

const ask = (
  tools: readonly ToolCallback[],
  name: string,
  args: object,
  asked: Asked = {},
): Promise<ToolCallOutcome> => {
  const { principal, rules = [], onEvent } = asked
  const gate = asked.gate ?? new ToolGate({ policy: new DeclaredToolPolicy({ rules }) })
  const values = principal === undefined ? {} : { principal }
  return gate.pass({ id: 'c1', name, arguments: args }, { tools: ToolSet.of(tools), values, onEvent })
}
const orders = ToolCallbacks.from(new Orders())

describe('a role', () => {
  test('is needed where the method says so, and nowhere else', async () => {
    expect(await ask(orders, 'find', { id: '1' })).toMatchObject({ type: 'success' })
    expect(await ask(orders, 'remove', { id: '1' })).toEqual({
      type: 'refusal',
      reason: 'forbidden',
      text: 'The tool "remove" is not available to this caller. Go on without it.',
      detail: 'Orders.remove asks for one of the roles maintainer, admin',
    })
    expect(await ask(orders, 'remove', { id: '1' }, { principal: maintainer })).toMatchObject({ type: 'success' })
  })

  test('is asked for before the arguments are looked at, so that nothing is learnt of the tool', async () => {
    const outcome = await ask(orders, 'remove', { ID: 1 })
    expect(outcome).toMatchObject({ reason: 'forbidden' })
    expect(outcome.text).not.toContain('id')
  })

  test.each([
    [{ id: 'eve' }],
    [{ id: 'eve', roles: 'maintainer' }],
    [{ id: 'eve', roles: [['maintainer']] }],
    [{ roles: { maintainer: true } }],
    ['maintainer'],
    [null],
    [42],
  ])('is not held by the principal %j', async (principal) => {
    expect(await ask(orders, 'remove', { id: '1' }, { principal })).toMatchObject({ reason: 'forbidden' })
  })

  test('cannot come from the prototype of the context, nor from the arguments', async () => {
    const values = Object.create({ principal: maintainer }) as Record<string, unknown>
    const gate = new ToolGate()
    const call = { id: 'c', name: 'remove', arguments: '{"id":"1","principal":{"roles":["maintainer"]}}' }
    expect(await gate.pass(call, { tools: ToolSet.of(orders), values })).toMatchObject({ reason: 'forbidden' })
  })

  test('of a class and of an overridden method holds for the class below, beside its own', async () => {
    const staff = ToolCallbacks.from(new StaffOrders())
    const withRoles = (...roles: string[]): Asked => ({ principal: { id: 'eve', roles } })
    expect(await ask(staff, 'find', { id: '1' }, withRoles('staff'))).toMatchObject({ reason: 'forbidden' })
    expect(await ask(staff, 'find', { id: '1' }, withRoles('staff', 'night-shift'))).toMatchObject({ type: 'success' })
    expect(await ask(staff, 'remove', { id: '1' }, withRoles('staff'))).toMatchObject({ reason: 'forbidden' })
    expect(await ask(staff, 'remove', { id: '1' }, withRoles('staff', 'admin'))).toMatchObject({ type: 'success' })
  })

  test('holds for whoever has the tool in hand', async () => {
    const remove = orders.find(({ definition }) => definition.name === 'remove')
    expect(await remove?.call({ id: '1' })).toMatchObject({ reason: 'forbidden' })
    const context = new ToolContext({ values: { principal: maintainer } })
    expect(await remove?.call({ id: '1' }, context)).toMatchObject({ type: 'success' })
  })

  test('may be a trait of a function tool; a list without a role is refused', async () => {
    const tool = functionTool({ name: 'wipe', roles: ['admin'], execute: () => 'wiped' })
    expect(await ask([tool], 'wipe', {})).toMatchObject({ reason: 'forbidden' })
    expect(() => functionTool({ name: 'wipe', roles: [], execute: () => 'wiped' })).toThrow('at least one role')
    expect(() => RequireRole()).toThrow('at least one role')
  })
})

describe('an authoriser', () => {
  const refund = (amount: number, principal: unknown): Promise<ToolCallOutcome> =>
    ask(orders, 'refund', { id: '1', amount }, { principal })

  test('sees who calls and the bound arguments, and may say why not', async () => {
    expect(await refund(100, maintainer)).toMatchObject({ type: 'success' })
    expect(await refund(101, maintainer)).toMatchObject({ reason: 'forbidden', text: 'At most 100.' })
    expect(await refund(101, { ...maintainer, id: 'ada' })).toMatchObject({ type: 'success' })
  })

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no connection')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no connection'))],
    ['says something truthy that is not true', () => 1],
    ['says nothing', () => undefined],
  ])('that %s denies', async (_how, authorize) => {
    const tool = functionTool({ name: 'wipe', authorize: authorize as ToolAuthorizer, execute: () => 'wiped' })
    const outcome = await ask([tool], 'wipe', {})
    expect(outcome).toMatchObject({ type: 'refusal', reason: 'forbidden' })
    expect(outcome.text).not.toContain('connection')
  })
})

test('a call whose caller leaves while an authoriser thinks does not run', async () => {
  const controller = new AbortController()
  let runs = 0
  const authorize = (): Promise<boolean> => {
    controller.abort()
    return Promise.resolve(true)
  }
  const tool = functionTool({ name: 'wipe', authorize, execute: () => ++runs })
  const scope = { tools: ToolSet.of([tool]), signal: controller.signal }
  const outcome = await new ToolGate().pass({ id: 'c', name: 'wipe', arguments: '{}' }, scope)
  expect(outcome).toMatchObject({ type: 'refusal', reason: 'aborted' })
  expect(runs).toBe(0)
})

describe('a rule', () => {
  const find = functionTool({
    name: 'findOrder',
    parameters: { properties: { project: { type: 'string' }, limit: { type: 'integer' } } },
    execute: ({ project }) => `orders of ${String(project)}`,
  })
  const wipe = functionTool({ name: 'wipeOrders', execute: () => 'wiped' })
  const tools = [find, wipe]

  test('denies by name or pattern, and a later one may allow again', async () => {
    const closed: ToolPolicyRule[] = [{ tools: ['*'], access: 'deny' }]
    expect(await ask(tools, 'findOrder', {}, { rules: closed })).toMatchObject({
      reason: 'forbidden',
      detail: 'policy 1 denies it to everyone',
    })
    const opened: ToolPolicyRule[] = [...closed, { tools: ['find*'], access: 'allow' }]
    expect(await ask(tools, 'findOrder', {}, { rules: opened })).toMatchObject({ type: 'success' })
    expect(await ask(tools, 'wipeOrders', {}, { rules: opened })).toMatchObject({ reason: 'forbidden' })
  })

  test('adds a role to what the tool asks for', async () => {
    const rules: ToolPolicyRule[] = [{ tools: ['remove'], roles: ['auditor'] }]
    expect(await ask(orders, 'remove', { id: '1' }, { rules, principal: maintainer })).toMatchObject({
      reason: 'forbidden',
      detail: 'policy 1 asks for the role auditor',
    })
    const both = { id: 'eve', roles: ['maintainer', 'auditor'] }
    expect(await ask(orders, 'remove', { id: '1' }, { rules, principal: both })).toMatchObject({ type: 'success' })
  })

  test('constrains arguments, exactly as they are sent, and wants them given', async () => {
    const rules: ToolPolicyRule[] = [{ tools: ['find*'], arguments: { project: { enum: ['web', 'api'] } } }]
    expect(await ask(tools, 'findOrder', { project: 'web' }, { rules })).toMatchObject({ type: 'success' })
    for (const args of [{ project: 'secret' }, { project: 'WEB' }, {}]) {
      const outcome = await ask(tools, 'findOrder', args, { rules })
      expect(outcome).toMatchObject({ reason: 'forbidden' })
      expect(outcome.text).toContain('project')
    }
  })

  test('about an argument nobody has is refused when the tool is read', () => {
    const policy = new DeclaredToolPolicy({ rules: [{ tools: ['*'], arguments: { projekt: { type: 'string' } } }] })
    expect(() => policy.restricts(find)).toThrow(
      'constrains "projekt", which the tool "findOrder" does not have: project, limit',
    )
  })

  test('asks for consent', async () => {
    const rules: ToolPolicyRule[] = [{ tools: ['wipe*'], approval: 'required' }]
    expect(await ask(tools, 'wipeOrders', {}, { rules })).toMatchObject({ type: 'suspension' })
  })

  test('in shadow mode only tells', async () => {
    const events: ToolCallEvent[] = []
    const rules: ToolPolicyRule[] = [
      { tools: ['wipe*'], access: 'deny', shadow: true },
      { tools: ['wipe*'], roles: ['admin'], shadow: true },
    ]
    expect(await ask(tools, 'wipeOrders', {}, { rules, onEvent: (event) => events.push(event) })).toMatchObject({
      type: 'success',
    })
    expect(events.map(({ type }) => type)).toEqual(['tool-shadowed', 'tool-started', 'tool-ended'])
    expect(events[0]).toMatchObject({
      name: 'wipeOrders',
      reason: 'policy 1 denies it to everyone; policy 2 asks for the role admin',
    })
  })

  test('in shadow mode neither holds a call back nor calls it too soon', async () => {
    const events: ToolCallEvent[] = []
    const rules: ToolPolicyRule[] = [
      { tools: ['wipe*'], approval: 'required', rate: { calls: 1, perMs: 60_000 }, shadow: true },
    ]
    const gate = new ToolGate({ policy: new DeclaredToolPolicy({ rules }) })
    for (let n = 0; n < 2; n++) {
      const outcome = await ask(tools, 'wipeOrders', {}, { gate, onEvent: (event) => events.push(event) })
      expect(outcome).toMatchObject({ type: 'success' })
    }
    expect(events.flatMap((event) => (event.type === 'tool-shadowed' ? [event.reason] : []))).toEqual([
      'policy 1 asks for consent to each call',
      'policy 1 asks for consent to each call',
      'policy 1 allows 1 calls in 60 s',
    ])
  })

  test.each<[unknown, string]>([
    [{ tools: [] }, 'at least one tool'],
    [{ tools: [' '] }, 'at least one tool'],
    [{ tools: ['*'], access: 'denied' }, '"allow" or "deny"'],
    [{ tools: ['*'], role: ['admin'] }, 'role'],
    [{ tools: ['*'], roles: [] }, 'at least one role'],
    [{ tools: ['*'], approval: true }, '"required"'],
    [{ tools: ['*'], rate: { calls: 0, perMs: 1000 } }, 'at least 1 call'],
  ])('that cannot be read opens nothing: %j', (rule, message) => {
    expect(() => new DeclaredToolPolicy({ rules: [rule as ToolPolicyRule] })).toThrow(message)
  })
})

describe('a rate', () => {
  test('is counted for each caller and each tool in a sliding window', async () => {
    let now = 0
    const rules: ToolPolicyRule[] = [{ tools: ['*'], rate: { calls: 2, perMs: 1000 } }]
    const gate = new ToolGate({ policy: new DeclaredToolPolicy({ rules, now: () => now }) })
    const call = (id: string, name = 'find'): Promise<ToolCallOutcome> =>
      ask(orders, name, { id: '1' }, { gate, principal: { id, roles: ['admin'] } })
    for (const time of [0, 400]) {
      now = time
      expect(await call('eve')).toMatchObject({ type: 'success' })
    }
    expect(await call('eve')).toMatchObject({
      type: 'refusal',
      reason: 'rate-exceeded',
      text: 'The tool "find" may be called 2 times in 1 s. Try again in 0.6 s, or go on without it.',
    })
    expect(await call('bob')).toMatchObject({ type: 'success' })
    expect(await call('eve', 'remove')).toMatchObject({ type: 'success' })
    now = 1001
    expect(await call('eve')).toMatchObject({ type: 'success' })
    expect(await call('eve')).toMatchObject({ reason: 'rate-exceeded' })
  })

  test('does not count calls that were refused, and may be a trait', async () => {
    const tool = functionTool({
      name: 'once',
      rate: { calls: 1, perMs: 60_000 },
      parameters: { properties: { at: { type: 'integer' } }, required: ['at'] },
      execute: () => 'done',
    })
    const gate = new ToolGate()
    expect(await ask([tool], 'once', {}, { gate })).toMatchObject({ reason: 'invalid-arguments' })
    expect(await ask([tool], 'once', { at: 1 }, { gate })).toMatchObject({ type: 'success' })
    expect(await ask([tool], 'once', { at: 1 }, { gate })).toMatchObject({ reason: 'rate-exceeded' })
  })
})
