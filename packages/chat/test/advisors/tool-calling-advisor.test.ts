import {
  ADVISOR_ORDER,
  ChatClient,
  hasToolCalls,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatResponse,
  type OnLimitExceeded,
  type StreamResponseSpec,
  type ToolLoopTurn,
  type TurnEvent,
  type Usage,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool } from '@vernal/tools'
import { addTool, plainTool } from '../order-tools'

const usage = (promptTokens: number, completionTokens: number): Usage => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
})

const addCall = (a: number, b: number) => ({ name: 'add', arguments: { a, b } })

function limitedLoop(onLimitExceeded: OnLimitExceeded, limits: object, options: object = {}): ToolCallingAdvisor {
  const manager = new ToolCallingManager({ limits: new ToolCallLimits({ ...limits, onLimitExceeded }) })
  return new ToolCallingAdvisor({ manager, ...options })
}

async function ask(model: ScriptedChatModel, toolCallingAdvisor = new ToolCallingAdvisor()) {
  const ran: unknown[] = []
  const client = new ChatClient({ model, tools: [addTool(ran)], toolCallingAdvisor })
  const response = await client.prompt('go').call().chatClientResponse()
  return { response, text: response.chatResponse.generations[0]?.message.content, ran }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

describe('the tool loop', () => {
  test('runs the tools a model asks for and answers from their results', async () => {
    const model = new ScriptedChatModel([[addCall(2, 3)], 'It is 5.'])

    const { response, text, ran } = await ask(model)

    expect(ran).toEqual([{ a: 2, b: 3 }])
    expect(text).toBe('It is 5.')
    expect(response.outcome).toEqual({ type: 'completed' })
    expect(model.prompts[1]?.messages).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'add', arguments: '{"a":2,"b":3}' }] },
      { role: 'tool', results: [{ callId: 'call_1', name: 'add', content: '5' }] },
    ])
  })

  test('goes through three rounds and adds up their usage', async () => {
    const model = new ScriptedChatModel([
      { calls: [addCall(1, 1)], usage: { ...usage(10, 1), cacheReadTokens: 4 } },
      { calls: [addCall(2, 2)], usage: usage(20, 2) },
      { calls: [addCall(3, 3)] },
      { text: 'done', usage: { ...usage(30, 3), cacheReadTokens: 6 } },
    ])

    const { response } = await ask(model)

    expect(response.chatResponse.metadata.usage).toEqual({ ...usage(60, 6), cacheReadTokens: 10 })
    expect(model.prompts).toHaveLength(4)
    expect(model.prompts[3]?.messages).toHaveLength(7)
  })

  test('keeps the text that came with a call', async () => {
    const model = new ScriptedChatModel([{ text: 'Let me add.', calls: [addCall(1, 2)], finishReason: 'stop' }, '3'])

    await ask(model)

    expect(model.prompts[1]?.messages[1]).toMatchObject({ role: 'assistant', content: 'Let me add.' })
  })

  test('treats a response without calls as the answer, whatever its finish reason says', async () => {
    const { response, text } = await ask(new ScriptedChatModel([{ text: 'All done.', finishReason: 'tool-calls' }]))

    expect(text).toBe('All done.')
    expect(response.chatResponse.generations[0]?.message).toEqual({ role: 'assistant', content: 'All done.' })
  })

  test('a forced tool choice holds for the first round only', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], '2'])
    const client = new ChatClient({ model, tools: [addTool()] })

    await client.prompt('go').options({ toolChoice: 'required' }).call().content()

    expect(model.prompts.map(({ options }) => options.toolChoice)).toEqual(['required', undefined])
  })

  test('answers every call of a round in its order, with an unknown tool, bad arguments and a tool that throws among them', async () => {
    const model = new ScriptedChatModel([
      [
        { name: 'addition', arguments: { a: 1, b: 1 } },
        { name: 'add', arguments: '{"a": 1' },
        { name: 'broken' },
        addCall(2, 2),
      ],
      'done',
    ])
    const broken = plainTool('broken', () => {
      throw new Error('disk full')
    })
    const client = new ChatClient({ model, tools: [addTool(), broken] })

    const answer = await client.prompt('go').call().content()

    expect(answer).toBe('done')
    expect(model.prompts[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [
        { callId: 'call_1', isError: true, content: expect.stringMatching(/addition.*add.*broken/s) },
        { callId: 'call_2', isError: true, content: expect.stringMatching(/add.*JSON/s) },
        { callId: 'call_3', isError: true, content: expect.stringMatching(/broken.*disk full/s) },
        { callId: 'call_4', content: '4' },
      ],
    })
  })

  test('gives calls that share an id ids of their own', async () => {
    const model = new ScriptedChatModel([
      [
        { id: 'dup', ...addCall(1, 0) },
        { id: 'dup', ...addCall(2, 0) },
        { id: '', ...addCall(3, 0) },
      ],
      'done',
    ])

    await ask(model)

    const [, assistant, results] = model.prompts[1]?.messages ?? []
    expect(assistant).toMatchObject({ toolCalls: [{ id: 'dup' }, { id: 'dup_2' }, { id: 'call' }] })
    expect(results).toMatchObject({
      results: [
        { callId: 'dup', content: '1' },
        { callId: 'dup_2', content: '2' },
        { callId: 'call', content: '3' },
      ],
    })
  })

  test('returns the results of direct tools without another round', async () => {
    const model = new ScriptedChatModel([[{ name: 'ticket' }, { name: 'ticket' }]])
    const client = new ChatClient({ model, tools: [plainTool('ticket', () => 'T-1', { returnDirect: true })] })

    const call = client.prompt('go').call()

    expect(await call.content()).toBe('T-1\nT-1')
    const { outcome, chatResponse } = await call.chatClientResponse()
    expect(outcome).toEqual({ type: 'returnDirect', tools: ['ticket'] })
    expect(chatResponse.generations).toHaveLength(2)
    expect(chatResponse.generations[1]).toMatchObject({
      finishReason: 'return-direct',
      metadata: { toolCallId: 'call_2', toolName: 'ticket' },
    })
  })

  test.each<[string, ScriptedAnswer]>([
    ['one of the tools of the round is not direct', [{ name: 'ticket' }, addCall(1, 1)]],
    ['a direct tool failed', [{ name: 'ticket' }, { name: 'failing' }]],
  ])('asks the model again when %s', async (_why, round) => {
    const failing = plainTool(
      'failing',
      () => {
        throw new Error('no')
      },
      { returnDirect: true },
    )
    const model = new ScriptedChatModel([round, 'answer'])
    const tools = [plainTool('ticket', () => 'T-1', { returnDirect: true }), failing, addTool()]

    expect(await new ChatClient({ model, tools }).prompt('go').call().content()).toBe('answer')
  })
})

