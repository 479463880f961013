import { approve, deny, ChatClient, ToolCallingAdvisor, ToolCallingManager, type TurnState } from '@vernal/chat'
import { ScriptedChatModel, type ScriptedCall } from '@vernal/chat/testing'
import { functionTool, ToolSet, type ToolCallback, type ToolTraits } from '@vernal/tools'
import fc from 'fast-check'

/** Tools that note when they begin and end, and end only when all that may run beside them have begun. */
class Trace {
  readonly lines: string[] = []

  tool(name: string, traits: ToolTraits = {}, approval = false): ToolCallback {
    return functionTool({
      name,
      ...traits,
      ...(approval ? { approval: 'required' as const } : {}),
      execute: async () => {
        this.lines.push(`>${name}`)
        await new Promise((resolve) => setImmediate(resolve))
        this.lines.push(`<${name}`)
        return name
      },
    })
  }
}

const call = (name: string): ScriptedCall => ({ name })
const clientOf = (model: ScriptedChatModel, tools: readonly ToolCallback[], maxConcurrency = 1): ChatClient =>
  new ChatClient({
    model,
    tools,
    toolCallingAdvisor: new ToolCallingAdvisor({ manager: new ToolCallingManager({ maxConcurrency }) }),
  })
const resultsOf = (model: ScriptedChatModel, prompt = 1): readonly string[] =>
  (model.prompts[prompt]?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ name, isError }) => `${name}${isError ? '!' : ''}`) : [],
  )

