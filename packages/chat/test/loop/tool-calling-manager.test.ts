import {
  assistantMessage,
  ToolCallingManager,
  ToolCallLimitExceededError,
  ToolCallLimits,
  userMessage,
  type ChatResponse,
  type Message,
  type Prompt,
} from '@vernal/chat'
import {
  DefaultToolErrorPolicy,
  functionTool,
  ToolGate,
  ToolSet,
  type ToolCall,
  type ToolCallback,
} from '@vernal/tools'
import fc from 'fast-check'
import { plainTool } from '../order-tools'

const call = (id: string, name: string, text = '{}'): ToolCall => ({ id, name, arguments: text })

const asking = (...calls: ToolCall[]): ChatResponse => ({
  generations: [{ message: assistantMessage('', calls) }],
  metadata: {},
})

const prompt = (...tools: ToolCallback[]): Prompt => ({
  messages: [userMessage('go')],
  options: { tools: ToolSet.of(tools) },
})

describe('executing the calls of a round', () => {
  test('appends the assistant message and one message with all results to the history', async () => {
    const asked = prompt(
      plainTool('one', () => 1),
      plainTool('two', () => 'zwei'),
    )

    const result = await new ToolCallingManager().executeToolCalls(asked, asking(call('a', 'one'), call('b', 'two')))

    expect(result.conversationHistory).toEqual([
      userMessage('go'),
      assistantMessage('', [call('a', 'one'), call('b', 'two')]),
      {
        role: 'tool',
        results: [
          { callId: 'a', name: 'one', content: '1' },
          { callId: 'b', name: 'two', content: 'zwei' },
        ],
      },
    ])
    expect(result.returnDirect).toBe(false)
  })

  test('a response without calls is refused', async () => {
    await expect(new ToolCallingManager().executeToolCalls(prompt(), asking())).rejects.toMatchObject({
      code: 'CHAT_TOOL_CALLS_MISSING',
    })
  })

  test('runs one call after another by default', async () => {
    const order: string[] = []
    const step = (name: string) =>
      plainTool(name, async () => {
        order.push(`${name} starts`)
        await Promise.resolve()
        order.push(`${name} ends`)
      })

    await new ToolCallingManager().executeToolCalls(
      prompt(step('a'), step('b')),
      asking(call('1', 'a'), call('2', 'b')),
    )

    expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends'])
  })

  test('runs as many at the same time as it may, and gives the results in the order of the calls', async () => {
    let running = 0
    let most = 0
    const releases: (() => void)[] = []
    const wait = functionTool({
      name: 'wait',
      description: 'Waits for the others',
      execute: async (_args, { callId }) => {
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => {
          releases.push(resolve)
          if (releases.length === 2) for (const release of releases.splice(0).toReversed()) release()
        })
        running -= 1
        return callId
      },
    })
    const calls = ['1', '2', '3', '4'].map((id) => call(id, 'wait'))

    const result = await new ToolCallingManager({ maxConcurrency: 2 }).executeToolCalls(prompt(wait), asking(...calls))

    expect(most).toBe(2)
    expect(result.results.map(({ content }) => content)).toEqual(['1', '2', '3', '4'])
  })

  test.each([1, 8])('no call slips past a limit, %i at a time', async (maxConcurrency) => {
    const ran: string[] = []
    const tool = functionTool({
      name: 'tick',
      description: 'Notes the call',
      execute: async (_args, { callId }) => {
        await Promise.resolve()
        ran.push(callId)
      },
    })
    const limits = new ToolCallLimits({ maxCallsPerTool: 3, onLimitExceeded: 'RETURN_ERROR_RESPONSE' })
    const calls = Array.from({ length: 10 }, (_, index) => call(`c${index}`, 'tick'))

    const result = await new ToolCallingManager({ limits, maxConcurrency }).executeToolCalls(
      prompt(tool),
      asking(...calls),
    )

    expect(ran.toSorted()).toEqual(['c0', 'c1', 'c2'])
    expect(result.results.filter(({ isError }) => isError)).toHaveLength(7)
    expect(result.refusedByLimit).toBe(7)
  })

  test('throws under THROW with what was done by then, every call answered', async () => {
    const limits = new ToolCallLimits({ maxTotalToolCalls: 1 })
    const calls = [call('1', 'a'), call('2', 'a'), call('3', 'a')]

    const error: unknown = await new ToolCallingManager({ limits })
      .executeToolCalls(prompt(plainTool('a', () => 'done')), asking(...calls))
      .catch((caught: unknown) => caught)

    expect(error).toBeInstanceOf(ToolCallLimitExceededError)
    expect(error).toMatchObject({
      code: 'CHAT_TOOL_CALL_LIMIT_EXCEEDED',
      breach: { limit: 1 },
      partial: {
        results: [
          { callId: '1', content: 'done' },
          { callId: '2', isError: true },
          { callId: '3', isError: true, content: expect.stringMatching(/^Not run/) },
        ],
      },
    })
  })

  test('an error that the policy lets through is thrown after the other calls have settled', async () => {
    const fatal = new RangeError('stop everything')
    const ran: string[] = []
    const bad = plainTool('bad', () => {
      throw fatal
    })
    const good = plainTool('good', () => ran.push('good'))
    const gate = new ToolGate({ errorPolicy: new DefaultToolErrorPolicy({ rethrow: [RangeError] }) })

    await expect(
      new ToolCallingManager({ gate }).executeToolCalls(prompt(bad, good), asking(call('1', 'bad'), call('2', 'good'))),
    ).rejects.toBe(fatal)
    expect(ran).toEqual(['good'])
  })

  test('limits count alike whether the history is the one a round ended with or a copy of it', async () => {
    const names = fc.constantFrom('one', 'two', 'unknown')
    const rounds = fc.array(fc.array(names, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    const limits = { maxCallsPerTool: 3, maxTotalToolCalls: 7, maxIdenticalCalls: 2 }
    const tools = ['one', 'two'].map((name) => plainTool(name, () => name))

    await fc.assert(
      fc.asyncProperty(rounds, async (asked) => {
        const breachesOf = async (handedOn: (history: readonly Message[]) => readonly Message[]): Promise<unknown> => {
          const manager = new ToolCallingManager({
            limits: new ToolCallLimits({ ...limits, onLimitExceeded: 'RETURN_ERROR_RESPONSE' }),
          })
          const { options } = prompt(...tools)
          let messages: readonly Message[] = [userMessage('go')]
          const results: unknown[] = []
          for (const [round, calls] of asked.entries()) {
            const answer = asking(...calls.map((name, at) => call(`${round}-${at}`, name)))
            const result = await manager.executeToolCalls({ messages, options }, answer)
            results.push(result.results, result.breach)
            messages = handedOn(result.conversationHistory)
          }
          return results
        }
        expect(await breachesOf((history) => history)).toEqual(await breachesOf((history) => [...history]))
      }),
    )
  })

  test.each([0, -1, 1.5])('maxConcurrency %p is refused', (maxConcurrency) => {
    expect(() => new ToolCallingManager({ maxConcurrency })).toThrow(
      expect.objectContaining({ code: 'CHAT_OPTION_INVALID' }),
    )
  })
})