describe('a runaway loop', () => {
  const endless = (): ScriptedChatModel => new ScriptedChatModel([[addCall(1, 1)]], { repeatLast: true })

  test('ends with the breach under THROW, and tells all results of the turn', async () => {
    const { response, text, ran } = await ask(endless(), limitedLoop('THROW', { maxTotalToolCalls: 2 }))

    const message = 'Total tool call limit (2) exceeded for this turn. No further tool calls are allowed.'
    expect(text).toBe(message)
    expect(ran).toHaveLength(2)
    expect(response.chatResponse.generations[0]?.finishReason).toBe('limit-exceeded')
    expect(response.outcome).toMatchObject({ type: 'limitExceeded', answered: false, breach: { limit: 2, message } })
    expect(response.outcome).toMatchObject({
      partialResults: [{ content: '2' }, { content: '2' }, { content: message, isError: true }],
    })
  })

  test('names the tool whose own limit was passed', async () => {
    const { response } = await ask(endless(), limitedLoop('THROW', { perTool: { add: 1 } }))

    expect(response.outcome).toMatchObject({ breach: { toolName: 'add', limit: 1 } })
  })

  test('lets the model read the refusal under RETURN_ERROR_RESPONSE, and go on', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1), addCall(2, 2)], 'Only the first: 2.'])

    const { text, response, ran } = await ask(model, limitedLoop('RETURN_ERROR_RESPONSE', { maxCallsPerTool: 1 }))

    expect(text).toBe('Only the first: 2.')
    expect(ran).toHaveLength(1)
    expect(response.outcome).toEqual({ type: 'completed' })
  })

  test('ends under RETURN_ERROR_RESPONSE after three rounds of nothing but refusals', async () => {
    const model = endless()

    const { response } = await ask(model, limitedLoop('RETURN_ERROR_RESPONSE', { maxTotalToolCalls: 2 }))

    expect(model.prompts).toHaveLength(5)
    expect(response.outcome).toMatchObject({ type: 'limitExceeded', answered: false })
  })

  test('is asked once more without tools under FORCE_FINAL_ANSWER', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], [addCall(2, 2)], 'From what I know: 2.'])

    const { text, response } = await ask(model, limitedLoop('FORCE_FINAL_ANSWER', { maxTotalToolCalls: 1 }))

    expect(text).toBe('From what I know: 2.')
    expect(model.prompts[2]?.options.toolChoice).toBe('none')
    expect(response.outcome).toMatchObject({ type: 'limitExceeded', answered: true })
  })

  test('takes the words of a last answer that calls tools all the same', async () => {
    const model = new ScriptedChatModel([
      [addCall(1, 1)],
      [addCall(2, 2)],
      { text: 'So far 2.', calls: [addCall(3, 3)] },
    ])

    const { text, response } = await ask(model, limitedLoop('FORCE_FINAL_ANSWER', { maxTotalToolCalls: 1 }))

    expect(text).toBe('So far 2.')
    expect(response.outcome).toMatchObject({ answered: true })
    expect(response.chatResponse.generations).toEqual([
      { message: { role: 'assistant', content: 'So far 2.' }, finishReason: 'stop' },
    ])
    expect(response.messages?.at(-1)).toEqual({ role: 'assistant', content: 'So far 2.' })
  })

  test('ends with the breach when even then there is no answer', async () => {
    const { text, response } = await ask(endless(), limitedLoop('FORCE_FINAL_ANSWER', { maxTotalToolCalls: 1 }))

    expect(text).toMatch(/^Total tool call limit \(1\) exceeded/)
    expect(response.outcome).toMatchObject({ answered: false })
    expect(response.chatResponse.generations[0]?.message.toolCalls).toBeUndefined()
  })

  test('answers in the last round that maxRounds allows', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], [addCall(1, 1)], 'Enough.'])

    const { text, response } = await ask(model, new ToolCallingAdvisor({ maxRounds: 3 }))

    expect(text).toBe('Enough.')
    expect(response.outcome).toEqual({ type: 'maxRounds', rounds: 3, answered: true })
  })

  test('is ended by a breach though the tool that ran is direct', async () => {
    const ticket = plainTool('ticket', () => 'T-1', { returnDirect: true })
    const client = new ChatClient({
      model: new ScriptedChatModel([[{ name: 'ticket' }, { name: 'ticket' }]]),
      tools: [ticket],
      toolCallingAdvisor: limitedLoop('THROW', { maxTotalToolCalls: 1 }),
    })

    expect((await client.prompt('go').call().chatClientResponse()).outcome?.type).toBe('limitExceeded')
  })

  test('ends when the tokens of the turn are used up, before more tools run', async () => {
    const script = [
      { calls: [addCall(1, 1)], usage: usage(60, 0) },
      { calls: [addCall(2, 2)], usage: usage(60, 0) },
    ]

    const { response, ran } = await ask(new ScriptedChatModel(script), new ToolCallingAdvisor({ maxTurnTokens: 100 }))

    expect(ran).toHaveLength(1)
    expect(response.outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'tokens', limit: 100 } })
  })

  test('ends when its time is up, with what was done, and stops what runs', async () => {
    let stopped = false
    const model = new ScriptedChatModel([
      [addCall(1, 1)],
      (_prompt, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => {
            stopped = true
            reject(signal.reason as Error)
          }),
        ),
    ])

    const { response } = await ask(model, new ToolCallingAdvisor({ turnTimeoutMs: 20 }))

    expect(stopped).toBe(true)
    expect(response.outcome).toMatchObject({
      type: 'limitExceeded',
      breach: { kind: 'deadline', limit: 20 },
      partialResults: [{ content: '2' }],
    })
  })

  test('counts from the last user message, whoever replays the earlier turns', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], 'ok'])
    const client = new ChatClient({
      model,
      tools: [addTool()],
      toolCallingAdvisor: limitedLoop('THROW', { maxTotalToolCalls: 1 }),
    })
    const earlier = [
      { role: 'user', content: 'before' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'x', name: 'add', arguments: '{}' }] },
      { role: 'tool', results: [{ callId: 'x', name: 'add', content: '1' }] },
      { role: 'assistant', content: 'one' },
    ] as const

    expect(
      await client
        .prompt('now')
        .messages(...earlier)
        .call()
        .content(),
    ).toBe('ok')
  })
})