describe('calls of one round', () => {
  test.each([1, 4])(
    'run after those they name, and results keep the order of the calls (%i at once)',
    async (concurrency) => {
      const trace = new Trace()
      const tools = [
        trace.tool('pay', { requires: ['find'] }),
        trace.tool('note', { after: ['pay'] }),
        trace.tool('find'),
      ]
      const model = new ScriptedChatModel([[call('note'), call('pay'), call('find')], 'Paid.'])
      await clientOf(model, tools, concurrency).prompt('Pay').call().content()
      expect(trace.lines).toEqual(['>find', '<find', '>pay', '<pay', '>note', '<note'])
      expect(resultsOf(model)).toEqual(['note', 'pay', 'find'])
    },
  )

  test('run beside each other, an exclusive one alone', async () => {
    const trace = new Trace()
    const tools = [trace.tool('a'), trace.tool('alone', { exclusive: true }), trace.tool('b'), trace.tool('c')]
    const model = new ScriptedChatModel([[call('a'), call('b'), call('alone'), call('c'), call('a')], 'Done.'])
    await clientOf(model, tools, 8).prompt('Go').call().content()
    expect(trace.lines.slice(0, 2)).toEqual(['>a', '>b'])
    const at = trace.lines.indexOf('>alone')
    expect(trace.lines.slice(at, at + 2)).toEqual(['>alone', '<alone'])
    expect(trace.lines.slice(0, at).toSorted()).toEqual(['<a', '<b', '>a', '>b'])
    expect(resultsOf(model)).toEqual(['a', 'b', 'alone', 'c', 'a'])
  })

  test('never break a rule, whatever the tools say and however many may run', async () => {
    const names = ['a', 'b', 'c', 'd']
    const below = (at: number): fc.Arbitrary<string[]> => fc.subarray(names.slice(0, at))
    const rules = fc.tuple(...names.map((_, at) => fc.record({ after: below(at), exclusive: fc.boolean() })))
    const rounds = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(rules, rounds, fc.integer({ min: 1, max: 4 }), async (traits, round, concurrency) => {
        const trace = new Trace()
        const tools = names.map((name, at) => trace.tool(name, traits[at]))
        const model = new ScriptedChatModel([round.map(call), 'Done.'])
        await clientOf(model, tools, concurrency).prompt('Go').call().content()
        expect(resultsOf(model)).toEqual(round)
        const running: string[] = []
        const left = [...round]
        for (const line of trace.lines) {
          const name = line.slice(1)
          const { after = [], exclusive = false } = traits[names.indexOf(name)] ?? {}
          if (line.startsWith('<')) {
            running.splice(running.indexOf(name), 1)
            left.splice(left.indexOf(name), 1)
            continue
          }
          expect(after.filter((other) => left.includes(other))).toEqual([])
          if (exclusive) expect(running).toEqual([])
          expect(running.filter((other) => traits[names.indexOf(other)]?.exclusive)).toEqual([])
          running.push(name)
          expect(running.length).toBeLessThanOrEqual(concurrency)
        }
        expect(left).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a tool that requires another', () => {
  const trace = new Trace()
  const tools = [
    trace.tool('open', { requires: ['find'] }),
    functionTool({
      name: 'find',
      parameters: { properties: { fail: { type: 'boolean' } } },
      execute: ({ fail }) => {
        if (fail) throw new Error('no database')
        return 'found'
      },
    }),
  ]
  beforeEach(() => trace.lines.splice(0))

  test('is refused before that has succeeded in the turn, and told what to call first', async () => {
    const failing = { name: 'find', arguments: { fail: true } }
    const model = new ScriptedChatModel([
      [call('open')],
      [failing, call('open')],
      [call('find')],
      [call('open')],
      'Opened.',
    ])
    await clientOf(model, tools).prompt('Open').call().content()
    expect(resultsOf(model, 4)).toEqual(['open!', 'find!', 'open!', 'find', 'open'])
    expect(JSON.stringify(model.prompts[1])).toContain('first call \\"find\\", and use the result')
    expect(trace.lines).toEqual(['>open', '<open'])
  })

  test('does not profit from an earlier turn', async () => {
    const model = new ScriptedChatModel([[call('find')], 'Found.', [call('open')], 'No.'])
    const client = clientOf(model, tools)
    const first = await client.prompt('Find').call().chatClientResponse()
    const history = [...(model.prompts[0]?.messages ?? []), ...(first.messages ?? [])]
    await client
      .prompt('Open')
      .messages(...history)
      .call()
      .content()
    expect(trace.lines).toEqual([])
  })

  test.each([
    ['requires', true, ['>find', '<find', '>open', '<open'], ['open', 'find']],
    ['requires', false, [], ['open!', 'find!']],
    ['after', true, ['>find', '<find', '>open', '<open'], ['open', 'find']],
    ['after', false, ['>open', '<open'], ['open', 'find!']],
  ])('(%s) waits with it for consent (%p)', async (kind, consents, lines, results) => {
    const gated = [trace.tool('open', { [kind]: ['find'] }), trace.tool('find', {}, true)]
    const model = new ScriptedChatModel([[call('open'), call('find')], 'Done.'])
    const client = clientOf(model, gated, 4)
    const { outcome } = await client.prompt('Open').call().chatClientResponse()
    const { state } = outcome as { state: TurnState }
    expect(state.approvals.map(({ name }) => name)).toEqual(['find'])
    expect(trace.lines).toEqual([])
    const decisions = Object.fromEntries(state.approvals.map(({ id }) => [id, consents ? approve() : deny()]))
    expect(
      await client
        .resume(JSON.parse(JSON.stringify(state)) as TurnState, decisions)
        .call()
        .content(),
    ).toBe('Done.')
    expect(trace.lines).toEqual(lines)
    expect(resultsOf(model)).toEqual(results)
  })
})

test('calls of different rounds have keys of their own, also where a server gives them one id', async () => {
  const keys: string[] = []
  const pay = functionTool({
    name: 'pay',
    effect: 'write',
    execute: (_args, context) => keys.push(context.idempotencyKey),
  })
  const same = { id: 'call_0', name: 'pay' }
  const model = new ScriptedChatModel([[same], [same, { id: 'call_1', name: 'pay' }], 'Paid.'])
  await clientOf(model, [pay]).prompt('Pay').call().content()
  expect(new Set(keys).size).toBe(3)
})

test('a round that is executed again by hand, for the same turn, has the same keys', async () => {
  const keys: string[] = []
  const pay = functionTool({
    name: 'pay',
    effect: 'write',
    execute: (_args, context) => keys.push(context.idempotencyKey),
  })
  const model = new ScriptedChatModel([[call('pay')]])
  const prompt = { messages: [{ role: 'user' as const, content: 'Pay' }], options: { tools: ToolSet.of([pay]) } }
  const response = await model.call(prompt)
  const manager = new ToolCallingManager()
  for (const turnId of ['t1', 't1', 't2']) await manager.executeToolCalls(prompt, response, { turnId })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
