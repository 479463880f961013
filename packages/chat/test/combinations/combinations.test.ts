import {
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallLimitExceededError,
  type ChatMemory,
  type Message,
} from '@vernal/chat'
import { DefaultToolErrorPolicy, functionTool, type ToolCallback } from '@vernal/tools'
import { z } from 'zod'
import { ORIGINS } from './origins'
import { expectValidHistory, ROUND_USAGE, type Observed, type Scenario } from './scenario'

const INSIDE = 0
const OUTSIDE = -2147483448

/** One row of the matrix: what is set up anew for each cell, and what must hold in it. */
interface Concern {
  readonly name: string
  readonly setUp: () => Scenario & { readonly check: (observed: Observed, origin: string) => void | Promise<void> }
  /** Origins for which there is nothing to combine, and why. */
  readonly notApplicable?: Readonly<Record<string, string>>
}

function tool(execute: (signal: AbortSignal) => unknown, options: object = {}): ToolCallback {
  return functionTool({
    name: 'work',
    description: 'Works',
    parameters: z.object({ n: z.int() }),
    execute: (_args, context) => execute(context.signal),
    ...options,
  })
}

const call = (n: unknown = 1) => ({ name: 'work', arguments: { n } })

/** Settles when the signal says so, and never otherwise. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

function remembering(order: number): Pick<Scenario, 'advisors'> & { readonly memory: ChatMemory } {
  const memory = new MessageWindowChatMemory()
  return { memory, advisors: [new MessageChatMemoryAdvisor(memory, { order })] }
}

const limitConcern = (name: string, scenario: Omit<Scenario, 'tools'>, kind: string, byHand?: string): Concern => ({
  name,
  ...(byHand ? { notApplicable: { 'by hand': byHand } } : {}),
  setUp: () => {
    let ran = 0
    return {
      tools: [tool(() => ++ran)],
      ...scenario,
      check: ({ outcome, error }, origin) => {
        expect(ran).toBe(1)
        if (origin === 'by hand') expect(error).toBeInstanceOf(ToolCallLimitExceededError)
        else expect(outcome).toMatchObject({ type: 'limitExceeded', answered: false, breach: { kind } })
      },
    }
  },
})

const errorConcern = (name: string, setUp: () => Scenario, expected: RegExp, unwanted = /\bat .*\.ts:/): Concern => ({
  name,
  setUp: () => ({
    ...setUp(),
    check: ({ text, results }) => {
      expect(text).toBe('done')
      expect(results).toMatchObject([{ isError: true, content: expect.stringMatching(expected) }])
      expect(results[0]?.content).not.toMatch(unwanted)
    },
  }),
})

const memoryConcern = (name: string, order: number): Concern => ({
  name,
  notApplicable: { 'by hand': 'each request of a loop driven by hand is a turn of its own' },
  setUp: () => {
    const { memory, advisors } = remembering(order)
    return {
      tools: [tool(() => 'worked')],
      rounds: [[call()]],
      ...(advisors ? { advisors } : {}),
      check: async ({ text }) => {
        expect(text).toBe('done')
        const expected: Message[] = [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'done' },
        ]
        expect(await memory.get('c')).toEqual(expected)
      },
    }
  },
})

const CONCERNS: readonly Concern[] = [
  {
    name: 'success',
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()], [call(2)]],
      check: ({ text, results }) => {
        expect(text).toBe('done')
        expect(results.map(({ content, isError }) => [content, isError])).toEqual([
          ['worked', undefined],
          ['worked', undefined],
        ])
      },
    }),
  },
  limitConcern('limit per tool', { rounds: [[call()], [call(2)]], limits: { perTool: { work: 1 } } }, 'tool'),
  {
    name: 'limit in total',
    setUp: () => {
      let ran = 0
      return {
        tools: [tool(() => ++ran)],
        rounds: Array.from({ length: 20 }, (_, n) => [call(n)]),
        limits: { maxTotalToolCalls: 6 },
        check: ({ outcome, error }, origin) => {
          expect(ran).toBeLessThanOrEqual(6)
          if (origin === 'by hand') expect(error).toBeInstanceOf(ToolCallLimitExceededError)
          else expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'total', limit: 6 } })
        },
      }
    },
  },
  limitConcern(
    'limit of identical calls',
    { rounds: [[call()], [call()]], limits: { maxIdenticalCalls: 1, excludedTools: ['neighbour'] } },
    'identical',
  ),
  {
    name: 'limit told to the model',
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()], [call(2)]],
      limits: { perTool: { work: 1 }, onLimitExceeded: 'RETURN_ERROR_RESPONSE' },
      check: ({ text, results }) => {
        expect(text).toBe('done')
        expect(results).toMatchObject([
          { content: 'worked' },
          { isError: true, content: expect.stringContaining('limit (1)') },
        ])
      },
    }),
  },
  {
    name: 'limit with a last word',
    notApplicable: { 'by hand': 'the application asks the last question itself' },
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()], [call(2)]],
      limits: { perTool: { work: 1 }, onLimitExceeded: 'FORCE_FINAL_ANSWER' },
      check: ({ text, outcome }) => {
        expect(text).toBe('done')
        expect(outcome).toMatchObject({ type: 'limitExceeded', answered: true })
      },
    }),
  },
  {
    name: 'maximum of rounds',
    notApplicable: { 'by hand': 'the application counts its own rounds' },
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: Array.from({ length: 20 }, (_, n) => [call(n)]),
      loop: { maxRounds: 4 },
      check: ({ outcome }) => expect(outcome).toMatchObject({ type: 'maxRounds', rounds: 4, answered: false }),
    }),
  },
  {
    name: 'token budget',
    notApplicable: { 'by hand': 'the application adds up its own usage' },
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: Array.from({ length: 20 }, (_, n) => [call(n)]),
      loop: { maxTurnTokens: 60 },
      check: ({ outcome, usage }) => {
        expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'tokens', limit: 60 } })
        expect(usage?.totalTokens).toBe(60)
      },
    }),
  },
  {
    name: 'deadline of the turn',
    notApplicable: { 'by hand': 'the application passes a signal of its own' },
    setUp: () => ({
      tools: [tool(untilAborted)],
      rounds: [[call()]],
      loop: { turnTimeoutMs: 30 },
      check: ({ outcome }) => expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'deadline' } }),
    }),
  },
  {
    name: 'approval',
    setUp: () => {
      let ran = 0
      return {
        tools: [tool(() => ++ran, { approval: 'required' })],
        rounds: [[call()]],
        check: ({ outcome }, origin) => {
          expect(ran).toBe(0)
          if (origin !== 'by hand')
            expect(outcome).toMatchObject({ type: 'approvalRequired', approvals: [{ name: 'work' }] })
        },
      }
    },
  },
  errorConcern(
    'timeout',
    () => ({ tools: [tool(untilAborted, { timeout: 20 })], rounds: [[call()]] }),
    /"work" did not finish within 20 ms/,
  ),
  {
    name: 'abort',
    setUp: () => {
      const controller = new AbortController()
      let stopped = false
      const running = tool((signal) => {
        signal.addEventListener('abort', () => (stopped = true))
        controller.abort(new Error('gone'))
        return untilAborted(signal)
      })
      return {
        tools: [running],
        rounds: [[call()]],
        signal: controller.signal,
        check: ({ error, events }, origin) => {
          expect(stopped).toBe(true)
          expect(error).toMatchObject({ message: 'gone' })
          if (origin !== 'by hand')
            expect(events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: { type: 'aborted' } })
        },
      }
    },
  },
  errorConcern(
    'tool error',
    () => ({
      tools: [
        tool(() => {
          throw new Error('disk full')
        }),
      ],
      rounds: [[call()]],
    }),
    /work.*disk full/,
  ),
  errorConcern(
    'tool error without its message',
    () => ({
      tools: [
        tool(() => {
          throw new Error('password is hunter2')
        }),
      ],
      rounds: [[call()]],
      gate: { errorPolicy: new DefaultToolErrorPolicy({ includeMessage: false }) },
    }),
    /work.*failed/,
    /hunter2/,
  ),
  errorConcern(
    'unknown tool',
    () => ({ tools: [tool(() => 'worked')], rounds: [[{ name: 'wrok', arguments: { n: 1 } }]] }),
    /wrok.*work/s,
  ),
  errorConcern(
    'bad arguments',
    () => ({ tools: [tool(() => 'worked')], rounds: [[call('many')]] }),
    /work.*n.*integer/s,
  ),
  memoryConcern('memory outside', OUTSIDE),
  memoryConcern('memory inside', INSIDE),
  {
    name: 'direct result',
    setUp: () => ({
      tools: [tool(() => 'straight', { returnDirect: true })],
      rounds: [[call()]],
      check: ({ results, outcome }, origin) => {
        expect(results).toMatchObject([{ content: 'straight' }])
        if (origin !== 'by hand') expect(outcome).toMatchObject({ type: 'returnDirect' })
      },
    }),
  },
  {
    name: 'result cap',
    setUp: () => ({
      tools: [tool(() => 'x'.repeat(5000))],
      rounds: [[call()]],
      gate: { maxResultChars: 500 },
      check: ({ text, results }) => {
        expect(text).toBe('done')
        expect(results[0]?.content.length).toBeLessThan(600)
      },
    }),
  },
  {
    name: 'usage',
    notApplicable: { 'by hand': 'the application adds up its own usage' },
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()], [call(2)]],
      check: ({ usage }, origin) => {
        const rounds = origin.startsWith('resumed') || origin.startsWith('found') ? 4 : 3
        expect(usage).toEqual({
          promptTokens: ROUND_USAGE.promptTokens * rounds,
          completionTokens: ROUND_USAGE.completionTokens * rounds,
          totalTokens: ROUND_USAGE.totalTokens * rounds,
        })
      },
    }),
  },
]

describe.each(ORIGINS)('calls that come $name', (origin) => {
  for (const { name, setUp, notApplicable } of CONCERNS) {
    const reason = notApplicable?.[origin.name]
    if (reason !== undefined) continue
    test(name, async () => {
      const { check, ...scenario } = setUp()

      const observed = await origin.run(scenario)

      await check(observed, origin.name)
      expectValidHistory(observed.history)
    })
  }
})

test('every cell of the matrix is run, or says why there is nothing to combine', () => {
  const known = new Set(ORIGINS.map(({ name }) => name))
  for (const { notApplicable = {} } of CONCERNS) {
    for (const [origin, reason] of Object.entries(notApplicable)) {
      expect(known).toContain(origin)
      expect(reason.length).toBeGreaterThan(10)
    }
  }
})
