import { EventEmitter } from 'node:events'
import {
  functionTool,
  ToolGate,
  ToolOutput,
  ToolSet,
  type ToolCallback,
  type ToolCallEvent,
  type ToolCallOutcome,
  type ToolCallScope,
  type ToolContext,
} from '@vernal/tools'
import { z } from 'zod'

const pass = (
  tool: ToolCallback,
  scope: Partial<ToolCallScope> = {},
  gate: ToolGate = new ToolGate(),
): Promise<ToolCallOutcome> =>
  gate.pass({ id: 'c1', name: tool.definition.name, arguments: '{}' }, { tools: ToolSet.of([tool]), ...scope })

const returning = (value: unknown): ToolCallback => functionTool({ name: 'get', execute: () => value })

describe('a tool output', () => {
  const picture = { mediaType: 'image/png', data: 'UE5H', name: 'sales.png' }

  test('keeps its media, and names them in the text', async () => {
    const link = { uri: 'orders://42', name: 'order 42', description: 'as it was placed' }
    const outcome = await pass(returning(new ToolOutput({ content: ['Sales:', picture, link] })))
    expect(outcome).toMatchObject({ type: 'success', media: [picture] })
    expect(outcome.text).toBe('Sales:\n[image/png, sales.png]\n[resource orders://42: order 42, as it was placed]')
    expect(outcome.text).not.toContain('UE5H')
  })

  test('of data alone is read as JSON', async () => {
    expect((await pass(returning(new ToolOutput({ structured: { total: 3n } })))).text).toBe('{"total":"3"}')
  })

  test('that is an error is a failure, and its words are what the model reads', async () => {
    const outcome = await pass(returning(new ToolOutput({ content: ['No such order.'], isError: true })))
    expect(outcome).toMatchObject({ type: 'failure', reason: 'reported', text: 'No such order.' })
  })
})

describe('an output schema', () => {
  const promising = (value: unknown, outputSchema: object): ToolCallback =>
    functionTool({ name: 'get', outputSchema: outputSchema as never, execute: () => value })
  const order = { type: 'object', properties: { id: { type: 'string' }, at: { type: 'string' } }, required: ['id'] }

  test.each([
    [{ id: 'A', at: new Date(0), more: 1 }, order],
    [[{ id: 'A' }], { type: 'array', items: order }],
    ['text', { type: 'string' }],
    [null, { type: ['object', 'null'] }],
    [undefined, { type: 'null' }],
    [new Map([['id', 'A']]), order],
    [new ToolOutput({ content: ['one'], structured: { id: 'A' } }), order],
    [{ id: 'A' }, z.object({ id: z.string().startsWith('A') })],
  ])('lets %p pass', async (value, schema) => {
    expect(await pass(promising(value, schema))).toMatchObject({ type: 'success' })
  })

  test.each([
    [{ at: 'secret-1' }, order, 'id'],
    [{ id: { secret: 'secret-1' } }, order, 'id'],
    [[{ id: 'A' }, {}], { type: 'array', items: order }, '[1].id'],
    ['secret-1', { type: 'object' }, 'the result'],
    [undefined, order, 'the result'],
    [{ id: 'secret-1' }, z.object({ id: z.string().startsWith('A') }), 'id'],
  ])(
    'shows the model nothing of %p, and the log where it is wrong but not what it was',
    async (value, schema, place) => {
      const outcome = await pass(promising(value, schema))
      expect(outcome).toMatchObject({
        type: 'failure',
        reason: 'invalid-result',
        error: expect.objectContaining({ code: 'TOOL_RESULT_INVALID' }) as Error,
      })
      const { message } = (outcome as { error: Error }).error
      expect(message).toContain(place)
      expect(outcome.text + message).not.toContain('secret-1')
    },
  )
})

