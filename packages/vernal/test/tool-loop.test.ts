import { calls, failure, OpenAiLoopbackServer, text, type ScriptedReply } from '@vernal/models/testing'
import { ChatClient, hasToolCalls, responseText, responseToolCalls, type RunOptions, type TurnEvent } from 'vernal'
import { Shop } from './shop'
import { start } from './start'

/** An application with a shop, whose model is a scripted server behind the openai package. */
async function open(replies: readonly ScriptedReply[], properties: RunOptions['properties'] = {}, repeatLast = false) {
  const server = await OpenAiLoopbackServer.start({ replies, repeatLast })
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-test' }
  const app = await start({ components: [Shop], env, properties })
  return {
    server,
    shop: app.get(Shop),
    client: app.get(ChatClient),
    /** The results the model has read, in order, by the end of the turn. */
    results: () => toolResults(server.requests.at(-1)?.body.messages),
    async [Symbol.asyncDispose]() {
      await app.close()
      await server.close()
    },
  }
}

function toolResults(messages: unknown): readonly string[] {
  const list = (messages ?? []) as readonly { role: string; content: string }[]
  return list.filter(({ role }) => role === 'tool').map(({ content }) => content)
}

const price = (item: string) => ({ name: 'price', arguments: { item } })

describe('a turn over the wire', () => {
  test('runs a tool and answers from its result', async () => {
    await using shop = await open([calls([price('cup')]), text('Three.')])
    expect(await shop.client.prompt('What is a cup?').call().content()).toBe('Three.')
    expect(shop.shop.called).toEqual(['price cup'])
    expect(shop.results()).toEqual(['3'])
  })

  test('goes on for as many rounds as the model asks for, and sends the whole turn each time', async () => {
    await using shop = await open([
      calls([price('cup')]),
      calls([price('bowl')]),
      calls([price('vase')]),
      text('Done.'),
    ])
    expect(await shop.client.prompt('All prices?').call().content()).toBe('Done.')
    expect(shop.shop.called).toEqual(['price cup', 'price bowl', 'price vase'])
    expect(shop.results()).toEqual(['3', '4', '4'])
    expect(shop.server.requests).toHaveLength(4)
  })

  test('answers two calls of one round with two results, in the order of the calls', async () => {
    const two = calls([price('cup'), { name: 'stock', arguments: { item: 'cup' } }])
    for (const parallel of [false, true]) {
      await using shop = await open([two, text('Both.')], { 'vernal.ai.tools.execution.parallel': parallel })
      expect(await shop.client.prompt('Cup?').call().content()).toBe('Both.')
      expect(shop.results()).toEqual(['3', '{"item":"cup","count":1}'])
    }
  })

  test.each([1, 3, 50])('streams, with arguments that come in pieces of %i characters', async (pieceLength) => {
    const round = calls([price('tea "pot" 茶'), price('cup')], { pieceLength, content: 'Let me look. ' })
    await using shop = await open([round, text('There you are.', { pieceLength })])
    const pieces: string[] = []
    for await (const piece of shop.client.prompt('Prices?').stream().content()) pieces.push(piece)
    expect(pieces.join('')).toBe('Let me look. There you are.')
    expect(shop.shop.called).toEqual(['price tea "pot" 茶', 'price cup'])
    expect(shop.server.requests.map(({ body }) => body.stream)).toEqual([true, true])
  })

  test.each([false, true])('sums the usage over its rounds (streaming: %s)', async (streaming) => {
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    await using shop = await open([
      calls([price('cup')], { usage }),
      calls([price('cup')], { usage }),
      text('3', { usage }),
    ])
    const prompt = shop.client.prompt('Cup?')
    let complete = streaming ? undefined : (await prompt.call().chatClientResponse()).complete
    if (streaming) for await (const response of prompt.stream().chatClientResponse()) complete = response.complete
    expect(complete?.metadata.usage).toMatchObject({ promptTokens: 300, completionTokens: 60, totalTokens: 360 })
  })

  test('tells what happens in order, the same in both flavours', async () => {
    const script = [calls([price('cup')]), text('Three.')]
    const told = async (streaming: boolean): Promise<readonly string[]> => {
      await using shop = await open(script)
      const events: TurnEvent[] = []
      const prompt = shop.client.prompt('Cup?')
      if (streaming) for await (const event of prompt.stream().events()) events.push(event)
      else
        await prompt
          .onEvent((event) => events.push(event))
          .call()
          .content()
      return events.map(({ type }) => type).filter((type) => type !== 'text-delta')
    }
    const expected = [
      'round-started',
      'round-ended',
      'tool-call',
      'tool-result',
      'round-started',
      'round-ended',
      'turn-ended',
    ]
    expect(await told(false)).toEqual(expected)
    expect(await told(true)).toEqual(expected)
  })

  test('sends the definitions of the tools in every round, and writes them as text once', async () => {
    const written = jest.spyOn(JSON, 'stringify')
    try {
      await using shop = await open([calls([price('cup')]), text('3'), calls([price('cup')]), text('3')])
      await shop.client.prompt('Cup?').call().content()
      await shop.client.prompt('Cup again?').call().content()
      const definitions = written.mock.results.filter(({ value }) => String(value).includes('"parameters":{'))
      const made = definitions.filter(({ value }) => String(value).startsWith('[{"type":"function"'))
      expect(made).toHaveLength(1)
      for (const { body } of shop.server.requests) expect(body.tools).toEqual(JSON.parse(String(made[0]?.value)))
    } finally {
      written.mockRestore()
    }
  })
})

