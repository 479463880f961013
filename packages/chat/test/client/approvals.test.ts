import {
  approve,
  ChatClient,
  deny,
  InMemoryTurnStore,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  type Advisor,
  type ApprovalDecision,
  type ApprovalDecisions,
  type ApprovalRequiredOutcome,
  type ChatClientResponse,
  type ChatRequestSpec,
  type TurnEvent,
  type TurnState,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, ToolGate, type ToolApproval, type ToolCallback } from '@vernal/tools'
import { z } from 'zod'
import { addTool } from '../order-tools'

const refund = (ran: unknown[], approval: ToolApproval | undefined = 'required'): ToolCallback =>
  functionTool({
    name: 'refund',
    description: 'Refunds an amount',
    effect: 'write',
    parameters: z.object({ amount: z.number().max(500) }),
    ...(approval ? { approval } : {}),
    execute: ({ amount }, context) => {
      ran.push(amount)
      return `refunded ${amount} for ${String(context.get('user'))}`
    },
  })

const refundCall = (amount: number) => ({ name: 'refund', arguments: { amount } })

interface Setup {
  readonly approval?: ToolApproval
  readonly loop?: ToolCallingAdvisor
  readonly advisors?: readonly Advisor[]
}

function setUp(script: readonly ScriptedAnswer[], { approval = 'required', loop, advisors }: Setup = {}) {
  const ran: unknown[] = []
  const model = new ScriptedChatModel(script)
  const tools = [addTool(ran), refund(ran, approval)]
  const client = new ChatClient({
    model,
    tools,
    system: 'Be careful.',
    toolContext: { user: 'ann' },
    ...(loop ? { toolCallingAdvisor: loop } : {}),
    ...(advisors ? { advisors } : {}),
  })
  return { ran, model, client }
}

async function answer(request: ChatRequestSpec, streaming = false): Promise<ChatClientResponse> {
  if (!streaming) return request.call().chatClientResponse()
  let last: ChatClientResponse | undefined
  for await (const response of request.stream().chatClientResponse()) last = response
  if (!last) throw new Error('no response')
  return last
}

async function suspended(request: ChatRequestSpec, streaming = false): Promise<ApprovalRequiredOutcome> {
  const { outcome } = await answer(request, streaming)
  if (outcome?.type !== 'approvalRequired') throw new Error(`not suspended but ${String(outcome?.type)}`)
  return outcome
}

