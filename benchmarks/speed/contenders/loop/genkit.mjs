import { genkit, z as z3 } from 'genkit'
import { openAICompatible } from '@genkit-ai/compat-oai'
import { nextStep } from '../../harness/script.mjs'

function loop(ai, model, { tools: specs, system, stream }) {
  const tools = specs.map((t) =>
    ai.defineTool({ name: t.name, description: t.description, inputSchema: t.zod(z3) }, async (a) => t.execute(a)),
  )
  return async (prompt, onText) => {
    const opts = { model, tools, system, prompt, maxTurns: 50 }
    if (!stream) return { text: (await ai.generate(opts)).text }
    const { response, stream: chunks } = ai.generateStream(opts)
    let text = ''
    for await (const c of chunks)
      if (c.text) {
        text += c.text
        onText?.(c.text)
      }
    await response
    return { text }
  }
}
export default {
  name: 'genkit',
  packages: ['genkit', '@genkit-ai/compat-oai'],
  node: 20,
  create: async (o) => {
    const ai = genkit({ plugins: [openAICompatible({ name: 'stub', apiKey: 'x', baseURL: o.baseURL, maxRetries: 0 })] })
    return loop(ai, `stub/${o.model}`, o)
  },
  createStub: async (o) => {
    const ai = genkit({})
    const model = ai.defineModel(
      { name: 'mock', supports: { tools: true, multiturn: true, systemRole: true } },
      async (req) => {
        let n = 0
        for (const m of req.messages) if (m.role === 'tool') n += m.content.length
        const s = nextStep(o.scenario, n)
        return {
          finishReason: 'stop',
          message: {
            role: 'model',
            content: s.toolCalls
              ? s.toolCalls.map((c) => ({ toolRequest: { ref: c.id, name: c.name, input: c.args } }))
              : [{ text: s.text }],
          },
        }
      },
    )
    return loop(ai, model, o)
  },
}