describe('a mistake of the model becomes a result that it reads, and the turn goes on', () => {
  test('a tool that does not exist, with the names that do', async () => {
    await using shop = await open([calls([{ name: 'prices' }, price('cup')]), text('Ah.')])
    expect(await shop.client.prompt('Cup?').call().content()).toBe('Ah.')
    expect(shop.results()).toEqual([expect.stringMatching(/prices.*price/s), '3'])
  })

  test.each([
    ['is no JSON', '{"item": "cup', /price.*JSON/s],
    ['lacks a parameter', '{}', /item/],
    ['has a parameter of another type', '{"item": {"name": "cup"}}', /item.*string/s],
  ])('arguments that cannot be used: the text %s', async (_what, args, complaint) => {
    await using shop = await open([calls([{ name: 'price', arguments: args }]), text('Sorry.')])
    expect(await shop.client.prompt('Cup?').call().content()).toBe('Sorry.')
    expect(shop.shop.called).toEqual([])
    expect(shop.results()).toEqual([expect.stringMatching(complaint)])
  })

  test('harmless mistakes are corrected instead', async () => {
    const args = '{"item": "cup", "count": "2"}'
    await using shop = await open([calls([{ name: 'stock', arguments: args }]), text('Two.')])
    await shop.client.prompt('Cup?').call().content()
    expect(shop.shop.called).toEqual(['stock cup 2'])
  })

  test('a tool that throws; the other calls of the round still run', async () => {
    await using shop = await open([calls([{ name: 'openTill' }, price('cup')]), text('Stuck.')])
    expect(await shop.client.prompt('Sell a cup').call().content()).toBe('Stuck.')
    expect(shop.results()).toEqual([expect.stringContaining('the till is stuck'), '3'])
  })

  test('a tool that throws, without its message, when that is configured', async () => {
    const properties = { 'vernal.ai.tools.errors.include-message': false }
    await using shop = await open([calls([{ name: 'openTill' }]), text('Stuck.')], properties)
    await shop.client.prompt('Sell a cup').call().content()
    expect(shop.results()).toEqual([expect.not.stringContaining('stuck')])
  })
})

