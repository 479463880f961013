import {
  assistantMessage,
  ToolCallLimits,
  toolMessage,
  userMessage,
  type Message,
  type ToolCallLimitsOptions,
} from '@vernal/chat'
import fc from 'fast-check'

const results = (...names: string[]): Message =>
  toolMessage(names.map((name, index) => ({ callId: String(index), name, content: '' })))

const call = (name: string) => ({ name, arguments: '{}' })

describe('limits of tool calls', () => {
  test('are 40 for a tool and 150 for all, and break at the next call', () => {
    const limits = new ToolCallLimits()
    const perTool = limits.meter([userMessage('go'), results(...Array<string>(39).fill('a'))])
    const total = limits.meter([userMessage('go'), results(...Array.from({ length: 149 }, (_, index) => `t${index}`))])

    expect(perTool.admit(call('a'))).toBeUndefined()
    expect(perTool.admit(call('a'))).toMatchObject({
      kind: 'tool',
      limit: 40,
      toolName: 'a',
      message: "Tool call limit (40) exceeded for tool 'a'. No further calls to this tool are allowed in this turn.",
    })
    expect(total.admit(call('x'))).toBeUndefined()
    expect(total.admit(call('y'))).toEqual({
      kind: 'total',
      limit: 150,
      message: 'Total tool call limit (150) exceeded for this turn. No further tool calls are allowed.',
    })
  })

  test('may be said for patterns of names, which count less than names', () => {
    const limits = new ToolCallLimits({ perTool: { 'add*': 2, addNote: 3, '*': 7 }, excludedTools: ['find*'] })
    const most = ['addNote', 'addTag', 'findNote', 'other'].map((name) => limits.maxCallsOf(name))
    expect(most).toEqual([3, 2, -1, 7])
  })

  test('of single tools replace the one for all tools; an excluded tool has none, and counts toward the total', () => {
    const limits = new ToolCallLimits({
      maxCallsPerTool: 1,
      perTool: { often: 2, free: 1 },
      excludedTools: ['free'],
      maxTotalToolCalls: 5,
    })
    const meter = limits.meter([])

    const admitted = ['often', 'often', 'often', 'free', 'free', 'free'].map(
      (name) => meter.admit(call(name))?.toolName ?? true,
    )
    expect(admitted).toEqual([true, true, 'often', true, true, true])
    expect(meter.admit(call('free'))).toMatchObject({ limit: 5 })
  })

  test('in total count a call as its cost says', () => {
    const limits = new ToolCallLimits({ maxTotalToolCalls: 5 })
    const costOf = (name: string): number => ({ dear: 3, free: 0 })[name] ?? 1
    const meter = limits.meter([userMessage('go'), results('dear', 'free')], costOf)

    const admitted = ['free', 'cheap', 'cheap', 'cheap'].map((name) => meter.admit(call(name)) === undefined)
    expect(admitted).toEqual([true, true, true, false])
  })

  test('of identical calls see through the spelling of arguments, and count over rounds', () => {
    const limits = new ToolCallLimits({ maxIdenticalCalls: 2 })
    const earlier = [userMessage('go'), assistantMessage('', [{ id: '1', name: 'find', arguments: '{"a":1,"b":[2]}' }])]
    const meter = limits.meter(earlier)

    expect(meter.admit({ name: 'find', arguments: '{ "b": [2], "a": 1 }' })).toBeUndefined()
    expect(meter.admit({ name: 'find', arguments: '{"a":2}' })).toBeUndefined()
    expect(meter.admit({ name: 'find', arguments: '{"a":1,"b":[2]}' })).toMatchObject({ kind: 'identical', limit: 2 })
  })

  test('of a tool are found by its name in small letters, as an environment variable writes it', () => {
    const limits = new ToolCallLimits({ perTool: { searchorders: 3, searchUsers: 4 } })

    expect(['searchOrders', 'searchUsers', 'SearchUsers'].map((name) => limits.maxCallsOf(name))).toEqual([3, 4, 40])
  })

  test('-1 means none', () => {
    const meter = new ToolCallLimits({ maxCallsPerTool: -1, maxTotalToolCalls: -1 }).meter([])

    for (let count = 0; count < 1000; count++) expect(meter.admit(call('a'))).toBeUndefined()
  })

  test.each([{ maxCallsPerTool: 0 }, { maxTotalToolCalls: -2 }, { perTool: { a: 0 } }, { maxCallsPerTool: 1.5 }])(
    '%j is refused',
    (options) => {
      expect(() => new ToolCallLimits(options)).toThrow(/greater than 0, or -1/)
    },
  )

  test('a behaviour that is none is refused, with those there are', () => {
    const options = JSON.parse('{"onLimitExceeded":"return"}') as ToolCallLimitsOptions

    expect(() => new ToolCallLimits(options)).toThrow(/return.*THROW, RETURN_ERROR_RESPONSE, FORCE_FINAL_ANSWER/)
  })

  test('count alike whether the calls came in one round or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), fc.nat(30), (names, cut) => {
        const limits = new ToolCallLimits({ maxCallsPerTool: 4, maxTotalToolCalls: 9 })
        const inOne = limits.meter([userMessage('go')])
        const before = names.slice(0, cut)
        const resumed = limits.meter([userMessage('old'), results('a', 'a'), userMessage('go'), results(...before)])
        const verdicts = names.map((name) => inOne.admit(call(name))?.limit)

        expect(names.slice(cut).map((name) => resumed.admit(call(name))?.limit)).toEqual(verdicts.slice(cut))
      }),
    )
  })
})
