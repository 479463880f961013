import { inspect } from 'node:util'
import { ADVISOR_ORDER, SimpleLoggerAdvisor, ToolCallLimitExceededError, type TurnOutcome } from '@vernal/chat'
import { DeclaredToolPolicy, DefaultToolErrorPolicy, functionTool, type ToolCallback } from '@vernal/tools'
import { z } from 'zod'
import { ROUND_USAGE, type Observed, type Scenario } from './scenario'

const INSIDE = 0

/** How a turn must end: the type of its outcome; `answered` where the model had the last word. */
export interface Ending {
  readonly type: Exclude<TurnOutcome['type'], 'failed'>
  readonly answered?: boolean
}

/** One row of the matrix: what is set up anew for each cell, and what must hold in it besides what holds in every cell. */
export interface Concern {
  readonly name: string
  readonly ending: Ending
  readonly setUp: () => Scenario & { readonly check: (observed: Observed, origin: string) => void }
  /** Origins for which there is nothing to combine, and why. */
  readonly notApplicable?: Readonly<Record<string, string>>
}

const COMPLETED: Ending = { type: 'completed' }
const LIMITED: Ending = { type: 'limitExceeded' }

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

const PREPARE = { name: 'prepare', arguments: {} }

const preparing = (execute: () => unknown): ToolCallback =>
  functionTool({ name: 'prepare', description: 'Prepares the work', execute })

