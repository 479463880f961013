import { ChatClient as PlainChatClient } from '@vernal/chat'
import { FallbackChatModel } from '@vernal/models/fallback'
import { OpenAiChatModel, OpenAiEmbeddingModel } from '@vernal/models/openai'
import { embeddings, failure, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { ChatClient, Qualifier, run, Service } from 'vernal'

// #region service
@Service()
class Desk {
  constructor(
    private readonly chat: ChatClient,
    @Qualifier('small') private readonly small: ChatClient,
  ) {}

  answer(question: string): Promise<string> {
    return this.chat.prompt(question).call().content()
  }

  title(question: string): Promise<string> {
    return this.small.prompt(`A title for: ${question}`).call().content()
  }
}
// #endregion

async function main(): Promise<void> {
  await using large = await OpenAiLoopbackServer.start([
    text('A long answer.'),
    failure(503, 'busy'),
    failure(503, 'busy'),
  ])
  await using small = await OpenAiLoopbackServer.start([text('A title'), text('A short answer.'), text('Another one.')])
  const env = { LARGE_SERVER: large.baseUrl, SMALL_SERVER: small.baseUrl }
  const app = await run({ components: [Desk], env, properties: { 'vernal.logging.level': 'error' } })
  const desk = app.get(Desk)
  console.log(await desk.answer('Why is the sky blue?'))
  // prints: A long answer.
  console.log(await desk.title('Why is the sky blue?'))
  // prints: A title
  console.log(await desk.answer('And at night?'))
  // prints: A short answer.
  await app.close()

  const [largeServer, smallServer] = [large.baseUrl, small.baseUrl]
  // #region plain
  const model = new FallbackChatModel(
    [
      { name: 'large', model: new OpenAiChatModel({ model: 'qwen3-32b', baseUrl: largeServer, maxRetries: 0 }) },
      { name: 'small', model: new OpenAiChatModel({ model: 'qwen3:4b', baseUrl: smallServer }) },
    ],
    { circuitBreaker: { failures: 5, restMs: 30_000 } },
  )
  const response = await new PlainChatClient({ model }).prompt('Hello').call().chatResponse()
  console.log(response.metadata.extra?.answeredBy)
  // prints: small
  // #endregion

  await using server = await OpenAiLoopbackServer.start([embeddings((words) => [words.length, 1])])
  const baseUrl = server.baseUrl
  // #region embeddings
  const embedder = new OpenAiEmbeddingModel({ model: 'nomic-embed-text', baseUrl, maxBatchTexts: 100 })
  const { embeddings: points, usage } = await embedder.embed(['a cat', 'a dog'])
  console.log(points.length, usage?.totalTokens)
  // prints: 2 4
  // #endregion
}

void main()
