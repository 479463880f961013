import { OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { ChatClient, run } from 'vernal'

async function main(): Promise<void> {
  await using server = await OpenAiLoopbackServer.start([text('Hello from the server.'), text('Short.')])
  const app = await run({ env: { MODEL_SERVER: server.baseUrl } })
  const chat = app.get(ChatClient)
  console.log(await chat.prompt('Hello').call().content())
  // prints: Hello from the server.
  console.log(server.requests[0]?.body.model, server.requests[0]?.body.temperature)
  // prints: qwen3 0.2
  // #region options
  const answer = await chat.prompt('Say it shorter').options({ model: 'qwen3:4b', maxTokens: 50 }).call().content()
  // #endregion
  console.log(answer, server.requests[1]?.body.model, server.requests[1]?.body.max_tokens)
  // prints: Short. qwen3:4b 50
  await app.close()
}

void main()
