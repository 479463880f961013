import type { Message, TurnEvent } from '@vernal/chat'
import type { Ending } from './concerns'
import { expectValidHistory, type Observed, type Scenario } from './scenario'

/** What holds in every cell: outcome, history, events and memory fit together, whatever met. */
export function expectWhole(observed: Observed, ending: Ending, origin: string, scenario: Scenario): void {
  expectOutcome(observed, ending, origin)
  expectValidHistory(observed.history)
  expectSettled(observed)
  expectTurns(observed.events, ending, origin)
  expectRemembered(observed.memory, ending, origin, scenario)
}

function expectOutcome({ outcome, error, text }: Observed, { type, answered = false }: Ending, origin: string): void {
  if (origin === 'by hand') {
    expect(text).toBe(type === 'completed' ? 'done' : undefined)
    expect(error !== undefined).toBe(type === 'aborted' || type === 'limitExceeded')
    return
  }
  expect(outcome?.type).toBe(type === 'aborted' ? undefined : type)
  expect(error !== undefined).toBe(type === 'aborted')
  if (outcome && 'answered' in outcome) expect(outcome.answered).toBe(answered)
  if (type === 'completed' || answered) expect(text).toBe('done')
}

/** Whatever began to run was settled, after it began, and nothing was settled twice. */
function expectSettled({ calls }: Observed): void {
  const steps = new Map<string, string[]>()
  for (const { callId, step } of calls) steps.set(callId, [...(steps.get(callId) ?? []), step])
  for (const [callId, each] of steps) expect([callId, each.join(' ')]).toEqual([callId, expect.stringMatching(SETTLED)])
}

const SETTLED = /^(started )?ended$/

/** Every turn is told to its end, once. What drives the loop by hand has a turn for each question. */
function expectTurns(events: readonly TurnEvent[], { type }: Ending, origin: string): void {
  const turns = events.flatMap((event) => (event.type === 'turn-ended' ? [event.outcome.type] : []))
  const started = events.filter((event) => event.type === 'round-started').length
  const ended = events.filter((event) => event.type === 'round-ended').length
  expect(ended).toBe(started)
  expect(events.at(-1)?.type).toBe('turn-ended')
  if (origin === 'by hand') {
    const answered = Array.from({ length: started }, () => 'completed')
    expect(turns).toEqual(type === 'aborted' ? [...answered, 'aborted'] : answered)
  } else expect(turns).toEqual(origin.startsWith('resumed') ? ['approvalRequired', type] : [type])
}

/** A turn is remembered whole, or not at all, and once. */
function expectRemembered(memory: readonly Message[], ending: Ending, origin: string, { memory: how }: Scenario): void {
  expectValidHistory(memory)
  const roles = memory.map(({ role }) => role)
  if (ending.type === 'returnDirect') {
    expect(roles).toEqual(origin === 'by hand' ? [] : ['user', 'assistant', 'tool'])
  } else if (ending.type !== 'completed' && !ending.answered) expect(memory).toEqual([])
  else {
    expect([memory[0], memory.at(-1)]).toEqual([GO, DONE])
    if (how?.keepToolMessages || (origin === 'by hand' && roles.length > 2))
      expect(roles.filter((role) => role === 'tool').length).toBeGreaterThan(0)
    else expect(memory).toEqual([GO, DONE])
  }
}

const GO: Message = { role: 'user', content: 'go' }
const DONE: Message = { role: 'assistant', content: 'done' }
