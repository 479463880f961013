import { sketch } from './_sketch.mjs'
import { accumulator, sseFeeder } from './_raw.mjs'
import { nextStep } from '../../harness/script.mjs'
export default {
  name: 'sketch-fetch',
  packages: [],
  node: 20,
  async create(o) {
    const url = `${o.baseURL}/chat/completions`,
      headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
    return sketch({
      ...o,
      transport: async (body, ctx) => {
        const res = await fetch(url, { method: 'POST', headers, body, signal: ctx.signal })
        if (!res.ok)
          throw Object.assign(new Error(await res.text()), { retryable: res.status >= 500 || res.status === 429 })
        if (!o.stream) {
          const j = await res.json()
          return { message: j.choices[0].message, usage: j.usage }
        }
        const acc = accumulator(ctx.onText),
          feed = sseFeeder(acc.push),
          dec = new TextDecoder()
        for await (const c of res.body) feed(dec.decode(c, { stream: true }))
        return { message: acc.message() }
      },
    })
  },
  createStub: async (o) =>
    sketch({
      ...o,
      transport: async (_body, ctx) => {
        let n = 0
        for (const m of ctx.messages) if (m.role === 'tool') n++
        const s = nextStep(o.scenario, n)
        return {
          message: s.toolCalls
            ? {
                role: 'assistant',
                content: null,
                tool_calls: s.toolCalls.map((c) => ({
                  id: c.id,
                  type: 'function',
                  function: { name: c.name, arguments: JSON.stringify(c.args) },
                })),
              }
            : { role: 'assistant', content: s.text },
        }
      },
    }),
}
