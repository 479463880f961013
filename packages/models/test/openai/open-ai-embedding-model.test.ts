import { InMemoryVectorStore } from '@vernal/chat'
import { OpenAiEmbeddingModel, type OpenAiEmbeddingModelOptions } from '@vernal/models/openai'
import { embeddings, failure, OpenAiLoopbackServer, type ScriptedReply } from '@vernal/models/testing'
import fc from 'fast-check'

/** Tells texts apart, exactly in 32 bits. */
const pointOf = (text: string): readonly number[] => [text.length, text.codePointAt(0) ?? 0, 0.5]

async function withModel<T>(
  replies: readonly ScriptedReply[],
  run: (model: OpenAiEmbeddingModel, server: OpenAiLoopbackServer) => Promise<T>,
  options: Partial<OpenAiEmbeddingModelOptions> = {},
): Promise<T> {
  await using server = await OpenAiLoopbackServer.start({ replies, repeatLast: true })
  const model = new OpenAiEmbeddingModel({ model: 'm', baseUrl: server.baseUrl, apiKey: 'k', ...options })
  try {
    return await run(model, server)
  } finally {
    model.close()
  }
}

const inputs = (server: OpenAiLoopbackServer) => server.requests.map(({ body }) => body.input)
const data = (...items: object[]) => ({ body: { object: 'list', data: items } })

describe('texts are embedded', () => {
  test.each(['float', 'base64'] as const)('with numbers as %s', async (encodingFormat) => {
    await withModel(
      [embeddings(pointOf)],
      async (model, server) => {
        const response = await model.embed(['one', 'three words here'])
        expect(response.embeddings).toEqual([pointOf('one'), pointOf('three words here')])
        expect(response.usage).toEqual({ promptTokens: 4, completionTokens: 0, totalTokens: 4 })
        expect(server.requests[0]!.body.encoding_format).toBe(encodingFormat === 'base64' ? 'base64' : undefined)
      },
      { encodingFormat },
    )
  })

  test('in no request when there are none', async () => {
    await withModel([embeddings(pointOf)], async (model, server) => {
      expect(await model.embed([])).toEqual({ embeddings: [] })
      expect(server.requests).toEqual([])
    })
  })

  test('also when a text is empty, which servers refuse', async () => {
    await withModel([embeddings(pointOf)], async (model, server) => {
      expect((await model.embed(['', 'a'])).embeddings).toHaveLength(2)
      expect(inputs(server)).toEqual([[' ', 'a']])
    })
  })

  test('with the dimensions, the key and the fields that are configured', async () => {
    const options = { dimensions: 3, extra: { user: 'docs' } }
    await withModel(
      [embeddings(pointOf)],
      async (model, server) => {
        await model.embed(['a'])
        expect(server.requests[0]).toMatchObject({
          path: '/v1/embeddings',
          body: { model: 'm', dimensions: 3, user: 'docs' },
          headers: { authorization: 'Bearer k' },
        })
      },
      options,
    )
  })

  test('in batches of the size a server takes', async () => {
    const texts = Array.from({ length: 23 }, (_, index) => `text ${index}`)
    await withModel(
      [embeddings(pointOf)],
      async (model, server) => {
        const { embeddings: made, usage } = await model.embed(texts)
        expect(made).toEqual(texts.map(pointOf))
        expect(usage?.totalTokens).toBe(46)
        const sizes = inputs(server).map((input) => (input as string[]).length)
        expect(sizes.sort()).toEqual([10, 10, 3])
      },
      { preset: 'dashscope' },
    )
  })

  test('in the order of the texts, whatever the order of the answer', async () => {
    const shuffled = data({ index: 1, embedding: [2] }, { index: 0, embedding: [1] })
    await withModel([shuffled], async (model) => {
      expect((await model.embed(['a', 'b'])).embeddings).toEqual([[1], [2]])
    })
  })

  test('again after a failure that may pass', async () => {
    const replies = [failure(429, 'slow down', { 'retry-after-ms': '1' }), embeddings(pointOf)]
    await withModel(replies, async (model, server) => {
      expect((await model.embed(['a'])).embeddings).toHaveLength(1)
      expect(server.requests).toHaveLength(2)
    })
  })

  test('for a vector store', async () => {
    await withModel([embeddings((text) => (text.includes('cat') ? [1, 0] : [0, 1]))], async (model) => {
      const store = new InMemoryVectorStore(model)
      await store.add([
        { id: '1', text: 'a cat' },
        { id: '2', text: 'a dog' },
      ])
      expect((await store.search({ query: 'cats', topK: 1 })).map(({ id }) => id)).toEqual(['1'])
    })
  })
})

