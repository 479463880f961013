import { userMessage } from '@vernal/chat'
import { OpenAiChatModel, type OpenAiChatModelOptions } from '@vernal/models/openai'
import { eventStream, failure, OpenAiLoopbackServer, text, type ScriptedReply } from '@vernal/models/testing'

const prompt = { messages: [userMessage('go')], options: {} }

async function withModel(
  replies: readonly ScriptedReply[],
  options: Partial<OpenAiChatModelOptions>,
  run: (model: OpenAiChatModel, server: OpenAiLoopbackServer) => Promise<void>,
): Promise<void> {
  await using server = await OpenAiLoopbackServer.start({ replies, repeatLast: true })
  await run(new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, ...options }), server)
}

describe('the time for everything', () => {
  const timedOut = { code: 'MODEL_TIMED_OUT', message: expect.stringContaining('total-timeout') as string }

  test('bounds the attempts and the pauses between them', async () => {
    const busy = failure(503, 'busy', { 'retry-after-ms': '40' })
    await withModel([busy], { totalTimeoutMs: 800, maxRetries: 1000 }, async (model, server) => {
      await expect(model.call(prompt)).rejects.toMatchObject(timedOut)
      expect(server.requests.length).toBeGreaterThan(1)
    })
  })

  test('ends a call that hangs, and closes its connection', async () => {
    await withModel([{ body: 'x', thenHoldOpenMs: 10_000 }], { totalTimeoutMs: 60 }, async (model, server) => {
      await expect(model.call(prompt)).rejects.toMatchObject(timedOut)
      expect(await server.requests[0]!.ended).toBe(true)
      expect(server.requests).toHaveLength(1)
    })
  })

  test('ends a stream, however lively it is', async () => {
    const pieces = Array.from({ length: 1000 }, () => ({ choices: [{ delta: { content: '.' } }] }))
    const lively = { ...eventStream(pieces), pauseMs: 5 }
    await withModel([lively], { totalTimeoutMs: 150, idleTimeoutMs: 5_000 }, async (model, server) => {
      let count = 0
      const reading = (async () => {
        for await (const chunk of model.stream(prompt)) count += chunk.generations.length
      })()
      await expect(reading).rejects.toMatchObject(timedOut)
      expect(count).toBeGreaterThan(0)
      expect(await server.requests[0]!.ended).toBe(true)
    })
  })

  test('leaves the reason of the caller as it is', async () => {
    const aborting = new AbortController()
    await withModel([{ body: 'x', thenHoldOpenMs: 10_000 }], { totalTimeoutMs: 10_000 }, async (model) => {
      setImmediate(() => aborting.abort('enough'))
      await expect(model.call(prompt, aborting.signal)).rejects.toBe('enough')
    })
  })

  test('is not felt by an answer in time', async () => {
    await withModel([text('ok')], { totalTimeoutMs: 10_000 }, async (model) => {
      expect((await model.call(prompt)).generations[0]!.message.content).toBe('ok')
    })
  })
})

test('the attempts of one request have one key, and other requests have others', async () => {
  const replies = [failure(503, 'busy', { 'retry-after-ms': '1' }), text('one'), text('two')]
  await withModel(replies, {}, async (model, server) => {
    await model.call(prompt)
    await model.call(prompt)
    const [first, again, other] = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^vernal-[0-9a-f-]{36}$/)
    expect([again === first, other === first]).toEqual([true, false])
  })
})