describe('streaming', () => {
  test('gives out the text of all rounds, and the whole answer with its outcome at the end', async () => {
    const model = new ScriptedChatModel([
      { text: 'Let me see. ', calls: [addCall(2, 3)], usage: usage(1, 1) },
      { text: 'It is 5.', chunks: ['It ', 'is ', '5.'], usage: usage(2, 2) },
    ])
    const client = new ChatClient({ model, tools: [addTool()] })

    const responses = await collect(client.prompt('go').stream().chatClientResponse())

    const text = responses.map(({ chatResponse }) => chatResponse.generations[0]?.message.content ?? '').join('')
    expect(text).toBe('Let me see. It is 5.')
    expect(responses.filter(({ chatResponse }) => chatResponse.metadata.usage)).toHaveLength(1)
    expect(responses.at(-1)).toMatchObject({
      outcome: { type: 'completed' },
      complete: { generations: [{ message: { content: 'It is 5.' } }], metadata: { usage: usage(3, 3) } },
    })
    expect(responses.every(({ chatResponse }) => !chatResponse.generations[0]?.message.toolCalls)).toBe(true)
  })

  test.each<[string, ScriptedAnswer[], ToolCallingAdvisor, string]>([
    [
      'a breach',
      [[addCall(1, 1)]],
      limitedLoop('THROW', { maxTotalToolCalls: -1, maxCallsPerTool: 1, perTool: { add: 1 } }),
      'limit (1)',
    ],
    ['maxRounds', [[addCall(1, 1)]], new ToolCallingAdvisor({ maxRounds: 1 }), 'limit of 1 rounds'],
  ])('gives out the text of %s, too', async (_what, script, toolCallingAdvisor, expected) => {
    const model = new ScriptedChatModel(script, { repeatLast: true })
    const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor })

    expect((await collect(client.prompt('go').stream().content())).join('')).toContain(expected)
  })

  test('tells what happens as events, in order, text included', async () => {
    const model = new ScriptedChatModel([[addCall(2, 3)], 'It is 5.'])
    const client = new ChatClient({ model, tools: [addTool()] })

    const events = await collect(client.prompt('go').stream().events())

    expect(events.map(({ type }) => type)).toEqual([
      'round-started',
      'round-ended',
      'tool-call',
      'tool-result',
      'round-started',
      'text-delta',
      'text-delta',
      'text-delta',
      'round-ended',
      'turn-ended',
    ])
  })

  test('tells what the model thinks as events and responses of their own, never as text', async () => {
    const script: ScriptedAnswer[] = [
      { reasoning: 'I must add.', calls: [addCall(2, 3)] },
      { reasoning: 'Five it is.', text: 'It is 5.' },
    ]
    const client = (): ChatClient => new ChatClient({ model: new ScriptedChatModel(script), tools: [addTool()] })

    const events = await collect(client().prompt('go').stream().events())
    const text = await collect(client().prompt('go').stream().content())
    const responses = await collect(client().prompt('go').stream().chatClientResponse())
    const call = await client().prompt('go').call().chatClientResponse()

    const thoughts = events.flatMap((event) => (event.type === 'reasoning-delta' ? [event] : []))
    expect(thoughts.map(({ text: piece }) => piece).join('')).toBe('I must add.Five it is.')
    expect(new Set(thoughts.map(({ round }) => round))).toEqual(new Set([1, 2]))
    expect(text.join('')).toBe('It is 5.')
    const pieces = responses.map(({ chatResponse }) => chatResponse.generations[0]?.reasoning ?? '')
    expect(pieces.join('')).toBe('I must add.Five it is.')
    expect(responses.at(-1)?.complete).toEqual(call.complete)
    expect(call.complete?.generations).toMatchObject([{ reasoning: 'Five it is.', message: { content: 'It is 5.' } }])
    expect(JSON.stringify(call.messages)).not.toContain('Five it is')
  })

  test('a call and a stream of one script end alike', async () => {
    const script: ScriptedAnswer[] = [
      { text: 'First. ', calls: [addCall(2, 3)], usage: usage(10, 5) },
      { text: 'It is 5.', usage: usage(20, 6) },
    ]
    const called: TurnEvent[] = []
    const streamed: TurnEvent[] = []
    const client = (): ChatClient => new ChatClient({ model: new ScriptedChatModel(script), tools: [addTool()] })

    const call = await client()
      .prompt('go')
      .onEvent((event) => called.push(event))
      .call()
      .chatClientResponse()
    const stream = client()
      .prompt('go')
      .onEvent((event) => streamed.push(event))
      .stream()
    const last = (await collect(stream.chatClientResponse())).at(-1)

    expect(last?.complete).toEqual(call.complete)
    expect(last?.outcome).toEqual(call.outcome)
    const steps = (events: TurnEvent[]) => events.map(({ type }) => type).filter((type) => type !== 'text-delta')
    expect(steps(streamed)).toEqual(steps(called))
  })

  test('leaving the stream while a tool runs gives the tool the signal and asks the model nothing more', async () => {
    const model = new ScriptedChatModel([{ text: 'Working. ', calls: [{ name: 'slow' }] }, 'never'])
    let aborted: (() => void) | undefined
    const isAborted = new Promise<void>((resolve) => (aborted = resolve))
    const slow = functionTool({
      name: 'slow',
      description: 'Waits until it is told to stop',
      execute: (_args, context) =>
        new Promise((_resolve, reject) =>
          context.signal.addEventListener('abort', () => {
            aborted?.()
            reject(new Error('stopped'))
          }),
        ),
    })
    const client = new ChatClient({ model, tools: [slow] })

    for await (const event of client.prompt('go').stream().events()) if (event.type === 'tool-call') break

    await isAborted
    expect(model.prompts).toHaveLength(1)
  })

  test.each<[string, (stream: StreamResponseSpec) => AsyncIterableIterator<unknown>]>([
    ['content', (stream) => stream.content()],
    ['chatResponse', (stream) => stream.chatResponse()],
    ['chatClientResponse', (stream) => stream.chatClientResponse()],
    ['events', (stream) => stream.events()],
  ])('leaving %s() while a piece is awaited stops the running tool at once', async (_what, read) => {
    const model = new ScriptedChatModel([[{ name: 'slow' }], 'never'])
    let [start, stop]: [() => void, () => void] = [() => {}, () => {}]
    const started = new Promise<void>((resolve) => (start = resolve))
    const stopped = new Promise<void>((resolve) => (stop = resolve))
    const slow = functionTool({
      name: 'slow',
      description: 'Slow',
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stop()
            reject(new Error('stopped'))
          })
          start()
        }),
    })
    const pieces = read(new ChatClient({ model, tools: [slow] }).prompt('go').stream())
    const awaited = (async () => {
      for await (const _piece of { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) });
    })()
    await started

    await Promise.all([pieces.return?.(), stopped, awaited])

    expect(await pieces.next()).toEqual({ done: true, value: undefined })
    expect(model.prompts).toHaveLength(1)
  })

  test.each([
    ['failed', () => new Error('model down')],
    [
      'aborted',
      (controller: AbortController) => {
        controller.abort(new Error('gone'))
        return new Error('gone')
      },
    ],
  ])('a turn that %s is told as such, and throws', async (type, fail) => {
    const controller = new AbortController()
    const events: TurnEvent[] = []
    const client = new ChatClient({ model: new ScriptedChatModel([() => fail(controller)]) })
    const request = client
      .prompt('go')
      .signal(controller.signal)
      .onEvent((event) => events.push(event))

    await expect(request.call().content()).rejects.toThrow()
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: { type } })
  })

  test('an aborted signal ends a call with its reason', async () => {
    const controller = new AbortController()
    const model = new ScriptedChatModel([
      () => {
        controller.abort(new Error('gone'))
        return [addCall(1, 1)]
      },
      'never',
    ])
    const client = new ChatClient({ model, tools: [addTool()] })

    await expect(client.prompt('go').signal(controller.signal).call().content()).rejects.toThrow('gone')
    expect(model.prompts).toHaveLength(1)
  })
})

