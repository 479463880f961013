import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADVISOR_ORDER, type Message } from '@vernal/chat'
import type { CaseCheck, MemoryCase } from './memory-case'
import { runMemoryCase, type MemoryRun } from './memory-run'

const CASES = JSON.parse(readFileSync(join(__dirname, 'memory.json'), 'utf8')) as readonly MemoryCase[]

type Check = (run: MemoryRun, check: CaseCheck) => void

const textsOf = (messages: readonly Message[]): string => JSON.stringify(messages)
const callIdsOf = (message: Message | undefined): readonly string[] =>
  message?.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : []
const turnOf = (run: MemoryRun, n: unknown) => run.turns[typeof n === 'number' ? n - 1 : run.turns.length - 1]
const matches = (text: string, wanted: unknown): boolean =>
  typeof wanted === 'string'
    ? text.includes(wanted)
    : (wanted as { readonly anyOf: readonly string[] }).anyOf.some((each) => text.includes(each))

/** Every call is answered by the very next message, and no result stands without its call. */
function expectPairs(messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    const results = message.role === 'tool' ? message.results.map(({ callId }) => callId) : []
    if (message.role === 'tool') expect(results).toEqual(callIdsOf(messages[index - 1]))
    if (callIdsOf(message).length > 0) expect(messages[index + 1]?.role).toBe('tool')
  }
}

const CHECKS: Readonly<Record<string, Check>> = {
  validHistory(run, { step, firstNonSystemRole }) {
    const sent = turnOf(run, step)?.requests.at(-1) ?? []
    expectPairs(sent)
    expectPairs(run.memory)
    if (firstNonSystemRole) expect(sent.find(({ role }) => role !== 'system')?.role).toBe(firstNonSystemRole)
  },
  historyContains(run, { text }) {
    expect(textsOf(turnOf(run, undefined)?.requests.at(-1) ?? [])).toContain(text)
  },
  nowhereInMemory(run, { text }) {
    expect(textsOf(run.memory)).not.toContain(text)
  },
  finalText(run, { n, equals }) {
    expect(turnOf(run, n)?.text).toBe(equals)
  },
  rejects(run, { n, messageIncludes }) {
    const error = turnOf(run, n)?.error
    expect(error).toBeDefined()
    for (const wanted of messageIncludes as readonly unknown[]) expect(matches(String(error), wanted)).toBe(true)
  },
  turnsContiguous(run, { turns }) {
    const starts = run.memory.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
    expect(starts).toHaveLength(turns as number)
    for (const start of starts) {
      const end = starts.find((other) => other > start) ?? run.memory.length
      const answer = run.memory[end - 1]
      expect(answer?.role).toBe('assistant')
      expect(callIdsOf(answer)).toEqual([])
    }
  },
  oneOf(run, { options }) {
    const failures = (options as readonly (readonly CaseCheck[])[]).map((checks) => failureOf(run, checks))
    expect(failures).toContain(undefined)
  },
}

function failureOf(run: MemoryRun, checks: readonly CaseCheck[]): unknown {
  try {
    checks.forEach((check) => runCheck(run, check))
    return undefined
  } catch (error) {
    return error
  }
}

/** A check that is not known is not run, and says so. */
function runCheck(run: MemoryRun, check: CaseCheck): void {
  const known = CHECKS[check.check]
  if (!known) throw new Error(`not run: the check "${check.check}"`)
  known(run, check)
}

describe.each([
  ['around the loop', ADVISOR_ORDER.memory, false],
  ['around the loop, with what tools said', ADVISOR_ORDER.memory, true],
  ['inside the loop, with what tools said', 0, true],
])('a memory %s', (_place, order, keepToolMessages) => {
  test.each(CASES)('$id: $title', async ({ input, expected }) => {
    const run = await runMemoryCase(input, { order, keepToolMessages })
    expect(run.turns.every(({ requests }) => requests.length > 0)).toBe(true)
    for (const check of expected.checks) runCheck(run, check)
  })
})