describe('an observable', () => {
  /** As RxJS has it: cold, with pipe. */
  const observable = (
    run: (observer: { next(value: unknown): void; error(error: unknown): void; complete(): void }) => () => void,
  ): object => ({ pipe: () => undefined, subscribe: (observer: never) => ({ unsubscribe: run(observer) }) })

  test.each([
    [['a'], 'a'],
    [['a', 'b'], 'ab'],
    [[1, 2], '[1,2]'],
    [[{ id: 1 }], '{"id":1}'],
    [[], 'Done. The tool returned nothing.'],
  ])('that emits %p and completes is read as %p', async (values, text) => {
    let unsubscribed = 0
    const source = observable((observer) => {
      for (const value of values) observer.next(value)
      observer.complete()
      return () => unsubscribed++
    })
    expect((await pass(returning(source))).text).toBe(text)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unsubscribed).toBe(1)
  })

  test('that errors fails the call', async () => {
    const source = observable((observer) => {
      observer.next(1)
      observer.error(new Error('cold'))
      return () => undefined
    })
    expect(await pass(returning(source))).toMatchObject({ type: 'failure', error: new Error('cold') })
  })

  test('that never ends is unsubscribed from when the caller leaves, and when it emits too much', async () => {
    const events = new EventEmitter()
    const controller = new AbortController()
    let unsubscribed = 0
    const endless = observable((observer) => {
      events.once('leave', () => controller.abort())
      observer.next(1)
      return () => unsubscribed++
    })
    const outcome = pass(returning(endless), { signal: controller.signal, onEvent: () => events.emit('leave') })
    expect(await outcome).toMatchObject({ type: 'failure', reason: 'aborted' })
    const flood = observable((observer) => {
      for (let at = 0; at < 20_000; at++) observer.next(at)
      return () => unsubscribed++
    })
    const { value } = (await pass(returning(flood))) as { value: unknown[] }
    expect(value).toHaveLength(10_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unsubscribed).toBe(2)
  })

  test('is not every object that can be subscribed to', async () => {
    const mailingList = { subscribe: () => 'done', name: 'news' }
    expect((await pass(returning(mailingList))).text).toBe('{"name":"news"}')
  })
})

describe('the progress of a tool', () => {
  const progressOf = async (execute: (args: object, context: ToolContext) => unknown): Promise<ToolCallEvent[]> => {
    const events: ToolCallEvent[] = []
    await pass(functionTool({ name: 'get', execute }), { onEvent: (event) => events.push(event) })
    return events.filter(({ type }) => type === 'tool-progress')
  }

  test('is told between start and end, with the call it belongs to', async () => {
    const told = await progressOf((_args, context) => {
      context.reportProgress({ progress: 1, total: 2, message: 'half' })
      return 'done'
    })
    expect(told).toEqual([{ type: 'tool-progress', callId: 'c1', name: 'get', progress: 1, total: 2, message: 'half' }])
  })

  test('is also what a generator yields', async () => {
    const told = await progressOf(async function* () {
      yield await Promise.resolve('one ')
      yield 'two'
    })
    expect(told).toMatchObject([{ data: 'one ' }, { data: 'two' }])
  })

  test('comes to an end with the call', async () => {
    let late: (() => void) | undefined
    const told = await progressOf((_args, context) => {
      late = () => context.reportProgress({ progress: 9 })
      return 'done'
    })
    late?.()
    expect(told).toEqual([])
  })
})

describe('a result that is too long', () => {
  const gate = new ToolGate({ maxResultChars: 100 })
  const long = returning('x'.repeat(250))

  test('is cut, and says so', async () => {
    const { text } = await pass(long, {}, gate)
    expect(text).toContain('[… 150 of 250 characters omitted; ask for a smaller part …]')
  })

  test('is kept by a caller that can, from where it was cut', async () => {
    const kept: unknown[] = []
    const keepResult: ToolCallScope['keepResult'] = (whole, part) => {
      kept.push([whole.length, part])
      return 'read(1) reads on'
    }
    const { text } = await pass(long, { keepResult }, gate)
    expect(text).toContain('150 of 250 characters omitted; read(1) reads on')
    expect(kept).toEqual([[250, { from: 80, maxChars: 100 }]])
    expect((await pass(returning('short'), { keepResult }, gate)).text).toBe('short')
    expect(kept).toHaveLength(1)
  })
})
