// The openai SDK with a loop written by hand around it.
import OpenAI from 'openai'
import { wireTools, accumulator } from './_raw.mjs'
import { stubFetch } from '../../harness/stub-fetch.mjs'

function loop(client, { model, tools, system, stream }) {
  const wire = tools.length ? wireTools(tools) : undefined
  const byName = new Map(tools.map((t) => [t.name, t]))
  return async (prompt, onText) => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ]
    for (let i = 0; i < 50; i++) {
      let message
      if (stream) {
        const acc = accumulator(onText)
        for await (const chunk of await client.chat.completions.create({ model, messages, tools: wire, stream: true }))
          acc.push(chunk)
        message = acc.message()
      } else message = (await client.chat.completions.create({ model, messages, tools: wire })).choices[0].message
      if (!message.tool_calls?.length) return { text: message.content }
      messages.push(message)
      const results = await Promise.all(
        message.tool_calls.map(async (c) => byName.get(c.function.name).execute(JSON.parse(c.function.arguments))),
      )
      message.tool_calls.forEach((c, j) =>
        messages.push({ role: 'tool', tool_call_id: c.id, content: JSON.stringify(results[j]) }),
      )
    }
    throw new Error('too many rounds')
  }
}
export default {
  name: 'openai-sdk',
  packages: ['openai'],
  node: 22,
  create: async (o) => loop(new OpenAI({ baseURL: o.baseURL, apiKey: 'x', maxRetries: 0 }), o),
  createStub: async (o) =>
    loop(new OpenAI({ baseURL: 'http://127.0.0.1:9/v1', apiKey: 'x', maxRetries: 0, fetch: stubFetch(o.scenario) }), o),
}