describe('a model that never stops calling', () => {
  const runaway = [calls([price('cup')])]
  const limit = (onLimitExceeded: string, more: Record<string, unknown> = {}) => ({
    'vernal.ai.tools.limits': { maxTotalToolCalls: 3, onLimitExceeded, ...more },
  })

  test.each([false, true])('is stopped by THROW, with the results so far (streaming: %s)', async (streaming) => {
    await using shop = await open(runaway, limit('THROW'), true)
    const prompt = shop.client.prompt('Cup?')
    let last = streaming ? undefined : await prompt.call().chatClientResponse()
    if (streaming) for await (const response of prompt.stream().chatClientResponse()) last = response
    expect(last?.outcome).toMatchObject({
      type: 'limitExceeded',
      answered: false,
      breach: { kind: 'total', limit: 3 },
      partialResults: expect.arrayContaining([expect.objectContaining({ content: '3' })]),
    })
    expect(last?.complete && responseText(last.complete)).toContain('limit (3)')
    expect(shop.shop.called).toHaveLength(3)
    expect(shop.server.requests).toHaveLength(4)
  })

  test('reads refusals with RETURN_ERROR_RESPONSE, and not for ever', async () => {
    await using shop = await open(runaway, limit('RETURN_ERROR_RESPONSE'), true)
    const { outcome } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toMatchObject({ type: 'limitExceeded' })
    expect(shop.shop.called).toHaveLength(3)
    expect(shop.server.requests.length).toBeLessThan(10)
    expect(shop.results().at(-1)).toContain('limit (3)')
  })

  test('may answer after a refusal with RETURN_ERROR_RESPONSE', async () => {
    const script = [...Array.from({ length: 4 }, () => calls([price('cup')])), text('Three, I am sure.')]
    await using shop = await open(script, limit('RETURN_ERROR_RESPONSE'))
    const { outcome, complete } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toEqual({ type: 'completed' })
    expect(complete && responseText(complete)).toBe('Three, I am sure.')
  })

  test('answers once more, with tools switched off, with FORCE_FINAL_ANSWER', async () => {
    const obedient: ScriptedReply = (request) => {
      const reply = request.body.tool_choice === 'none' ? text('Three.') : calls([price('cup')])
      return typeof reply === 'function' ? reply(request) : reply
    }
    await using shop = await open([obedient], limit('FORCE_FINAL_ANSWER'), true)
    const { outcome, complete } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toMatchObject({ type: 'limitExceeded', answered: true })
    expect(complete && responseText(complete)).toBe('Three.')
    expect(shop.shop.called).toHaveLength(3)
  })

  test('is stopped by the limit of one tool, and by that of all others', async () => {
    const limits = { maxCallsPerToolDefault: 4, maxCallsPerTool: { price: 2 }, maxTotalToolCalls: -1 }
    await using shop = await open(runaway, { 'vernal.ai.tools.limits': limits }, true)
    const { outcome } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toMatchObject({ breach: { kind: 'tool', toolName: 'price', limit: 2 } })
    await using other = await open(
      [calls([{ name: 'stock', arguments: { item: 'cup' } }])],
      { 'vernal.ai.tools.limits': limits },
      true,
    )
    const { outcome: otherOutcome } = await other.client.prompt('Cup?').call().chatClientResponse()
    expect(otherOutcome).toMatchObject({ breach: { kind: 'tool', toolName: 'stock', limit: 4 } })
  })

  test('is not stopped by the limit of an excluded tool, but by the total', async () => {
    const limits = { maxCallsPerToolDefault: 1, excludedTools: ['price'], maxTotalToolCalls: 5 }
    await using shop = await open(runaway, { 'vernal.ai.tools.limits': limits }, true)
    const { outcome } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toMatchObject({ breach: { kind: 'total', limit: 5 } })
    expect(shop.shop.called).toHaveLength(5)
  })

  test('has 40 calls of one tool where nothing is configured', async () => {
    await using shop = await open(runaway, {}, true)
    const { outcome } = await shop.client.prompt('Cup?').call().chatClientResponse()
    expect(outcome).toMatchObject({ type: 'limitExceeded', breach: { kind: 'tool', toolName: 'price', limit: 40 } })
    expect(shop.shop.called).toHaveLength(40)
  })
})

describe('a caller who gives up', () => {
  test('stops the running tool, and no further request is made', async () => {
    await using shop = await open([calls([{ name: 'waitForCustomer' }]), text('Never said.')])
    const aborting = new AbortController()
    const turn = shop.client
      .prompt('Wait')
      .signal(aborting.signal)
      .onEvent(({ type }) => {
        if (type === 'tool-call') setImmediate(() => aborting.abort())
      })
      .call()
      .content()
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' })
    expect(shop.shop.called).toEqual(['waiting', 'given up'])
    expect(shop.server.requests).toHaveLength(1)
  })

  test('closes the connection when the stream is left', async () => {
    const endless = (): { sse: string[]; thenHoldOpenMs: number } => ({
      sse: ['data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"And so"}}]}\n\n'],
      thenHoldOpenMs: 10_000,
    })
    await using shop = await open([endless])
    for await (const piece of shop.client.prompt('Tell a story').stream().content()) {
      expect(piece).toBe('And so')
      break
    }
    expect(await shop.server.requests[0]?.ended).toBe(true)
  })
})

describe('a request', () => {
  test('is answered with its tool calls as they are when tool calling is off for it', async () => {
    await using shop = await open([calls([price('cup')])])
    const response = await shop.client.prompt('Cup?').toolCalling(false).call().chatResponse()
    expect(hasToolCalls(response)).toBe(true)
    expect(responseToolCalls(response)).toMatchObject([{ name: 'price' }])
    expect(shop.shop.called).toEqual([])
  })

  test('fails with what the server said, not with a mistake of ours', async () => {
    await using shop = await open([failure(401, 'Incorrect API key provided.')])
    await expect(shop.client.prompt('Cup?').call().content()).rejects.toMatchObject({
      code: 'MODEL_UNAUTHORIZED',
      status: 401,
    })
  })
})
