import {
  DefaultToolErrorPolicy,
  functionTool,
  ToolError,
  ToolExecutor,
  ToolGate,
  ToolSet,
  type ToolCallback,
  type ToolCallEvent,
  type ToolCallOutcome,
  type ToolCallScope,
  type ToolContext,
  type ToolInvocation,
} from '@vernal/tools'

const add = functionTool({
  name: 'add',
  parameters: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => Number(a) + Number(b),
})
const failing = (error: unknown): ToolCallback =>
  functionTool({
    name: 'failing',
    execute: () => {
      throw error
    },
  })
const waiting = functionTool({
  name: 'waiting',
  timeout: 20,
  execute: (_args, { signal }: ToolContext) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
})
const deaf = functionTool({ name: 'deaf', execute: () => new Promise(() => {}) })

const pass = (
  name: string,
  args: string,
  {
    tools = [add],
    gate = new ToolGate(),
    ...scope
  }: Partial<Omit<ToolCallScope, 'tools'>> & { tools?: ToolCallback[]; gate?: ToolGate } = {},
): Promise<ToolCallOutcome> => gate.pass({ id: 'c1', name, arguments: args }, { tools: ToolSet.of(tools), ...scope })

describe('a call at the gate', () => {
  test('that fits runs and returns the value and its text', async () => {
    expect(await pass('add', '{"a":2,"b":3}')).toEqual({ type: 'success', text: '5', value: 5, returnDirect: false })
  })

  test('of an unknown tool is refused with the names there are, the nearest first', async () => {
    const outcome = await pass('addition', '{}')
    expect(outcome).toMatchObject({ type: 'refusal', reason: 'unknown-tool' })
    expect(outcome.text).toBe('There is no tool named "addition". The tools are: add.')
    expect((await pass('ad', '{}')).text).toContain('Did you mean "add"?')
  })

  test('of an unknown tool among many hears only the nearest names', async () => {
    const tools = Array.from({ length: 60 }, (_, at) => functionTool({ name: `tool_${at}`, execute: () => at }))
    const { text } = await pass('tool-59', '{}', { tools })
    expect(text).toContain('Did you mean "tool_59"')
    expect(text.split(',').length).toBeLessThanOrEqual(21)
  })

  test('asks the limits once, before anything is awaited, and their refusal wins', async () => {
    const asked: string[] = []
    const admit = (name: string): string | undefined => {
      asked.push(name)
      return name === 'nowhere' ? 'The limit of calls is reached.' : undefined
    }
    const outcomes = [pass('add', '{"a":1,"b":1}', { admit }), pass('nowhere', 'no json', { admit })]
    expect(asked).toEqual(['add', 'nowhere'])
    expect(await outcomes[1]).toEqual({
      type: 'refusal',
      reason: 'limit-exceeded',
      text: 'The limit of calls is reached.',
    })
    expect(await outcomes[0]).toMatchObject({ type: 'success' })
    expect(asked).toHaveLength(2)
  })

  test('with arguments that do not fit hears every problem, and the tool does not run', async () => {
    const outcome = await pass('add', '{"a":"x","c":1}')
    expect(outcome).toMatchObject({
      type: 'refusal',
      reason: 'invalid-arguments',
      problems: [
        { path: 'a', message: 'expected a number, received "x"' },
        { path: 'b', message: 'required, but missing' },
        { path: 'c', message: 'is not known. Known here: a, b' },
      ],
    })
    expect(outcome.text).toContain('Schema of a: {"type":"number"}')
  })

  test('of a tool that throws fails, with the message for the model', async () => {
    const error = new Error('disk full')
    expect(await pass('failing', '{}', { tools: [failing(error)] })).toEqual({
      type: 'failure',
      reason: 'threw',
      text: 'The tool "failing" failed: disk full',
      error,
    })
    expect((await pass('failing', '{}', { tools: [failing('plain text')] })).text).toContain('plain text')
    expect((await pass('failing', '{}', { tools: [failing(new TypeError(''))] })).text).toContain('(TypeError)')
    expect((await pass('failing', '{}', { tools: [failing(undefined)] })).text).toContain('failed')
  })

  test('tells the model no message when the policy hides them', async () => {
    const gate = new ToolGate({ errorPolicy: new DefaultToolErrorPolicy({ includeMessage: false }) })
    const { text } = await pass('failing', '{}', { tools: [failing(new Error('secret://db'))], gate })
    expect(text).not.toContain('secret')
  })

  test('hides messages in production unless told otherwise', async () => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      const hidden = await pass('failing', '{}', { tools: [failing(new Error('secret'))], gate: new ToolGate() })
      expect(hidden.text).not.toContain('secret')
    } finally {
      process.env.NODE_ENV = before
    }
  })

  test('ends the turn with errors the policy lets through, and still tells the observers', async () => {
    class Outage extends Error {}
    const events: ToolCallEvent[] = []
    const gate = new ToolGate({ errorPolicy: new DefaultToolErrorPolicy({ rethrow: [Outage] }) })
    const onEvent = (event: ToolCallEvent): void => void events.push(event)
    const error = new Outage('down')
    await expect(pass('failing', '{}', { tools: [failing(error)], gate, onEvent })).rejects.toBe(error)
    expect(events.map(({ type }) => type)).toEqual(['tool-started', 'tool-ended'])
    const always = new ToolGate({ errorPolicy: new DefaultToolErrorPolicy({ alwaysThrow: true }) })
    await expect(pass('failing', '{}', { tools: [failing(new Error('x'))], gate: always })).rejects.toThrow('x')
  })

  test('ends when its time is over, and aborts the signal of the tool', async () => {
    const outcome = await pass('waiting', '{}', { tools: [waiting] })
    expect(outcome).toMatchObject({ type: 'failure', reason: 'timed-out' })
    expect(outcome.text).toBe('The tool "waiting" did not finish within 20 ms.')
    expect((outcome as { error: ToolError }).error.code).toBe('TOOL_TIMED_OUT')
  })

  test('ends also when the tool does not listen', async () => {
    const outcome = await pass('deaf', '{}', { tools: [deaf], gate: new ToolGate({ timeoutMs: 10 }) })
    expect(outcome).toMatchObject({ type: 'failure', reason: 'timed-out' })
  })

  test('is refused when its caller has given up, and fails when the caller gives up while it runs', async () => {
    const before = new AbortController()
    before.abort()
    expect(await pass('add', '{"a":1,"b":1}', { signal: before.signal })).toMatchObject({
      type: 'refusal',
      reason: 'aborted',
    })
    const during = new AbortController()
    const outcome = pass('deaf', '{}', { tools: [deaf], signal: during.signal })
    during.abort(new Error('user left'))
    expect(await outcome).toMatchObject({
      type: 'failure',
      reason: 'aborted',
      error: { cause: new Error('user left') },
    })
  })

  test('leaves no listener on the signal of its caller', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const [listen, forget] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...args: Parameters<typeof listen>) => (listeners++, listen(...args))
    signal.removeEventListener = (...args: Parameters<typeof forget>) => (listeners--, forget(...args))
    await pass('add', '{"a":1,"b":1}', { signal })
    expect(listeners).toBe(0)
  })

  test('tells its observers and its caller, in order, and none of them can disturb it', async () => {
    const told: string[] = []
    const rejecting = (): unknown => Promise.reject(new Error('broken observer'))
    const gate = new ToolGate({
      observers: [
        {
          toolStarted: () => {
            throw new Error('broken observer')
          },
          toolEnded: rejecting,
        },
        { toolStarted: ({ arguments: args }) => told.push(`observer ${JSON.stringify(args)}`) },
      ],
    })
    const onEvent = (event: ToolCallEvent): void => {
      told.push(`${event.type} ${event.callId} ${event.name}`)
      throw new Error('broken listener')
    }
    expect((await pass('add', '{"a":"1","b":1}', { gate, onEvent })).type).toBe('success')
    expect((await pass('nothing', '', { gate, onEvent })).type).toBe('refusal')
    expect(told).toEqual([
      'observer {"a":1,"b":1}',
      'tool-started c1 add',
      'tool-ended c1 add',
      'tool-ended c1 nothing',
    ])
  })

  test('records what was converted', async () => {
    const events: ToolCallEvent[] = []
    await pass('add', '{"a":"1","b":1}', { onEvent: (event) => void events.push(event) })
    expect(events[0]).toMatchObject({ type: 'tool-started', conversions: [{ path: 'a', to: 'number' }] })
  })

  test('runs where the executor says', async () => {
    class Remote extends ToolExecutor {
      override execute({ definition, arguments: args, context }: ToolInvocation): Promise<unknown> {
        return Promise.resolve(`${definition.name} ${JSON.stringify(args)} ${String(context.get('user'))}`)
      }
    }
    const outcome = await pass('add', '{"a":1,"b":2}', {
      gate: new ToolGate({ executor: new Remote() }),
      values: { user: 'ada' },
    })
    expect(outcome.text).toBe('add {"a":1,"b":2} ada')
  })

  test('waits while as many calls of its tool run as may, in order, and gives up when its time is over', async () => {
    const started: unknown[] = []
    const release: (() => void)[] = []
    const one = functionTool({
      name: 'one',
      maxConcurrency: 1,
      parameters: { properties: { n: { type: 'integer' } } },
      execute: ({ n }) => {
        started.push(n)
        return new Promise<void>((resolve) => release.push(resolve))
      },
    })
    const gate = new ToolGate()
    const leaving = new AbortController()
    const first = pass('one', '{"n":1}', { tools: [one], gate })
    const second = pass('one', '{"n":2}', { tools: [one], gate, signal: leaving.signal })
    const third = pass('one', '{"n":3}', { tools: [one], gate })
    await new Promise(setImmediate)
    expect(started).toEqual([1])
    leaving.abort()
    expect(await second).toMatchObject({ type: 'failure', reason: 'aborted' })
    release[0]?.()
    expect(await first).toMatchObject({ type: 'success' })
    await new Promise(setImmediate)
    expect(started).toEqual([1, 3])
    release[1]?.()
    expect(await third).toMatchObject({ type: 'success' })
  })

  test('of a tool that returns directly says so', async () => {
    const direct = functionTool({ name: 'direct', returnDirect: true, execute: () => 'x' })
    expect(await direct.call()).toMatchObject({ type: 'success', returnDirect: true })
  })

  test('refuses options that make no sense', () => {
    expect(() => new ToolGate({ timeoutMs: -1 })).toThrow(ToolError)
    expect(() => new ToolGate({ maxResultChars: Number.NaN })).toThrow(/maxResultChars/)
    expect(() => functionTool({ name: 'x', timeout: -1, execute: () => 1 })).toThrow(/"timeout" of functionTool\(x\)/)
    expect(() => functionTool({ name: 'x', maxConcurrency: 0, execute: () => 1 })).toThrow(/maxConcurrency/)
  })
})