/** Settles when the signal says so, and never otherwise. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

const limitConcern = (name: string, scenario: Omit<Scenario, 'tools'>, kind: string, byHand?: string): Concern => ({
  name,
  ending: LIMITED,
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
  ending: COMPLETED,
  setUp: () => ({
    ...setUp(),
    check: ({ text, results }) => {
      expect(text).toBe('done')
      expect(results).toMatchObject([{ isError: true, content: expect.stringMatching(expected) as string }])
      expect(results[0]?.content).not.toMatch(unwanted)
    },
  }),
})

const memoryConcern = (name: string, memory: NonNullable<Scenario['memory']>): Concern => ({
  name,
  ending: COMPLETED,
  setUp: () => ({
    tools: [tool(() => 'worked')],
    rounds: [[call()], [call(2)]],
    memory,
    check: ({ text, history }) => {
      expect(text).toBe('done')
      expect(history.filter(({ role }) => role === 'user')).toHaveLength(1)
    },
  }),
})

/** Everything that may meet a call, whatever way it comes. */
export const CONCERNS: readonly Concern[] = [
  {
    name: 'success',
    ending: COMPLETED,
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
    ending: LIMITED,
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
    ending: COMPLETED,
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()], [call(2)]],
      limits: { perTool: { work: 1 }, onLimitExceeded: 'RETURN_ERROR_RESPONSE' },
      check: ({ text, results }) => {
        expect(text).toBe('done')
        expect(results).toMatchObject([
          { content: 'worked' },
          { isError: true, content: expect.stringContaining('limit (1)') as string },
        ])
      },
    }),
  },
  {
    name: 'limit with a last word',
    ending: { type: 'limitExceeded', answered: true },
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
    ending: { type: 'maxRounds' },
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
    ending: LIMITED,
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
    ending: LIMITED,
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
    ending: { type: 'approvalRequired' },
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
  {
    name: 'role that is missing',
    ending: COMPLETED,
    setUp: () => {
      let ran = 0
      return {
        tools: [tool(() => ++ran, { roles: ['maintainer'] })],
        rounds: [[call()]],
        toolContext: { principal: { id: 'bob', roles: ['user'] } },
        check: ({ results }) => {
          expect(ran).toBe(0)
          expect(results).toMatchObject([{ isError: true }])
          expect(results[0]?.content).not.toContain('maintainer')
        },
      }
    },
  },
  {
    name: 'role that is held',
    ending: COMPLETED,
    setUp: () => ({
      tools: [tool(() => 'worked', { roles: ['maintainer'] })],
      rounds: [[call()]],
      toolContext: { principal: { id: 'eve', roles: ['maintainer'] } },
      check: ({ results }) => expect(results).toMatchObject([{ content: 'worked' }]),
    }),
  },
  {
    name: 'policy that forbids the arguments',
    ending: COMPLETED,
    setUp: () => {
      const ran: unknown[] = []
      return {
        tools: [tool(() => ran.push('ran'))],
        rounds: [[call(3)], [call(2)]],
        gate: { policy: new DeclaredToolPolicy({ rules: [{ tools: ['work'], arguments: { n: { maximum: 2 } } }] }) },
        check: ({ results }) => {
          expect(ran).toEqual(['ran'])
          expect(results).toMatchObject([{ isError: true }, { content: '1' }])
        },
      }
    },
  },
  {
    name: 'rate of calls',
    ending: COMPLETED,
    setUp: () => {
      let ran = 0
      return {
        tools: [tool(() => `ran ${++ran}`, { rate: { calls: 1, perMs: 60_000 } })],
        rounds: [[call()], [call(2)]],
        check: ({ results }) => expect(results).toMatchObject([{ content: 'ran 1' }, { isError: true }]),
      }
    },
  },
  {
    name: 'rule in shadow mode',
    ending: COMPLETED,
    setUp: () => ({
      tools: [tool(() => 'worked')],
      rounds: [[call()]],
      gate: { policy: new DeclaredToolPolicy({ rules: [{ tools: ['work'], access: 'deny', shadow: true }] }) },
      check: ({ results }) => expect(results).toMatchObject([{ content: 'worked' }]),
    }),
  },
  {
    name: 'exclusive tool',
    ending: COMPLETED,
    setUp: () => {
      let running = 0
      let most = 0
      const alone = async (): Promise<string> => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running -= 1
        return 'worked'
      }
      return {
        tools: [tool(alone, { exclusive: true })],
        rounds: [[call(), call(2), call(3)]],
        check: ({ results }) => {
          expect(most).toBe(1)
          expect(results.map(({ content }) => content)).toEqual(['worked', 'worked', 'worked'])
        },
      }
    },
  },
  {
    name: 'retry',
    ending: COMPLETED,
    setUp: () => {
      let tries = 0
      const flaky = (): string => {
        if (++tries < 3) throw new Error('busy')
        return 'worked'
      }
      return {
        tools: [tool(flaky, { idempotent: true, retry: { attempts: 3, backoffMs: 1 } })],
        rounds: [[call()]],
        check: ({ results }) => {
          expect(tries).toBe(3)
          expect(results).toEqual([expect.objectContaining({ content: 'worked' })])
        },
      }
    },
  },
  {
    name: 'order of calls',
    ending: COMPLETED,
    setUp: () => {
      const ran: string[] = []
      return {
        tools: [tool(() => ran.push('work'), { after: ['prepare'] }), preparing(() => ran.push('prepare'))],
        rounds: [[call(), PREPARE, call(2)]],
        check: ({ results }) => {
          expect(ran).toEqual(['prepare', 'work', 'work'])
          expect(results).toHaveLength(3)
        },
      }
    },
  },
  {
    name: 'required tool',
    ending: COMPLETED,
    setUp: () => ({
      tools: [tool(() => 'worked', { requires: ['prepare'] }), preparing(() => 'prepared')],
      rounds: [[call()], [PREPARE], [call(2)]],
      check: ({ results }) =>
        expect(results).toMatchObject([
          { isError: true, content: expect.stringContaining('first call "prepare"') as string },
          { content: 'prepared' },
          { content: 'worked' },
        ]),
    }),
  },
  {
    name: 'cost of a call',
    ending: LIMITED,
    setUp: () => {
      let ran = 0
      return {
        tools: [tool(() => ++ran, { cost: 100 })],
        rounds: [[call()], [call(2)]],
        limits: { maxTotalToolCalls: 150 },
        check: ({ outcome, error }, origin) => {
          expect(ran).toBe(1)
          if (origin === 'by hand') expect(error).toBeInstanceOf(ToolCallLimitExceededError)
          else expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'total', limit: 150 } })
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
    ending: { type: 'aborted' },
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
  errorConcern(
    'unknown arguments',
    () => ({ tools: [tool(() => 'worked')], rounds: [[{ name: 'work', arguments: { n: 1, nn: 2 } }]] }),
    /work.*nn: is not known; did you mean "n"/s,
  ),
  errorConcern(
    'a slow pattern',
    () => ({
      tools: [tool(() => 'worked', { parameters: { properties: { n: { type: 'string', pattern: '^(a+)+$' } } } })],
      rounds: [[call(`${'a'.repeat(60)}!`)]],
    }),
    /work.*n: expected text that is quickly seen to match/s,
  ),
  memoryConcern('memory outside', { order: ADVISOR_ORDER.memory }),
  memoryConcern('memory inside', { order: INSIDE }),
  memoryConcern('memory with what tools said', { order: ADVISOR_ORDER.memory, keepToolMessages: true }),
  {
    name: 'redaction',
    ending: COMPLETED,
    setUp: () => {
      const log: unknown[] = []
      const logger = { debug: (...line: unknown[]) => log.push(line) }
      return {
        tools: [tool(() => ({ password: 'hunter2', found: 'worked' }))],
        rounds: [[{ name: 'work', arguments: { n: 1, apiKey: 'sk-hunter3' } }]],
        gate: { unknownArguments: 'drop' },
        advisors: () => [new SimpleLoggerAdvisor({ logger, order: INSIDE })],
        check: ({ text, results }) => {
          expect(text).toBe('done')
          expect(results[0]?.content).toContain('hunter2')
          const written = inspect(log, { depth: 12 })
          expect(written).toContain('worked')
          expect(written).not.toMatch(/hunter/)
        },
      }
    },
  },
  {
    name: 'direct result',
    ending: { type: 'returnDirect' },
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
    ending: COMPLETED,
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
    ending: COMPLETED,
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
