import { inspect } from 'node:util'
import type { Message } from '@vernal/chat'
import type { RecordedRequest } from '@vernal/models/testing'
import type { CaseRun } from './case-run'
import { valuesAt } from './json-path'
import type { WireCheck } from './wire-case'

type Judge = (run: CaseRun, check: WireCheck) => void | Promise<void>

/** Holds a run against a check. A check that is not known here fails: it is never passed over. */
export async function judge(run: CaseRun, check: WireCheck): Promise<void> {
  const judged = JUDGES[check.check]
  if (!judged) throw new Error(`not run: there is no check ${check.check}`)
  await judged(run, check)
}

const JUDGES: Readonly<Record<string, Judge>> = {
  invoked(run, { tool, times, args }) {
    const calls = run.invocations.filter((call) => call.tool === tool)
    if (times !== undefined) expect(calls).toHaveLength(times as number)
    if (args !== undefined) expect(calls.map((call) => call.args)).toContainEqual(args)
  },
  neverInvokedWith(run, { tool, path, equals }) {
    const calls = run.invocations.filter((call) => call.tool === tool)
    for (const { args } of calls) expect(valuesAt(args, path as string)).not.toContainEqual(equals)
  },
  invocations: (run, { equals }) => expect(run.invocations).toEqual(equals),
  finalText: (run, check) => {
    expect(run.error).toBeUndefined()
    expectText(run.text, check)
  },
  finishReason: (run, { equals }) => expect(run.answer?.generations[0]?.finishReason).toBe(equals),
  usage: (run, { equals }) => expect(run.answer?.metadata.usage).toMatchObject(equals as object),
  modelRequests(run, { equals, max }) {
    if (equals !== undefined) expect(run.requests).toHaveLength(equals as number)
    if (max !== undefined) expect(run.requests.length).toBeLessThanOrEqual(max as number)
  },
  rejects(run, { messageIncludes, messageExcludes, name, withinMs }) {
    expect(run.error).toHaveProperty('message')
    const error = run.error as Error
    expectIncludes(error.message, messageIncludes)
    for (const words of (messageExcludes ?? []) as string[]) expect(error.message).not.toContain(words)
    if (name !== undefined) expect(error.name).toBe(name)
    if (withinMs !== undefined) expect(run.elapsedMs).toBeLessThan(withinMs as number)
  },
  requestBody: (run, check) => expectBody(run.requests[(check.request as number) - 1], check),
  toolResult(run, { callId, isError, ...check }) {
    const content = toolMessage(run, callId)?.content
    expectText(content, check)
    if (check.contentType !== undefined) expect(typeof content).toBe(check.contentType)
    if (check.minLength !== undefined) expect(content?.length).toBeGreaterThanOrEqual(check.minLength as number)
    if (check.maxLength !== undefined) expect(content?.length).toBeLessThanOrEqual(check.maxLength as number)
    if (check.parsesAsJson) expect(() => JSON.parse(content ?? '') as unknown).not.toThrow()
    if (isError !== undefined) expect(ERROR_WORDS.test(content ?? '')).toBe(isError)
  },
  pairsMatch(run, { request }) {
    const body = run.requests[(request as number) - 1]?.body
    const messages = (body?.messages ?? []) as { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[]
    messages.forEach(({ tool_calls: calls = [] }, index) => {
      const answers = messages.slice(index + 1, index + 1 + calls.length).map((message) => message.tool_call_id)
      expect(answers).toEqual(calls.map((call) => call.id))
    })
  },
  async oneOf(run, { options }) {
    const attempts = (options as WireCheck[][]).map(async (checks) => {
      for (const check of checks) await judge(run, check)
    })
    await Promise.any(attempts)
  },
  within: (run, { ms }) => expect(run.elapsedMs).toBeLessThan(ms as number),
  delayBetweenRequests(run, { minMs, maxMs }) {
    const [first, second] = run.requests
    const delay = second!.receivedAtMs - first!.receivedAtMs
    expect(delay).toBeGreaterThanOrEqual(minMs as number)
    expect(delay).toBeLessThanOrEqual(maxMs as number)
  },
  connectionClosed: (run) => expect(run.requests.at(-1)?.closedByClient).toBe(true),
  noUnhandledRejections: (run) => expect(run.unhandledRejections).toEqual([]),
  nowhereContains(run, { text, scope = ['invocations', 'requests', 'text', 'memory'] }) {
    const places = (scope as string[]).map((place) => {
      const found = PLACES[place]
      if (!found) throw new Error(`not run: there is no place ${place}`)
      return found(run)
    })
    expect(places.join('\n')).not.toContain(text)
  },
  noPollution: (_run, { key }) => expect(({} as Record<string, unknown>)[key as string]).toBeUndefined(),
  neverResultContains(run, { text }) {
    expect(PLACES.toolMessages?.(run).replaceAll(/\s|\\/g, '')).not.toContain(text)
  },
  schemaNotMentions(run, { tool, names }) {
    const tools = (run.requests[0]?.body.tools ?? []) as { function: { name: string } }[]
    const published = JSON.stringify(tools.find((each) => each.function.name === tool))
    expect(published).toContain(tool)
    for (const name of names as string[]) expect(published).not.toContain(name)
  },
  value(_run, { path, equals }) {
    const name = /^globalThis\.(\w+)$/.exec(path as string)?.[1]
    expect(name && (globalThis as Record<string, unknown>)[name]).toEqual(equals)
  },
  memoryUnchangedExcept(run, { roles }) {
    expect((roles as string[]).length).toBeGreaterThan(0)
    expect(run.memory.filter((message) => !(roles as string[]).includes(message.role))).toEqual([])
  },
  memoryLastMessage(run, { role, absent }) {
    const last = run.memory.at(-1)
    expect(last?.role).toBe(role)
    for (const name of (absent ?? []) as string[]) expect(last).not.toHaveProperty(OUR_NAMES[name] ?? name)
  },
  survivesMemoryReload(run, { path }) {
    const messages = (run.reloadedRequest?.body.messages ?? []) as Message[]
    const assistant = messages.find((message) => message.role === 'assistant')
    expect(valuesAt(assistant, path as string)).not.toEqual([])
  },
}

/** Where a text may have got to. */
const PLACES: Readonly<Record<string, (run: CaseRun) => string>> = {
  invocations: (run) => JSON.stringify(run.invocations),
  requests: (run) => JSON.stringify(run.requests.map((request) => request.body)),
  text: (run) => run.text ?? '',
  memory: (run) => JSON.stringify(run.memory),
  errors: ({ error }) => `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${String(error)}`,
  logs: ({ log }) => {
    expect(log).not.toBe('')
    return log
  },
  toolMessages: (run) =>
    JSON.stringify(
      run.requests.flatMap(({ body }) => (body.messages as { role: string }[]).filter(({ role }) => role === 'tool')),
    ),
}

/** A text that says something went wrong. */
const ERROR_WORDS = /fail|no tool|not run|did not finish|within|timed? ?out|invalid|error/i

/** The names stored messages have for what the wire calls otherwise. */
const OUR_NAMES: Readonly<Record<string, string>> = { tool_calls: 'toolCalls' }

function expectBody(request: RecordedRequest | undefined, check: WireCheck): void {
  expect(request).toBeDefined()
  const path = check.path as string
  const values = valuesAt(request?.body, path)
  const value = isManyPath(path) ? values : values[0]
  if (check.absent) expect(values).toEqual([])
  if ('equals' in check) expect(value).toEqual(check.equals)
  if ('in' in check) expect(check.in).toContainEqual(value ?? null)
  if ('type' in check) expect(typeof value).toBe(check.type)
  if ('includes' in check) expectIncludes(String(value), [check.includes].flat())
  if (check.nonEmptyString) expect(value).toEqual(expect.stringMatching(/./))
  if ('sameAs' in check) expect(value).toEqual(valuesAt(request?.body, check.sameAs as string)[0])
  if ('differsFrom' in check) expect(value).not.toEqual(valuesAt(request?.body, check.differsFrom as string)[0])
  if (check.allDifferent) expect(new Set(values).size).toBe(values.length)
  if ('jsonEquals' in check) {
    const parsed = values.map((each) => JSON.parse(each as string) as unknown)
    expect(isManyPath(path) ? parsed : parsed[0]).toEqual(check.jsonEquals)
  }
}

const isManyPath = (path: string): boolean => /\*|\.\./.test(path)

function expectText(text: unknown, check: Readonly<Record<string, unknown>>): void {
  if ('equals' in check) expect(text).toBe(check.equals)
  if ('includes' in check) expectIncludes(text as string, check.includes)
  for (const words of (check.excludes ?? []) as string[]) expect(text).not.toContain(words)
}

/** Every entry must occur; of an `anyOf`, one of its texts. */
function expectIncludes(text: string, entries: unknown): void {
  for (const entry of (entries ?? []) as (string | { anyOf: string[] })[]) {
    if (typeof entry === 'string') expect(text).toContain(entry)
    else expect(entry.anyOf.filter((words) => text.includes(words))).not.toEqual([])
  }
}

function toolMessage(run: CaseRun, callId: unknown): { content: string } | undefined {
  const messages = (run.requests.at(-1)?.body.messages ?? []) as { tool_call_id?: string; content: string }[]
  return messages.find((message) => message.tool_call_id === callId)
}