test('any texts within any limits come back in their order, in requests within the limits', async () => {
  const limits = fc.record({
    maxBatchTexts: fc.integer({ min: 1, max: 8 }),
    maxBatchCharacters: fc.integer({ min: 1, max: 40 }),
    maxConcurrentRequests: fc.integer({ min: 1, max: 5 }),
  })
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 30 })
  await withModel([embeddings(pointOf)], async (_model, server) => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(texts, limits, async (given, options) => {
        const model = new OpenAiEmbeddingModel({ model: 'm', baseUrl: server.baseUrl, ...options })
        const { embeddings: made } = await model.embed(given)
        model.close()
        expect(made).toEqual(given.map(pointOf))
        const batches = inputs(server).slice(seen) as string[][]
        seen = server.requests.length
        expect(batches.flat().sort()).toEqual([...given].sort())
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(options.maxBatchTexts)
          const isWithin = batch.join('').length <= options.maxBatchCharacters
          expect(isWithin || batch.length === 1).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('embeddings are refused', () => {
  const unusable = { code: 'MODEL_EMBEDDINGS_UNUSABLE' }

  test.each([
    ['are too few', data({ index: 0, embedding: [1] })],
    ['have other lengths', data({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] })],
    ['are empty', data({ index: 0, embedding: [] }, { index: 1, embedding: [] })],
    ['have one index twice', data({ index: 0, embedding: [1] }, { index: 0, embedding: [1] })],
    ['are no numbers', data({ index: 0, embedding: ['1'] }, { index: 1, embedding: [null] })],
    ['are broken base64', data({ index: 0, embedding: 'AAA=' }, { index: 1, embedding: 'AAA=' })],
    ['are not there', { body: {} }],
    ['are a page of HTML', { body: '<html>Not here</html>' }],
  ])('when they %s', async (_what, reply) => {
    await withModel([reply], (model) => expect(model.embed(['a', 'b'])).rejects.toMatchObject(unusable))
  })

  test('when they do not have the configured dimensions', async () => {
    const refused = (model: OpenAiEmbeddingModel) =>
      expect(model.embed(['a'])).rejects.toThrow(/an embedding of 3 dimensions instead of 4/)
    await withModel([embeddings(pointOf)], refused, { dimensions: 4 })
  })

  test('when a later answer has other dimensions than the first', async () => {
    const replies = [embeddings(() => [1, 2]), embeddings(() => [1, 2, 3])]
    await withModel(replies, async (model) => {
      await model.embed(['a'])
      await expect(model.embed(['b'])).rejects.toMatchObject(unusable)
    })
  })

  test('when the server reports an error in a good answer, without the key', async () => {
    const reply = { body: { error: { message: 'bad key sk-secret-12345' } } }
    await withModel([reply], async (model) => {
      const failed = await model.embed(['a']).catch((error: unknown) => error as Error)
      expect(failed).toMatchObject({ code: 'MODEL_REPORTED_ERROR' })
      expect((failed as Error).message).not.toContain('sk-secret')
    })
  })
})

test('the first failure ends the other requests', async () => {
  const slow = { body: '{', thenHoldOpenMs: 10_000 }
  const replies = [slow, failure(400, 'no'), slow]
  const options = { maxBatchTexts: 1, maxConcurrentRequests: 2 }
  await withModel(
    replies,
    async (model, server) => {
      await expect(model.embed(['a', 'b', 'c', 'd'])).rejects.toMatchObject({ code: 'MODEL_REQUEST_REFUSED' })
      expect(await Promise.all(server.requests.map(({ ended }) => ended))).toContain(true)
      expect(server.requests).toHaveLength(2)
    },
    options,
  )
})

test('an aborted request closes its connection and rejects with the reason', async () => {
  await withModel([{ body: '{', thenHoldOpenMs: 10_000 }], async (model, server) => {
    const aborting = new AbortController()
    const embedding = model.embed(['a'], aborting.signal)
    setImmediate(() => aborting.abort('enough'))
    await expect(embedding).rejects.toBe('enough')
    for (const { ended } of server.requests) expect(await ended).toBe(true)
  })
})

test.each(['dimensions', 'maxBatchTexts', 'maxBatchCharacters', 'maxConcurrentRequests'])(
  '%s must be at least 1',
  (name) => {
    expect(() => new OpenAiEmbeddingModel({ model: 'm', [name]: 0 })).toThrow(
      expect.objectContaining({ code: 'MODEL_OPTION_INVALID' }),
    )
  },
)
