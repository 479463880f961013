// The SDK's own loop: chat.completions.runTools with zod tools.
import OpenAI from 'openai'
import { zodFunction } from 'openai/helpers/zod'
import { stubFetch } from '../../harness/stub-fetch.mjs'

function loop(client, { model, tools, system, stream }) {
  const fns = tools.map((t) =>
    zodFunction({ name: t.name, description: t.description, parameters: t.zod(), function: t.execute }),
  )
  return async (prompt, onText) => {
    const runner = client.chat.completions.runTools(
      {
        model,
        stream: stream || undefined,
        tools: fns,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
      },
      { maxChatCompletions: 50 },
    )
    if (onText) runner.on('content', onText)
    return { text: await runner.finalContent() }
  }
}
export default {
  name: 'openai-runTools',
  packages: ['openai', 'zod'],
  node: 22,
  needsTools: true,
  create: async (o) => loop(new OpenAI({ baseURL: o.baseURL, apiKey: 'x', maxRetries: 0 }), o),
  createStub: async (o) =>
    loop(new OpenAI({ baseURL: 'http://127.0.0.1:9/v1', apiKey: 'x', maxRetries: 0, fetch: stubFetch(o.scenario) }), o),
}
