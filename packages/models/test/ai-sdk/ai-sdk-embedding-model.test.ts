import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { AiSdkEmbeddingModel, loadAiSdkEmbeddingModel, type AiSdkEmbedder } from '@vernal/models/ai-sdk'

const embedder = (rest: Partial<AiSdkEmbedder> = {}, calls: (readonly string[])[] = []): AiSdkEmbedder => ({
  specificationVersion: 'v2',
  provider: 'test',
  modelId: 'm',
  maxEmbeddingsPerCall: 2,
  supportsParallelCalls: true,
  doEmbed({ values }) {
    calls.push(values)
    return Promise.resolve({ embeddings: values.map((text) => [text.length]), usage: { tokens: values.length } })
  },
  ...rest,
})

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return JSON.parse(text)
}

describe('a model of the AI SDK', () => {
  test.each(['v2', 'v3', 'v4'])('of specification %s embeds in calls of its size, in order', async (version) => {
    const calls: (readonly string[])[] = []
    const model = new AiSdkEmbeddingModel(embedder({ specificationVersion: version }, calls))
    expect(await model.embed(['a', 'bb', 'ccc'])).toEqual({
      embeddings: [[1], [2], [3]],
      usage: { promptTokens: 3, completionTokens: 0, totalTokens: 3 },
    })
    expect(calls).toEqual([['a', 'bb'], ['ccc']])
  })

  test('may say its limits later, and that it has none', async () => {
    const calls: (readonly string[])[] = []
    const limits = { maxEmbeddingsPerCall: Promise.resolve(undefined), supportsParallelCalls: Promise.resolve(false) }
    await new AiSdkEmbeddingModel(embedder(limits, calls)).embed(['a', 'b', 'c'])
    expect(calls).toEqual([['a', 'b', 'c']])
  })

  test('is asked again after a failure that may pass', async () => {
    let attempts = 0
    const busy = Object.assign(new Error('busy'), {
      statusCode: 503,
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '1' },
    })
    const doEmbed: AiSdkEmbedder['doEmbed'] = () =>
      ++attempts === 1 ? Promise.reject(busy) : Promise.resolve({ embeddings: [[1]] })
    expect(await new AiSdkEmbeddingModel(embedder({ doEmbed })).embed(['a'])).toEqual({ embeddings: [[1]] })
  })

  test('that gives too few embeddings, or other dimensions than asked for, is refused', async () => {
    const doEmbed: AiSdkEmbedder['doEmbed'] = () => Promise.resolve({ embeddings: [[1]] })
    const unusable = { code: 'MODEL_EMBEDDINGS_UNUSABLE' }
    await expect(new AiSdkEmbeddingModel(embedder({ doEmbed })).embed(['a', 'b'])).rejects.toMatchObject(unusable)
    await expect(new AiSdkEmbeddingModel(embedder(), { dimensions: 2 }).embed(['a'])).rejects.toMatchObject(unusable)
  })

  test.each([[{ specificationVersion: 'v1' }], [{ doEmbed: undefined }], [null]])('is not %j', (rest) => {
    const other = rest && { ...embedder(), ...rest }
    expect(() => new AiSdkEmbeddingModel(other as AiSdkEmbedder)).toThrow(
      expect.objectContaining({ code: 'MODEL_NOT_AI_SDK' }),
    )
  })
})

test('the real package of Google embeds over a real socket', async () => {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(body)
      const answer = {
        embeddings: (body as { requests: object[] }).requests.map((_, index) => ({ values: [index, 1] })),
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const made = createGoogleGenerativeAI({ apiKey: 'k', baseURL }).embeddingModel('gemini-embedding-001')
    const loaded = await loadAiSdkEmbeddingModel('@ai-sdk/google:gemini-embedding-001', {
      settings: { apiKey: 'k', baseURL },
    })
    for (const each of [made, loaded]) {
      const { embeddings } = await new AiSdkEmbeddingModel(each).embed(['a', 'b'])
      expect(embeddings).toEqual([
        [0, 1],
        [1, 1],
      ])
    }
    expect(bodies).toHaveLength(2)
  } finally {
    server.close()
  }
})