describe('hooks', () => {
  class WatchedLoop extends ToolCallingAdvisor {
    readonly seen: string[] = []

    protected override initializeLoop(request: ChatClientRequest): ChatClientRequest {
      this.seen.push('initialize')
      return request
    }

    protected override beforeRound(request: ChatClientRequest, turn: ToolLoopTurn): ChatClientRequest {
      this.seen.push(`before ${turn.round}`)
      if (turn.round === 1) turn.remember({ role: 'system', content: 'for the turn' })
      const once = { role: 'system', content: `round ${turn.round}` } as const
      return { ...request, prompt: { ...request.prompt, messages: [...request.prompt.messages, once] } }
    }

    protected override afterResponse(response: ChatResponse, turn: ToolLoopTurn): ChatResponse {
      this.seen.push(`after ${turn.round}`)
      return response
    }

    protected override finalizeLoop(response: ChatClientResponse): ChatClientResponse {
      this.seen.push(`finalize ${response.outcome?.type}`)
      return response
    }
  }

  test.each([false, true])('run for every round and once at the end (streaming: %s)', async (streaming) => {
    const loop = new WatchedLoop()
    const model = new ScriptedChatModel([[addCall(1, 1)], 'done'])
    const request = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor: loop }).prompt('go')

    if (streaming) await collect(request.stream().content())
    else await request.call().content()

    expect(loop.seen).toEqual(['initialize', 'before 1', 'after 1', 'before 2', 'after 2', 'finalize completed'])
  })

  test('add messages for one round only, or for the rest of the turn', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], 'done'])

    await ask(model, new WatchedLoop())

    const texts = model.prompts.map(({ messages }) =>
      messages.filter(({ role }) => role === 'system').map((message) => 'content' in message && message.content),
    )
    expect(texts).toEqual([
      ['round 1', 'for the turn'],
      ['for the turn', 'round 2'],
    ])
  })

  test('finalise a turn that a limit ended', async () => {
    const loop = new WatchedLoop({
      manager: new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 1 }) }),
    })

    await ask(new ScriptedChatModel([[addCall(1, 1)], [addCall(1, 1)]]), loop)

    expect(loop.seen.at(-1)).toBe('finalize limitExceeded')
  })
})