/** The state as it comes back from a database or a browser. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const decideAll = ({ approvals }: ApprovalRequiredOutcome, decision = approve()): ApprovalDecisions =>
  Object.fromEntries(approvals.map(({ id }) => [id, decision]))

describe.each([
  ['call', false],
  ['stream', true],
])('a turn that needs consent (%s)', (_flavour, streaming) => {
  test('is suspended before the tool runs, with what is to be decided', async () => {
    const { client, ran, model } = setUp([[refundCall(80)]])

    const response = await answer(client.prompt('refund me'), streaming)

    expect(ran).toEqual([])
    expect(model.prompts).toHaveLength(1)
    expect(response.complete?.generations[0]?.message.content).toBe('This needs approval first: refund.')
    expect(response.outcome).toMatchObject({
      type: 'approvalRequired',
      approvals: [{ callId: 'call_1', name: 'refund', arguments: { amount: 80 } }],
    })
  })

  test('goes on from plain JSON when it is approved', async () => {
    const { client, ran, model } = setUp([[refundCall(80)], 'Done.'])
    const outcome = overTheWire(await suspended(client.prompt('refund me'), streaming))

    const response = await answer(client.resume(outcome.state, decideAll(outcome)), streaming)

    expect(ran).toEqual([80])
    expect(response.outcome).toEqual({ type: 'completed' })
    expect(response.complete?.generations[0]?.message.content).toBe('Done.')
    expect(model.prompts[1]?.messages).toEqual([
      { role: 'system', content: 'Be careful.' },
      { role: 'user', content: 'refund me' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'refund', arguments: '{"amount":80}' }] },
      { role: 'tool', results: [{ callId: 'call_1', name: 'refund', content: 'refunded 80 for ann' }] },
    ])
  })

  test('tells the model why when it is denied', async () => {
    const { client, ran, model } = setUp([[refundCall(80)], 'Sorry.'])
    const outcome = await suspended(client.prompt('refund me'), streaming)

    await answer(client.resume(outcome.state, decideAll(outcome, deny('too much'))), streaming)

    expect(ran).toEqual([])
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      results: [{ isError: true, content: 'The call of "refund" was not approved: too much' }],
    })
  })

  test('runs with edited arguments, and the model is told which', async () => {
    const { client, ran, model } = setUp([[refundCall(80)], 'Done.'])
    const outcome = await suspended(client.prompt('refund me'), streaming)

    await answer(client.resume(outcome.state, decideAll(outcome, approve({ amount: 60 }))), streaming)

    expect(ran).toEqual([60])
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      results: [{ content: 'Approved with other arguments: {"amount":60}\nrefunded 60 for ann' }],
    })
  })

  test('does not run again what has run in the same round', async () => {
    const { client, ran, model } = setUp([[{ name: 'add', arguments: { a: 1, b: 2 } }, refundCall(80)], 'Done.'])

    const outcome = await suspended(client.prompt('both'), streaming)
    expect(ran).toEqual([{ a: 1, b: 2 }])
    await answer(client.resume(outcome.state, decideAll(outcome)), streaming)

    expect(ran).toEqual([{ a: 1, b: 2 }, 80])
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      results: [{ content: '3' }, { content: 'refunded 80 for ann' }],
    })
  })
})

describe('consent', () => {
  test('is asked for by rule, from the arguments', async () => {
    const { client, ran } = setUp([[refundCall(10)], 'ok', [refundCall(80)]], {
      approval: ({ amount }) => Number(amount) > 50,
    })

    expect((await answer(client.prompt('small'))).outcome?.type).toBe('completed')
    expect((await answer(client.prompt('large'))).outcome?.type).toBe('approvalRequired')
    expect(ran).toEqual([10])
  })

  test('is asked for by the names of tools', async () => {
    const ran: unknown[] = []
    const manager = new ToolCallingManager({ gate: new ToolGate({ approvalRequired: ['re*'] }) })
    const client = new ChatClient({
      model: new ScriptedChatModel([[refundCall(10)]]),
      tools: [functionTool({ name: 'refund', description: 'Refunds', execute: () => ran.push(1) })],
      toolCallingAdvisor: new ToolCallingAdvisor({ manager }),
    })

    expect((await answer(client.prompt('go'))).outcome?.type).toBe('approvalRequired')
    expect(ran).toEqual([])
  })

  test('is not given by a rule that throws: the call fails', async () => {
    const { client, ran, model } = setUp([[refundCall(10)], 'ok'], {
      approval: () => {
        throw new Error('rule broken')
      },
    })

    await answer(client.prompt('go'))

    expect(ran).toEqual([])
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ isError: true }] })
  })

  test('is not asked for a call whose arguments do not fit', async () => {
    const { client, model } = setUp([[refundCall(9999)], 'ok'])

    expect((await answer(client.prompt('go'))).outcome?.type).toBe('completed')
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({ results: [{ isError: true }] })
  })

  test('to some calls leaves the others suspended', async () => {
    const { client, ran } = setUp([[refundCall(1), refundCall(2)], 'Done.'])
    const first = await suspended(client.prompt('both'))
    const [one] = first.approvals

    const second = await suspended(client.resume(first.state, { [String(one?.id)]: approve() }))
    expect(ran).toEqual([1])
    expect(second.approvals).toMatchObject([{ arguments: { amount: 2 } }])
    const end = await answer(client.resume(second.state, decideAll(second)))

    expect(ran).toEqual([1, 2])
    expect(end.outcome?.type).toBe('completed')
  })

  test('edited arguments that do not fit are told to whoever approves, and the turn goes on waiting', async () => {
    const { client, ran } = setUp([[refundCall(80)], 'Done.'])
    const outcome = await suspended(client.prompt('go'))

    await expect(
      answer(client.resume(outcome.state, decideAll(outcome, approve({ amount: 9999 })))),
    ).rejects.toMatchObject({
      code: 'CHAT_APPROVAL_UNUSABLE',
      message: expect.stringContaining('amount') as string,
    })
    expect(ran).toEqual([])
    await answer(client.resume(outcome.state, decideAll(outcome, approve({ amount: 60 }))))
    expect(ran).toEqual([60])
  })
})

describe('a state', () => {
  test('is good once, also when two resume it at the same time', async () => {
    const { client, ran } = setUp([[refundCall(80)], 'Done.'])
    const outcome = await suspended(client.prompt('go'))

    const both = await Promise.allSettled([1, 2].map(() => answer(client.resume(outcome.state, decideAll(outcome)))))

    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ran).toEqual([80])
    await expect(answer(client.resume(outcome.state, decideAll(outcome)))).rejects.toMatchObject({
      code: 'CHAT_TURN_NOT_SUSPENDED',
    })
  })

  test('that was changed is refused, and the true one still works', async () => {
    const { client, ran } = setUp([[refundCall(80)], 'Done.'])
    const outcome = await suspended(client.prompt('go'))
    const { message } = outcome.state
    const toolCalls = message.toolCalls?.map((call) => ({ ...call, arguments: '{"amount":499}' })) ?? []
    const forged = { ...outcome.state, message: { ...message, toolCalls } }

    await expect(answer(client.resume(forged, decideAll(outcome)))).rejects.toMatchObject({ code: 'CHAT_TURN_CHANGED' })
    await answer(client.resume(outcome.state, decideAll(outcome)))

    expect(ran).toEqual([80])
  })

  test('takes no decision about another call', async () => {
    const { client, ran } = setUp([[refundCall(80)], [refundCall(90)]])
    const first = await suspended(client.prompt('go'))
    const second = await suspended(client.prompt('go'))

    await expect(answer(client.resume(second.state, decideAll(first)))).rejects.toMatchObject({
      code: 'CHAT_APPROVAL_UNKNOWN',
    })
    expect(ran).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'state'],
    ['an id alone', { id: 'x' }],
    ['no messages', { id: 'x', origin: { messages: 'all', options: {}, context: {} } }],
  ])('that is none is refused at once: %s', (_what, state) => {
    const { client } = setUp([])

    expect(() => client.resume(state as TurnState, {})).toThrow(expect.objectContaining({ code: 'CHAT_TURN_CHANGED' }))
  })

  test.each<[string, unknown]>([
    ['true', true],
    ['a text that looks like yes', { approved: 'false' }],
    ['no arguments', { approved: true, arguments: null }],
    ['nothing', null],
  ])('takes no decision that is none: %s', async (_what, decision) => {
    const { client, ran } = setUp([[refundCall(20)], 'done'])
    const outcome = await suspended(client.prompt('go'))
    const decisions = decideAll(outcome, decision as ApprovalDecision)

    await expect(client.resume(outcome.state, decisions).call().content()).rejects.toMatchObject({
      code: 'CHAT_OPTION_INVALID',
    })

    expect(ran).toEqual([])
    expect(await client.resume(outcome.state, decideAll(outcome)).call().content()).toBe('done')
  })

  test('is not spent on a caller who has given up', async () => {
    const { client, ran } = setUp([[refundCall(20)], 'done'])
    const outcome = await suspended(client.prompt('go'))
    const resumed = client.resume(outcome.state, decideAll(outcome))

    await expect(resumed.signal(AbortSignal.abort()).call().content()).rejects.toThrow(/abort/)

    expect(ran).toEqual([])
    expect(await resumed.call().content()).toBe('done')
  })

  test('expires', async () => {
    let now = 0
    const turnStore = new InMemoryTurnStore({ ttlMs: 1000, now: () => now })
    const { client } = setUp([[refundCall(80)]], { loop: new ToolCallingAdvisor({ turnStore }) })
    const outcome = await suspended(client.prompt('go'))
    now = 1000

    await expect(answer(client.resume(outcome.state, decideAll(outcome)))).rejects.toMatchObject({
      code: 'CHAT_TURN_NOT_SUSPENDED',
    })
  })

  test('cannot be resumed by a request that runs no tools', async () => {
    const { client } = setUp([[refundCall(80)]])
    const outcome = await suspended(client.prompt('go'))

    await expect(
      client.resume(outcome.state, decideAll(outcome)).toolCalling(false).call().content(),
    ).rejects.toMatchObject({ code: 'CHAT_TOOL_ADVISOR_MISSING' })
  })

  test('runs nothing that is not attached when it is resumed', async () => {
    const turnStore = new InMemoryTurnStore()
    const loop = (): ToolCallingAdvisor => new ToolCallingAdvisor({ turnStore })
    const { client, ran } = setUp([[refundCall(80)]], { loop: loop() })
    const outcome = await suspended(client.prompt('go'))
    const model = new ScriptedChatModel(['Not there.'])
    const other = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor: loop() })

    await expect(answer(other.resume(outcome.state, decideAll(outcome)))).rejects.toMatchObject({
      code: 'CHAT_APPROVAL_UNUSABLE',
    })
    expect(ran).toEqual([])
    expect(model.prompts).toEqual([])
  })

  test('keeps no values of the tool context', async () => {
    const { client } = setUp([[refundCall(80)]])

    const { state } = await suspended(client.prompt('go').toolContext({ token: 's3cret' }))

    expect(JSON.stringify(state)).not.toMatch(/s3cret|ann/)
  })
})

describe('a resumed turn', () => {
  test('counts toward the limits of the whole turn', async () => {
    const manager = new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 2 }) })
    const add = { name: 'add', arguments: { a: 1, b: 1 } }
    const { client } = setUp([[add, refundCall(80)], [add]], { loop: new ToolCallingAdvisor({ manager }) })
    const outcome = await suspended(client.prompt('go'))

    const end = await answer(client.resume(outcome.state, decideAll(outcome)))

    expect(end.outcome).toMatchObject({ type: 'limitExceeded', breach: { limit: 2 } })
  })

  test('adds up the usage of all its rounds, and goes on counting them', async () => {
    const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }
    const { client } = setUp([
      { calls: [refundCall(80)], usage },
      { text: 'Done.', usage },
    ])
    const outcome = await suspended(client.prompt('go'))
    const events: TurnEvent[] = []

    const request = client.resume(outcome.state, decideAll(outcome)).onEvent((event) => events.push(event))
    const { complete } = await answer(request)

    expect(complete?.metadata.usage?.totalTokens).toBe(4)
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', rounds: 2, outcome: { type: 'completed' } })
  })

  test.each([-2147483448, 0])('is remembered once and whole (order of the memory: %i)', async (order) => {
    const memory = new MessageWindowChatMemory()
    const advisors = [new MessageChatMemoryAdvisor(memory, { order })]
    const { client, model } = setUp(['hi', [refundCall(80)], 'Done.'], { advisors })
    await answer(client.prompt('hello').conversation('c'))
    const outcome = await suspended(client.prompt('refund me').conversation('c'))
    expect(await memory.get('c')).toHaveLength(2)

    await answer(client.resume(outcome.state, decideAll(outcome)))

    expect(await memory.get('c')).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
      { role: 'user', content: 'refund me' },
      { role: 'assistant', content: 'Done.' },
    ])
    expect(model.prompts[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
    ])
  })

  test('tells that consent is needed, and how it ended', async () => {
    const { client } = setUp([[refundCall(80)]])
    const events: TurnEvent[] = []

    await answer(client.prompt('go').onEvent((event) => events.push(event)))

    expect(events.map(({ type }) => type)).toEqual(['round-started', 'round-ended', 'approval-required', 'turn-ended'])
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'approvalRequired' } })
  })
})

describe('driving the loop by hand', () => {
  test('a suspended call is executed with a decision, the others are not executed again', async () => {
    const ran: unknown[] = []
    const { ToolSet } = await import('@vernal/tools')
    const manager = new ToolCallingManager()
    const prompt = {
      messages: [{ role: 'user', content: 'go' } as const],
      options: { tools: ToolSet.of([addTool(ran), refund(ran)]) },
    }
    const calls = [{ name: 'add', arguments: { a: 1, b: 1 } }, refundCall(5)]
    const response = await new ScriptedChatModel([calls]).call(prompt)

    const first = await manager.executeToolCalls(prompt, response)
    expect(first.suspended).toMatchObject([{ call: { id: 'call_2' }, arguments: { amount: 5 } }])
    const second = await manager.executeToolCalls(prompt, response, {
      settled: first.results,
      decisions: new Map([['call_2', approve()]]),
    })

    expect(ran).toEqual([{ a: 1, b: 1 }, 5])
    expect(second.suspended).toEqual([])
    expect(second.conversationHistory).toHaveLength(3)
  })
})