describe('its options', () => {
  test('without history each round is sent the system text and the last results, and limits still count the turn', async () => {
    const model = new ScriptedChatModel([[addCall(1, 1)], [addCall(2, 2)], [addCall(3, 3)]])
    const manager = new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 2 }) })
    const client = new ChatClient({
      model,
      system: 'Be brief.',
      tools: [addTool()],
      toolCallingAdvisor: new ToolCallingAdvisor({ manager, conversationHistory: false }),
    })

    const { outcome } = await client.prompt('go').call().chatClientResponse()

    expect(model.prompts[2]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'tool', results: [{ callId: 'call_2', name: 'add', content: '4' }] },
    ])
    expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { limit: 2 } })
  })

  test('calls that are not executed come as the last piece of a stream', async () => {
    const model = new ScriptedChatModel([{ text: 'I would add.', calls: [addCall(1, 2)] }])
    const toolCallingAdvisor = new ToolCallingAdvisor({ isEligible: () => false })
    const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor })

    const responses = await collect(client.prompt('go').stream().chatResponse())

    const [calls] = responses.slice(-2)
    expect(calls?.generations).toMatchObject([{ message: { content: '', toolCalls: [{ name: 'add' }] } }])
    expect(responses.filter((response) => hasToolCalls(response))).toEqual([calls])
  })

  test.each([0, -1, 1.5])('a turn of %p ms is refused', (turnTimeoutMs) => {
    expect(() => new ToolCallingAdvisor({ turnTimeoutMs })).toThrow(/turnTimeoutMs/)
  })

  test('an eligibility check of the application decides what is executed', async () => {
    const { response, ran } = await ask(
      new ScriptedChatModel([[addCall(1, 1)]]),
      new ToolCallingAdvisor({ isEligible: () => false }),
    )

    expect(ran).toEqual([])
    expect(response.chatResponse.generations[0]?.message.toolCalls).toHaveLength(1)
  })

  test.each([
    { maxRounds: 0 },
    { maxRounds: 1.5 },
    { maxRefusedRounds: 0 },
    { maxTurnTokens: 0 },
    { turnTimeoutMs: -1 },
    { order: ADVISOR_ORDER.highest },
    { order: ADVISOR_ORDER.lowest },
  ])('%j is refused', (options) => {
    expect(() => new ToolCallingAdvisor(options)).toThrow(expect.objectContaining({ code: 'CHAT_OPTION_INVALID' }))
  })
})
